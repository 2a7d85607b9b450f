/** What can be wrong, by the words of docs/public-log.md, "What a verifier says". */
export const faults = {
  bytes: 'is not printable ASCII of at most 8192 bytes with a line feed at its end',
  form: 'does not have the form of such a line',
  number: 'has another number than its place',
  changed: 'was changed: what follows gives another hash for it',
  prev: 'does not give the hash of the line before it',
  head: 'has another hash than a checkpoint has signed for it',
  missing: 'is missing, although it was signed',
  unsigned: 'comes after the last checkpoint: nobody has signed it',
  length: 'does not count more lines than the checkpoint before it',
  key: 'is signed with a key that is not known',
  signature: 'does not have a valid signature',
  keys: 'is no key, or its id is not the hash of it',
  kept: 'differs from the checkpoint that was kept from an earlier time',
} as const;

export type Fault = keyof typeof faults;

/** Sound, and how far; or the first line that is wrong, counted from 1, in which file and why. */
export type Verdict =
  | {
      readonly ok: true;
      readonly lines: number;
      readonly checkpoints: number;
      /** Hash of the last line. */
      readonly head: string;
      /** When the last checkpoint was signed; empty without one. */
      readonly at: string;
    }
  | {
      readonly ok: false;
      readonly where: 'log' | 'checkpoints' | 'keys';
      readonly line: number;
      readonly fault: Fault;
    };

export type Failure = Extract<Verdict, { ok: false }>;

/** What can be wrong, by the words of docs/public-log.md, "What a verifier says". */
export const faults = {
  bytes: 'is not printable ASCII of at most 8192 bytes with a line feed at its end',
  form: 'is not in the format of such a line',
  number: 'has a number that does not match its place',
  changed: 'was changed: what follows gives a different hash for it',
  prev: 'does not give the hash of the line before it',
  head: 'has a different hash from the one a checkpoint signed',
  missing: 'is missing, although it was signed',
  unsigned: 'comes after the last checkpoint: it is not signed',
  length: 'does not count more lines than the checkpoint before it',
  key: 'is signed with a key that is not known',
  signature: 'does not have a valid signature',
  keys: 'is not a key, or its id is not its hash',
  kept: 'differs from a checkpoint that was kept earlier',
} as const;

export type Fault = keyof typeof faults;

/** Valid, and how far; or the first line that is wrong, counted from 1, in which file and why. */
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

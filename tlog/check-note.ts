import { textOfBytes } from './bytes.ts';
import { type Checkpoint, readCheckpointText } from './checkpoint.ts';
import type { Failure, Fault } from './faults.ts';
import { checkSignature, NoSignatures, type Note, readNote } from './note.ts';
import { type Policy, PolicyError, readPolicy } from './policy.ts';

export interface Sighting {
  /** The witness's name in the policy. */
  readonly name: string;
  /** The name of the witness's key, which other policies use too. */
  readonly keyName: string;
  /** The time in seconds since 1970. */
  readonly seconds: number;
}

export interface CheckedNote {
  readonly checkpoint: Checkpoint;
  readonly seen: readonly Sighting[];
  /** False if this device cannot check signatures; then the checkpoint is only read. */
  readonly isSigned: boolean;
}

export const failure = (where: string, at: number, fault: Fault): Failure => ({
  ok: false,
  where,
  at,
  fault,
});

export const isFailure = (value: object): value is Failure => 'ok' in value && value.ok === false;

export const places = { checkpoint: 'tlog/checkpoint', policy: 'tlog/policy' } as const;

const noteFault = (fault: Fault) => failure(places.checkpoint, 0, fault);

/** Reads a log's policy, or returns the line that is invalid. */
export function checkPolicy(bytes: Uint8Array): Policy | Failure {
  try {
    return readPolicy(textOfBytes(bytes) ?? '');
  } catch (error) {
    if (error instanceof PolicyError) return failure(places.policy, error.line, 'policy');
    throw error;
  }
}

export async function checkNote(bytes: Uint8Array, policy: Policy): Promise<CheckedNote | Failure> {
  const note = readNote(textOfBytes(bytes) ?? '');
  const checkpoint = note && readCheckpointText(note.text);
  if (!note || !checkpoint) return noteFault('note');
  try {
    return await checkSignatures(note, checkpoint, policy);
  } catch (error) {
    if (!(error instanceof NoSignatures)) throw error;
    return { checkpoint, seen: [], isSigned: false };
  }
}

async function checkSignatures(
  note: Note,
  checkpoint: Checkpoint,
  { logs, witnesses }: Policy,
): Promise<CheckedNote | Failure> {
  const keys = logs.filter(({ name }) => name === checkpoint.origin);
  if (keys.length === 0) return noteFault('stranger');
  const signed = await Promise.all(keys.map((key) => checkSignature(note, key)));
  const cosigned = await Promise.all(witnesses.map(({ key }) => checkSignature(note, key)));
  if ([...signed, ...cosigned].some(({ is }) => is === 'wrong')) return noteFault('signature');
  if (signed.every(({ is }) => is === 'absent')) return noteFault('key');
  const seen = witnesses.flatMap(({ name, key }, at) => {
    const found = cosigned[at];
    return found?.is === 'valid' ? [{ name, keyName: key.name, seconds: found.seconds ?? 0 }] : [];
  });
  return { checkpoint, seen, isSigned: true };
}

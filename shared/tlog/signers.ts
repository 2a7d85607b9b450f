import type { NoteKey } from './keys.ts';
import { checkSignature, type Note } from './note.ts';
import { hasQuorum, type Policy } from './policy.ts';

/** A witness of the policy that has seen a checkpoint, and when. */
export interface Sighting {
  /** Its name in the policy. */
  readonly name: string;
  /** Since 1970. */
  readonly seconds: number;
}

/** Who has signed a checkpoint, by a policy. */
export interface Signers {
  readonly logs: readonly NoteKey[];
  readonly seen: readonly Sighting[];
  /** Whether those who have seen it are as many as the policy asks for. */
  readonly isEnough: boolean;
}

/**
 * Who has signed a checkpoint of this log; `wrong` names a key whose signature is not valid. Names
 * that the policy does not have are passed over, as the format asks.
 *
 * @throws NoSignatures
 */
export async function signersOf(
  note: Note,
  origin: string,
  policy: Policy,
): Promise<Signers | { readonly wrong: string }> {
  const logs: NoteKey[] = [];
  const seen: Sighting[] = [];
  for (const key of policy.logs.filter(({ name }) => name === origin)) {
    const { is } = await checkSignature(note, key);
    if (is === 'wrong') return { wrong: key.name };
    if (is === 'valid') logs.push(key);
  }
  for (const { name, key } of policy.witnesses) {
    const signed = await checkSignature(note, key);
    if (signed.is === 'wrong') return { wrong: key.name };
    if (signed.is === 'valid') seen.push({ name, seconds: signed.seconds ?? 0 });
  }
  return { logs, seen, isEnough: hasQuorum(policy, new Set(seen.map(({ name }) => name))) };
}

/** Witnesses of this name share the log's operator: they prove little. */
export const isOwnWitness = (name: string): boolean => name.startsWith('own-');

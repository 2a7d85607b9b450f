import { textOfBytes } from './bytes.ts';
import type { Checkpoint } from './checkpoint.ts';
import { isSameHash, leafHash, rootOfInclusion } from './merkle.ts';
import { NoSignatures } from './note.ts';
import type { Policy } from './policy.ts';
import { readProofText } from './proof-file.ts';
import { readPublished } from './read-proof.ts';
import { type Signers, signersOf } from './signers.ts';

/** What can be wrong with a proof, in words that follow "The proof". */
export const proofFaults = {
  form: 'is not a proof in the format tlog-proof, or was changed',
  inclusion: 'does not show that the log has this line',
  origin: 'is of another log',
  unsigned: 'is not signed by the log',
  signature: 'has a signature that is not valid',
} as const;

export type ProofFault = keyof typeof proofFaults;

/** What a proof file shows. */
export type ProofVerdict =
  | { readonly ok: false; readonly fault: ProofFault }
  | {
      readonly ok: true;
      /** The entry, with its line feed. */
      readonly line: string;
      /** Its number in the log, from 1. */
      readonly number: number;
      readonly tree: Checkpoint;
      /** Undefined where this device cannot check signatures: then nothing says whose log it is. */
      readonly signers: Signers | undefined;
    };

const no = (fault: ProofFault): ProofVerdict => ({ ok: false, fault });

/** Checks a proof file by a policy, without the log. */
export async function checkProof(text: string, policy: Policy): Promise<ProofVerdict> {
  const proof = readProofText(text);
  const published = proof && readPublished(proof.checkpoint);
  const line = proof && textOfBytes(proof.extra);
  if (!proof || !published || line === undefined) return no('form');
  const { tree, note } = published;
  const { index, hashes } = proof;
  const root = rootOfInclusion({ index, size: tree.size }, leafHash(proof.extra), hashes);
  if (!root || !isSameHash(root, tree.root)) return no('inclusion');
  if (!policy.logs.some(({ name }) => name === tree.origin)) return no('origin');
  const found = { ok: true, line, number: index + 1, tree } as const;
  try {
    const signers = await signersOf(note, tree.origin, policy);
    if ('wrong' in signers) return no('signature');
    return signers.logs.length > 0 ? { ...found, signers } : no('unsigned');
  } catch (error) {
    if (error instanceof NoSignatures) return { ...found, signers: undefined };
    throw error;
  }
}

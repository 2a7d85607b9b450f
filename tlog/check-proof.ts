import { bytesOfText, textOfBytes } from './bytes.ts';
import { type CheckedNote, checkNote, isFailure } from './check-note.ts';
import { type Fault, faults } from './faults.ts';
import { isSameHash, leafHash, rootOfInclusion } from './merkle.ts';
import { hasQuorum, type Policy } from './policy.ts';
import { readProofText } from './proof-file.ts';

const ownFaults = {
  proof: 'is not a proof in the format tlog-proof, or was changed',
  inclusion: 'does not show that the log has this line',
} as const;

export type ProofFault = Fault | keyof typeof ownFaults;

export const proofFaults: Readonly<Record<ProofFault, string>> = { ...faults, ...ownFaults };

/** The result for a proof file. `isSigned` is false if this device cannot check signatures. */
export type ProofVerdict =
  | { readonly ok: false; readonly fault: ProofFault }
  | (CheckedNote & {
      readonly ok: true;
      /** The entry with its line feed. */
      readonly line: string;
      /** The entry's number in the log, from 1. */
      readonly number: number;
      /** Whether the policy's quorum of witnesses cosigned the checkpoint. */
      readonly isEnough: boolean;
    });

const no = (fault: ProofFault): ProofVerdict => ({ ok: false, fault });

export async function checkProof(text: string, policy: Policy): Promise<ProofVerdict> {
  const proof = readProofText(text);
  const line = proof && textOfBytes(proof.extra);
  if (!proof || line === undefined) return no('proof');
  const { index, hashes } = proof;
  const note = await checkNote(bytesOfText(proof.checkpoint), policy);
  if (isFailure(note)) return no(note.fault);
  const { size, root } = note.checkpoint;
  const proven = rootOfInclusion({ index, size }, leafHash(proof.extra), hashes);
  if (!proven || !isSameHash(proven, root)) return no('inclusion');
  const isEnough = hasQuorum(policy, new Set(note.seen.map(({ name }) => name)));
  return { ...note, ok: true, line, number: index + 1, isEnough };
}

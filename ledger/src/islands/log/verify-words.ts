import { formatDateTime } from '@datchain/shared/domain/format.ts';
import { readCanonical } from '@datchain/shared/domain/public-log/canonical.ts';
import type { Verdict } from '@datchain/tlog/check.ts';
import { type ProofVerdict, proofFaults } from '@datchain/tlog/check-proof.ts';
import { doubts, failureText } from '@datchain/tlog/faults.ts';
import { isOwnWitness } from '@datchain/tlog/policy.ts';
import { linesSaid } from '../../views/log/log-words.ts';
import { lineMembers } from './line-members.ts';

export interface Outcome {
  readonly look: 'sound' | 'wrong' | 'unsure';
  readonly text: string;
  readonly more?: readonly (string | Node)[];
}

export function logOutcome(verdict: Verdict): Outcome {
  if (!verdict.ok) return { look: 'wrong', text: `Wrong: ${failureText(verdict)}` };
  const { size, isSigned, doubts: found } = verdict;
  const signed = isSigned
    ? ''
    : ' Signatures were not checked: this browser cannot. Update it, or use another.';
  const text =
    size === 0
      ? 'The log is empty, and valid.'
      : `${size === 1 ? 'The one line is' : `All ${linesSaid(size)} are`} valid, and in the tree that was signed.${signed}`;
  const more = found.map((doubt) => doubts[doubt]);
  return { look: isSigned && more.length === 0 ? 'sound' : 'unsure', text, more };
}

export function proofOutcome(verdict: ProofVerdict): Outcome {
  if (!verdict.ok) return { look: 'wrong', text: `The proof ${proofFaults[verdict.fault]}.` };
  const { number, line, checkpoint, seen, isSigned, isEnough } = verdict;
  const fields = readCanonical(line.trimEnd());
  const lines = linesSaid(checkpoint.size);
  const more = [
    isSigned
      ? `Signed by ${checkpoint.origin}.`
      : 'Signatures were not checked: this browser cannot. Update it, or use another.',
    ...seen.map(({ name, keyName, seconds }) => {
      const whose = isOwnWitness(name) ? 'our own' : 'independent';
      return `Seen by ${keyName} (${whose}) on ${formatDateTime(seconds * 1_000)}.`;
    }),
    ...(isEnough ? [] : [doubts.quorum]),
    'Newer lines may exist.',
    ...(fields ? [lineMembers(fields)] : []),
  ];
  const look = isSigned && isEnough ? 'sound' : 'unsure';
  return { look, text: `Line ${number} is in the log, as of ${lines}.`, more };
}

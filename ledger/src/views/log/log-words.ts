import { formatCount } from '@datchain/shared/domain/format.ts';
import type { Millis } from '@datchain/shared/domain/units.ts';
import type { Sighting } from '@datchain/tlog/check-note.ts';
import type { Comparison } from '@datchain/tlog/compare.ts';
import { isOwnWitness, type Policy } from '@datchain/tlog/policy.ts';

const lineWord = (count: number): string => (count === 1 ? 'line' : 'lines');
export const linesSaid = (count: number): string => `${formatCount(count)} ${lineWord(count)}`;

const steps = [
  { name: 'day', millis: 86_400_000 },
  { name: 'hour', millis: 3_600_000 },
  { name: 'minute', millis: 60_000 },
];

export function ago(at: Millis, now: Millis): string {
  const step = steps.find(({ millis }) => now - at >= millis);
  if (!step) return 'just now';
  const count = Math.floor((now - at) / step.millis);
  return `${count} ${step.name}${count === 1 ? '' : 's'} ago`;
}

export interface WitnessRow {
  readonly name: string;
  readonly whose: string;
  readonly seen: string;
}

export interface LogState {
  readonly policy: Policy;
  readonly size: number;
  readonly seen: readonly Sighting[];
  readonly isSigned: boolean;
}

export function stateSentence({ policy, size, seen, isSigned }: LogState, now: Millis): string {
  const all = policy.witnesses.length;
  if (!isSigned) {
    return `${linesSaid(size)}. This browser cannot check signatures; hashes can be checked.`;
  }
  if (seen.length === 0) {
    const witnesses = all === 0 ? '' : ` Seen by none of ${all} witnesses.`;
    return `${linesSaid(size)}, signed by us.${witnesses} Nobody else has signed yet.`;
  }
  const last = Math.max(...seen.map(({ seconds }) => seconds)) * 1_000;
  const witnesses = all === 1 ? 'witness' : 'witnesses';
  const whose = seen.every(({ name }) => isOwnWitness(name)) ? ' None is independent of us.' : '';
  return `${linesSaid(size)}. Seen by ${seen.length} of ${all} ${witnesses}, last ${ago(last, now)}.${whose}`;
}

export function witnessRows({ policy, seen, isSigned }: LogState, now: Millis): WitnessRow[] {
  return policy.witnesses.map(({ name, key }) => {
    const sighting = seen.find((each) => each.name === name);
    const notSeen = isSigned ? 'not seen by it' : 'not checked';
    return {
      name: key.name,
      whose: isOwnWitness(name) ? 'our own' : 'independent',
      seen: sighting ? `seen ${ago(sighting.seconds * 1_000, now)}` : notSeen,
    };
  });
}

export function comparisonSaid(
  comparison: Comparison,
  size: number,
  who: string,
): { readonly text: string; readonly isAlarm: boolean } {
  const lines = linesSaid(size);
  const said = {
    same: `Unchanged since ${who} with ${lines}.`,
    grown: `It begins with the ${lines} of the log as ${who}.`,
    smaller: `It has fewer lines than as ${who}, with ${lines}: this is an old state, or lines were taken away.`,
    fork: `There are two logs. This one does not begin with the ${lines} as ${who}: lines were changed after they were signed.`,
    other: `It has another name than the log as ${who}, so the two cannot be compared.`,
  };
  return { text: said[comparison], isAlarm: comparison === 'fork' || comparison === 'smaller' };
}

/** The approximate size of a line in the tree, entry and hash. */
const BYTES_A_LINE = 300;

/** The size of a whole check, such as 0.2 MB. */
export const checkSize = (size: number): string =>
  `${Math.max(0.1, (size * BYTES_A_LINE) / 1e6).toFixed(1)} MB`;

import type { Stored } from '../stored.ts';
import type { claimSchema } from './shelf-schema.ts';

/** A count of plays; downloads only where a platform reports them. Negative in corrections. */
export interface Plays {
  readonly streams: number;
  readonly downloads?: number;
}

/** `shelf-schema.ts` documents the fields. */
export type Claim = Stored<typeof claimSchema>;

/** Everything said about one figure; empty when nothing was. */
export type Claims = readonly Claim[];

export const samePlays = (a: Plays, b: Plays): boolean =>
  a.streams === b.streams && a.downloads === b.downloads;

const namesIn = ({ names = [] }: Claim): string => names.join('\n');

const isSameStatement = (a: Claim, b: Claim): boolean =>
  samePlays(a, b) &&
  a.lines === b.lines &&
  a.complete === b.complete &&
  a.settled === b.settled &&
  namesIn(a) === namesIn(b);

/** The later one; of one moment the later file, and of one file the later line. */
const later = (a: Claim, b: Claim): Claim => {
  if (a.until !== b.until) return a.until > b.until ? a : b;
  if (a.file !== b.file) return a.file > b.file ? a : b;
  return a.line > b.line ? a : b;
};

const merged = (a: Claim, b: Claim): Claim => {
  const { file, line, until } = later(a, b);
  return { ...a, from: Math.min(a.from, b.from), until, file, line };
};

/** By authority, then by age, then by anything that does not depend on order of arrival. */
const compare = (a: Claim, b: Claim): number =>
  Number(a.complete) - Number(b.complete) ||
  a.lines - b.lines ||
  a.until - b.until ||
  a.streams - b.streams ||
  (a.downloads ?? -1) - (b.downloads ?? -1) ||
  Number(a.settled) - Number(b.settled) ||
  (namesIn(a) < namesIn(b) ? -1 : Number(namesIn(a) > namesIn(b)));

/**
 * Joins claims, the weightiest last. Joining gives the same in any order and any number of times:
 * however the files are imported, the figures come out equal.
 */
export function joinClaims(one: Claims, other: Claims): Claims {
  const joined: Claim[] = [];
  for (const claim of [...one, ...other]) {
    const at = joined.findIndex((known) => isSameStatement(known, claim));
    const known = joined[at];
    if (known) joined[at] = merged(known, claim);
    else joined.push(claim);
  }
  return joined.sort(compare);
}

/**
 * The claim that counts: among the settled ones a vouched batch, then the one with more lines, then
 * the one repeated last. Undefined while nothing is settled.
 */
export const currentClaim = (claims: Claims): Claim | undefined =>
  claims
    .filter(({ settled }) => settled)
    .sort(compare)
    .at(-1);

/** The claim that counts instead of one said at the same time with equal authority, as it is higher. */
export function outdoing(claims: Claims, claim: Claim): Claim | undefined {
  const current = currentClaim(claims);
  if (!current || !claim.settled || samePlays(claim, current)) return undefined;
  const isEqual =
    claim.until === current.until &&
    claim.lines === current.lines &&
    claim.complete === current.complete;
  return isEqual ? current : undefined;
}

/** Whether two claims come from two rows that were both said at one time: none replaces the other. */
function areBeside(a: Claim, b: Claim): boolean {
  if (a.file === '' || b.file === '') return false;
  if (a.file === b.file) return a.line !== b.line;
  return !samePlays(a, b) && a.from <= b.until && b.from <= a.until;
}

/**
 * Whether a snapshot's fresh claims would hide rows of the same file, or be hidden by them (N-INP-05).
 * A file that is later than all of them settles it.
 */
export const contradict = (known: Claims, fresh: Claims): boolean =>
  fresh.some(
    (claim) =>
      known.some((other) => areBeside(other, claim)) &&
      !known.some(({ settled, from }) => settled && from > claim.until),
  );

/**
 * Whether a fresh part of a batch and a known one are of different rows of one file, which were not added
 * up as only one of them was credited: of two such claims the larger would hide the other. A report that is
 * vouched for, or has as many rows as both, settles it.
 */
export function areApart(known: Claims, fresh: Claims): boolean {
  if (known.some(({ complete }) => complete)) return false;
  return fresh.some(({ file, line, lines }) => {
    const others = known.filter((one) => one.file === file && one.line !== line);
    const both = lines + Math.min(...others.map((one) => one.lines));
    return others.length > 0 && !known.some((one) => one.lines >= both);
  });
}

/** Which revision of the figure is shown: 1 until a file says something else. */
export function revisionOf(claims: Claims): number {
  const settled = claims.filter(({ settled }) => settled);
  return settled.length;
}

import type { Stored } from '../stored.ts';
import type { Millis } from '../units.ts';
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

type Saying = Claim['said'][number];

/** Files that a claim remembers: what the others say is known exactly while fewer are taken back. */
const SAYINGS_KEPT = 12;

/** When the first file that says so was made; 0 where none does. */
const saidFirst = ({ said }: Claim): Millis => said[0]?.at ?? 0;

/** When the last file that says so was made; 0 where none does. */
export const saidLast = ({ said }: Claim): Millis => said.at(-1)?.at ?? 0;

/** The lines at which two claims are said in one file, for each such file. */
const commonFiles = (a: Claim, b: Claim): (readonly [number, number])[] =>
  a.said.flatMap(({ file, line }) =>
    b.said.flatMap((other) => (other.file === file ? [[line, other.line] as const] : [])),
  );

const isInOtherLines = (a: Claim, b: Claim): boolean =>
  commonFiles(a, b).some(([line, other]) => line !== other);

const compareTexts = (a: string, b: string): number => (a < b ? -1 : Number(a > b));

/** The first and the last sayings of both: the same in whatever order and how often they are joined. */
function joinSayings(one: readonly Saying[], other: readonly Saying[]): Saying[] {
  const all = [...one, ...other]
    .sort((a, b) => a.at - b.at || compareTexts(a.file, b.file) || a.line - b.line)
    .filter(({ at, file }, n, sorted) => sorted[n + 1]?.at !== at || sorted[n + 1]?.file !== file);
  return all.length > SAYINGS_KEPT ? [...all.slice(0, 1), ...all.slice(1 - SAYINGS_KEPT)] : all;
}

const merged = (a: Claim, b: Claim): Claim => ({ ...a, said: joinSayings(a.said, b.said) });

/** By authority, then by age, then by anything that does not depend on order of arrival. */
const compare = (a: Claim, b: Claim): number =>
  Number(a.complete) - Number(b.complete) ||
  a.lines - b.lines ||
  saidLast(a) - saidLast(b) ||
  a.streams - b.streams ||
  (a.downloads ?? -1) - (b.downloads ?? -1) ||
  Number(a.settled) - Number(b.settled) ||
  compareTexts(namesIn(a), namesIn(b));

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
    saidLast(claim) === saidLast(current) &&
    claim.lines === current.lines &&
    claim.complete === current.complete;
  return isEqual ? current : undefined;
}

/** Whether two claims come from two rows that were both said at one time: none replaces the other. */
function areBeside(a: Claim, b: Claim): boolean {
  if (a.said.length === 0 || b.said.length === 0) return false;
  if (commonFiles(a, b).length > 0) return isInOtherLines(a, b);
  return !samePlays(a, b) && saidFirst(a) <= saidLast(b) && saidFirst(b) <= saidLast(a);
}

/**
 * Whether a snapshot's fresh claims would hide rows of the same file, or be hidden by them (N-INP-05).
 * A file that is later than all of them settles it.
 */
export const contradict = (known: Claims, fresh: Claims): boolean =>
  fresh.some(
    (claim) =>
      known.some((other) => areBeside(other, claim)) &&
      !known.some((other) => other.settled && saidFirst(other) > saidLast(claim)),
  );

/**
 * Whether a fresh part of a batch and a known one are of different rows of one file, which were not added
 * up as only one of them was credited: of two such claims the larger would hide the other. A report that is
 * vouched for, or has as many rows as both, settles it.
 */
export function areApart(known: Claims, fresh: Claims): boolean {
  if (known.some(({ complete }) => complete)) return false;
  return fresh.some((claim) => {
    const others = known.filter((one) => isInOtherLines(one, claim));
    const both = claim.lines + Math.min(...others.map((one) => one.lines));
    return others.length > 0 && !known.some((one) => one.lines >= both);
  });
}

/** Which revision of the figure is shown: 1 until a file says something else. */
export function revisionOf(claims: Claims): number {
  const settled = claims.filter(({ settled }) => settled);
  return settled.length;
}

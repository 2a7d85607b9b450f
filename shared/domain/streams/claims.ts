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

const isSameStatement = (a: Claim, b: Claim): boolean =>
  samePlays(a, b) && a.lines === b.lines && a.complete === b.complete && a.settled === b.settled;

const later = (a: Claim, b: Claim): Claim =>
  a.until > b.until || (a.until === b.until && a.file > b.file) ? a : b;

const merged = (a: Claim, b: Claim): Claim => {
  const { file, until } = later(a, b);
  return { ...a, from: Math.min(a.from, b.from), until, file };
};

/** By authority, then by age, then by anything that does not depend on order of arrival. */
const compare = (a: Claim, b: Claim): number =>
  Number(a.complete) - Number(b.complete) ||
  a.lines - b.lines ||
  a.until - b.until ||
  a.streams - b.streams ||
  (a.downloads ?? -1) - (b.downloads ?? -1) ||
  Number(a.settled) - Number(b.settled);

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

/** Which revision of the figure is shown: 1 until a file says something else. */
export function revisionOf(claims: Claims): number {
  const settled = claims.filter(({ settled }) => settled);
  return settled.length;
}

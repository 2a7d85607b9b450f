import type { Stored } from '../stored.ts';
import type { Millis } from '../units.ts';
import type { claimSchema } from './month-record-schema.ts';

/** Play counts. `downloads` is set only if a platform reports them; corrections are negative. */
export interface Plays {
  readonly streams: number;
  readonly downloads?: number;
}

export type Claim = Stored<typeof claimSchema>;

export type Claims = readonly Claim[];

export const samePlays = (a: Plays, b: Plays): boolean =>
  a.streams === b.streams && a.downloads === b.downloads;

const namesIn = ({ names = [] }: Claim): string => names.join('\n');

const isSameStatement = (a: Claim, b: Claim): boolean =>
  samePlays(a, b) &&
  a.lines === b.lines &&
  a.complete === b.complete &&
  a.final === b.final &&
  namesIn(a) === namesIn(b);

type Saying = Claim['said'][number];

/** The files that a claim remembers. While fewer are withdrawn, the statements of the others are known exactly. */
const SAYINGS_KEPT = 12;

/** Returns when the newest file with this claim was made; 0 without one. */
export const saidLast = ({ said }: Claim): Millis => said.at(-1)?.at ?? 0;

/**
 * Returns when the newest file was made that has both claims, each in its own row; undefined without such a
 * file. Times of different files are not compared, because the order of arrival would then decide.
 */
function saidApart(a: Claim, b: Claim): Millis | undefined {
  const times = a.said.flatMap(({ at, file, line }) =>
    b.said
      .filter((other) => other.file === file && other.line !== line)
      .map((other) => Math.max(at, other.at)),
  );
  return times.length === 0 ? undefined : Math.max(...times);
}

const compareTexts = (a: string, b: string): number => (a < b ? -1 : Number(a > b));

/** Merges sayings and keeps the first and the latest. The result does not depend on the order or number of merges. */
function joinSayings(one: readonly Saying[], other: readonly Saying[]): Saying[] {
  const all = [...one, ...other]
    .sort((a, b) => a.at - b.at || compareTexts(a.file, b.file) || a.line - b.line)
    .filter(({ at, file }, n, sorted) => sorted[n + 1]?.at !== at || sorted[n + 1]?.file !== file);
  return all.length > SAYINGS_KEPT ? [...all.slice(0, 1), ...all.slice(1 - SAYINGS_KEPT)] : all;
}

const merged = (a: Claim, b: Claim): Claim => ({ ...a, said: joinSayings(a.said, b.said) });

/** Orders by authority, then by age, then by values that do not depend on the order of arrival. */
const compare = (a: Claim, b: Claim): number =>
  Number(a.complete) - Number(b.complete) ||
  a.lines - b.lines ||
  saidLast(a) - saidLast(b) ||
  a.streams - b.streams ||
  (a.downloads ?? -1) - (b.downloads ?? -1) ||
  Number(a.final) - Number(b.final) ||
  compareTexts(namesIn(a), namesIn(b));

/** Joins claims, the strongest last. The result does not depend on the order or number of imports. */
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

/** Returns the final claim that counts: a vouched batch first, then more lines, then the latest statement. */
export const currentClaim = (claims: Claims): Claim | undefined =>
  claims
    .filter(({ final }) => final)
    .sort(compare)
    .at(-1);

/** Returns the current claim if it is as strong and as old as this one, but has a different figure. */
export function outdoing(claims: Claims, claim: Claim): Claim | undefined {
  const current = currentClaim(claims);
  if (!current || !claim.final || samePlays(claim, current)) return undefined;
  const isEqual =
    saidLast(claim) === saidLast(current) &&
    claim.lines === current.lines &&
    claim.complete === current.complete;
  return isEqual ? current : undefined;
}

/**
 * Says whether fresh and known claims of a snapshot are different rows of one file (N-INP-05). A later file
 * decides this.
 */
export function contradict(known: Claims, fresh: Claims): boolean {
  const finals = [...known, ...fresh].filter((claim) => claim.final);
  return fresh.some((claim) =>
    known.some((other) => {
      const at = saidApart(other, claim);
      return at !== undefined && !finals.some((one) => one !== other && saidLast(one) > at);
    }),
  );
}

/**
 * Says whether a fresh and a known part of a batch are different rows of one file. They are not summed if only
 * one was credited, and the larger claim would hide the other. A vouched report, or one with as many rows as
 * both, decides this.
 */
export function areApart(known: Claims, fresh: Claims): boolean {
  const all = [...known, ...fresh];
  return fresh.some((claim) => {
    const others = known.filter(
      (one) => one.complete === claim.complete && saidApart(one, claim) !== undefined,
    );
    const both = claim.lines + Math.min(...others.map((one) => one.lines));
    const decides = (part: Claim): boolean =>
      part.complete === claim.complete ? part.lines >= both : part.complete;
    return others.length > 0 && !all.some(decides);
  });
}

/** Returns the revision of the shown figure: 1 until a file states another one. */
export function countRevisions(claims: Claims): number {
  const finals = claims.filter(({ final }) => final);
  return finals.length;
}

/**
 * A figure of one source. A snapshot has the single part `whole`; a batch has a part for each batch and work,
 * which are summed.
 */
export type Cell = Readonly<Record<string, Claims>>;

export const wholePart = 'whole';

const join = <Value>(
  one: Readonly<Record<string, Value>>,
  other: Readonly<Record<string, Value>>,
  both: (a: Value, b: Value) => Value,
): Record<string, Value> => {
  const joined: Record<string, Value> = { ...one };
  for (const [key, value] of Object.entries(other)) {
    const known = joined[key];
    joined[key] = known === undefined ? value : both(known, value);
  }
  return joined;
};

export const joinCells = (one: Cell, other: Cell): Cell => join(one, other, joinClaims);

export type Cells = Readonly<Record<string, Cell>>;
export type CellsBySource = Readonly<Record<string, Cells>>;

const joinAll = (one: Cells, other: Cells): Cells => join(one, other, joinCells);

export const joinBySource = (one: CellsBySource, other: CellsBySource): CellsBySource =>
  join(one, other, joinAll);

export function sumPlays(cell: Cell): Plays | undefined {
  const current = Object.values(cell).flatMap((claims) => currentClaim(claims) ?? []);
  if (current.length === 0) return undefined;
  const streams = current.reduce((sum, claim) => sum + claim.streams, 0);
  const known = current.filter(({ downloads }) => downloads !== undefined);
  if (known.length === 0) return { streams };
  return { streams, downloads: known.reduce((sum, { downloads = 0 }) => sum + downloads, 0) };
}

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

/** When the last file that says so was made; 0 where none does. */
export const saidLast = ({ said }: Claim): Millis => said.at(-1)?.at ?? 0;

/**
 * When the last file was made that says both claims, each in a row of its own; undefined without such a file. Equal
 * or overlapping times of different files say nothing: their order of arrival would decide.
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

/** Joins claims, the weightiest last. Files give equal figures in whatever order and how often they are imported. */
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

/** The claim that counts among the settled ones: a vouched batch, then more lines, then the one repeated last. */
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

/**
 * Whether fresh claims of a snapshot and known ones would hide rows of one file (N-INP-05). A later file settles
 * it.
 */
export function contradict(known: Claims, fresh: Claims): boolean {
  const settled = [...known, ...fresh].filter((claim) => claim.settled);
  return fresh.some((claim) =>
    known.some((other) => {
      const at = saidApart(other, claim);
      return at !== undefined && !settled.some((one) => one !== other && saidLast(one) > at);
    }),
  );
}

/**
 * Whether a fresh part of a batch and a known one are of different rows of one file, which were not added
 * up as only one of them was credited: of two such claims the larger would hide the other. A report that is
 * vouched for, where they are not, or has as many rows as both, settles it.
 */
export function areApart(known: Claims, fresh: Claims): boolean {
  const all = [...known, ...fresh];
  return fresh.some((claim) => {
    const others = known.filter(
      (one) => one.complete === claim.complete && saidApart(one, claim) !== undefined,
    );
    const both = claim.lines + Math.min(...others.map((one) => one.lines));
    const settles = (part: Claim): boolean =>
      part.complete === claim.complete ? part.lines >= both : part.complete;
    return others.length > 0 && !all.some(settles);
  });
}

/** Which revision of the figure is shown: 1 until a file says something else. */
export function revisionOf(claims: Claims): number {
  const settled = claims.filter(({ settled }) => settled);
  return settled.length;
}

/** One figure of one source: of a snapshot its part `whole`; of a batch the sum of a part for each batch and work. */
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

/** What the cell says now: the sum of its parts; undefined while none of them is settled. */
export function playsOf(cell: Cell): Plays | undefined {
  const current = Object.values(cell).flatMap((claims) => currentClaim(claims) ?? []);
  if (current.length === 0) return undefined;
  const streams = current.reduce((sum, claim) => sum + claim.streams, 0);
  const known = current.filter(({ downloads }) => downloads !== undefined);
  if (known.length === 0) return { streams };
  return { streams, downloads: known.reduce((sum, { downloads = 0 }) => sum + downloads, 0) };
}

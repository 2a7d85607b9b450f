import { type Claims, currentClaim, joinClaims, type Plays } from './claims.ts';

/**
 * One figure of one source. A snapshot has the single part `whole`; a batch figure has a part for
 * every batch and work, and is their sum.
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

/** Cells by day, month or period. */
export type Cells = Readonly<Record<string, Cell>>;
/** Cells by source. */
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

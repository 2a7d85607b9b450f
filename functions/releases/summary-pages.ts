import { isRecord, readList, readMillis, readText } from '@datchain/shared/contracts/tolerant.ts';
import {
  addSizes,
  isWithin,
  measureSize,
  noSize,
  type Size,
} from '@datchain/shared/domain/document-size.ts';
import type { Data } from '../stores/document-store.ts';

/** A row of `assetsSummary` as stored; old rows may hold anything. */
export type Row = unknown;

const MAX_ROWS = 100;
/** The share of rows and bytes that a move leaves in `main`, so that not every release moves rows. */
const REMAINING_SHARE = 0.8;

/** The maximum size of an owner's uid, username and picture, as a sale may write them into an edition. */
const OWNER_BYTES = 420;

export const readSummaryRows = (summary: Data | undefined): Row[] => readList(summary?.assets);

const idOf = (row: Row): string => (isRecord(row) ? readText(row.id) : '');
const releasedAt = (row: Row): number =>
  (isRecord(row) ? readMillis(row.releaseTimestamp) : 0) ?? 0;

function grownSize(row: Row): Size {
  const size = measureSize(row);
  if (!isRecord(row)) return size;
  const editions = readList(row.editions).filter(isRecord);
  const owners = editions.map(({ currentOwnerId, username, profileImageUrl }) =>
    measureSize([currentOwnerId, username, profileImageUrl]),
  );
  const bytes = owners.reduce((sum, owner) => sum + Math.max(0, OWNER_BYTES - owner.bytes), 0);
  // Each edition that leaves the creator adds a number to ownedEditions.
  const leaves = editions.length - readList(row.ownedEditions).length;
  return addSizes(size, { bytes: bytes + leaves * 8, leaves });
}

const newestFirst = (rows: readonly Row[]): Row[] =>
  [...rows].sort((a, b) => releasedAt(b) - releasedAt(a));

function countFitting(rows: readonly Row[], part: number, most: number): number {
  let size = noSize;
  for (const [index, row] of rows.entries()) {
    size = addSizes(size, grownSize(row));
    if (index >= most || !isWithin(size, part)) return index;
  }
  return rows.length;
}

interface Shelved {
  readonly main: readonly Row[];
  readonly pages: ReadonlyMap<number, readonly Row[]>;
  readonly moved: ReadonlyMap<string, number>;
}

/**
 * Puts a new row into `main`. When `main` has too many rows, or they might outgrow a document's
 * limits, the oldest move to the last page and to new ones behind it. Each row moves once, so the
 * cost of a release does not grow with their number.
 *
 * @param lastPage number of the last page, at least 1; it may not exist yet
 * @param readPage the rows of a page; none for one that does not exist
 */
export function shelve(
  main: readonly Row[],
  row: Row,
  lastPage: number,
  readPage: (number: number) => readonly Row[],
): Shelved {
  const all = newestFirst([row, ...main.filter((one) => idOf(one) !== idOf(row))]);
  const pages = new Map<number, readonly Row[]>();
  const moved = new Map<string, number>();
  if (countFitting(all, 1, MAX_ROWS) === all.length) return { main: all, pages, moved };
  const kept = Math.max(1, countFitting(all, REMAINING_SHARE, MAX_ROWS * REMAINING_SHARE));
  let number = lastPage;
  let rows = readPage(number);
  let size = rows.map(grownSize).reduce(addSizes, noSize);
  for (const one of all.slice(kept).reverse()) {
    const own = grownSize(one);
    if (rows.length > 0 && !isWithin(addSizes(size, own))) {
      number += 1;
      rows = readPage(number);
      size = rows.map(grownSize).reduce(addSizes, noSize);
    }
    rows = [one, ...rows];
    size = addSizes(size, own);
    pages.set(number, rows);
    moved.set(idOf(one), number);
  }
  return { main: all.slice(0, kept), pages, moved };
}

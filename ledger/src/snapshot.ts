import {
  type BadRow,
  readAssetsSummary,
} from '@datchain/shared/contracts/documents/asset-summary.ts';
import {
  bookDaySchema,
  type StoredBookDay,
} from '@datchain/shared/contracts/documents/book-day.ts';
import { type Metrics, readMetrics } from '@datchain/shared/contracts/documents/metrics.ts';
import { readTokenBlock } from '@datchain/shared/contracts/documents/token-block.ts';
import type { TokenBlock } from '@datchain/shared/domain/blocks.ts';
import type { HistoryLine } from '@datchain/shared/domain/dat-events.ts';
import { type Dat, newestFirst } from '@datchain/shared/domain/dats.ts';
import type { PublicPerson } from '@datchain/shared/domain/profile-texts.ts';
import type { DatFigures } from '@datchain/shared/domain/streams/figures.ts';
import type { Millis } from '@datchain/shared/domain/units.ts';
import * as v from 'valibot';
import { type Remark, remarksOn } from './remarks.ts';

export const marketRow = 'market';

/** The row key of a DAT's streams, which change without the DAT. */
export const streamsRow = (datId: string): string => `streams/${datId}`;

/** Returns the DAT's id in a streams key; undefined for another key. */
export const datOfStreams = (key: string): string | undefined =>
  key.startsWith('streams/') ? key.slice('streams/'.length) : undefined;

export const personRow = (username: string): string => `people/${username.toLowerCase()}`;

export const isPersonRow = (key: string): boolean => key.startsWith('people/');

export const booksRow = 'books';

interface StoredData {
  readonly summaries: readonly { id: string; value: unknown; changedAt: Millis }[];
  readonly tokenBlocks: unknown;
  readonly metrics: unknown;
  readonly streams: {
    readonly byDat: SnapshotReading['figures'];
    readonly badRows: readonly BadRow[];
  };
  readonly histories: SnapshotReading['histories'];
  readonly bookDays: readonly { readonly id: string; readonly value: unknown }[];
  readonly people: SnapshotReading['people'];
}

/** The validated public data of one moment, with the rows that could not be read. */
export interface SnapshotReading {
  /** Newest first. A taken-down work keeps its own pages and its line in the exports. */
  readonly dats: readonly Dat[];
  /** Sorted by numeric id. */
  readonly blocks: readonly TokenBlock[];
  readonly metrics: Metrics;
  /** Streams by DAT id, without works that have none. */
  readonly figures: Readonly<Record<string, DatFigures>>;
  /** The newest lines of each DAT's history, newest first, by DAT id. */
  readonly histories: Readonly<Record<string, readonly HistoryLine[]>>;
  readonly bookDays: readonly StoredBookDay[];
  readonly people: Readonly<Record<string, PublicPerson>>;
  readonly badRows: readonly BadRow[];
  /** Rows that are shown although something is wrong with them. */
  readonly remarks: readonly Remark[];
  readonly documentChangedAt: Readonly<Record<string, Millis>>;
}

function readBlocks(value: unknown): { blocks: TokenBlock[]; badRows: BadRow[] } {
  const blocks: TokenBlock[] = [];
  const badRows: BadRow[] = [];
  for (const [id, stored] of Object.entries(value ?? {})) {
    const block = readTokenBlock(id, stored);
    if (block) blocks.push(block);
    // The database returns dense keys as an array: a hole is no row.
    else if (stored !== null) badRows.push({ row: `tokenBlocks/${id}`, problem: 'is no block' });
  }
  return { blocks: blocks.sort((a, b) => Number(a.id) - Number(b.id)), badRows };
}

function readBookDays(stored: StoredData['bookDays'], badRows: BadRow[]): StoredBookDay[] {
  return stored.flatMap(({ id, value }) => {
    const day = v.safeParse(bookDaySchema, value);
    if (day.success) return [day.output];
    const [issue] = day.issues;
    badRows.push({ row: `bookDays/${id}`, problem: `${v.getDotPath(issue)}: ${issue.message}` });
    return [];
  });
}

/** Reads the stored data and reports bad rows. @param isOther tells whether another DAT has this id */
export function readStoredData(
  stored: StoredData,
  isOther: (datId: string) => boolean = () => false,
): SnapshotReading {
  const dats = new Map<string, Dat>();
  const documentChangedAt: Record<string, Millis> = {};
  const remarks: Remark[] = [];
  const { blocks, badRows } = readBlocks(stored.tokenBlocks);
  for (const summary of stored.summaries) {
    const read = readAssetsSummary(summary.value, `assetsSummary/${summary.id}`);
    badRows.push(...read.badRows);
    for (const remark of remarksOn(summary.value, read.dats)) remarks.push(remark);
    for (const dat of read.dats) {
      if (dats.has(dat.id)) {
        badRows.push({ row: dat.id, problem: 'appears twice' });
        continue;
      }
      dats.set(dat.id, dat);
      documentChangedAt[dat.id] = summary.changedAt;
    }
  }
  for (const badRow of stored.streams.badRows) badRows.push(badRow);
  return {
    dats: newestFirst([...dats.values()]),
    blocks,
    metrics: readMetrics(stored.metrics),
    figures: Object.fromEntries(
      Object.entries(stored.streams.byDat).filter(([id]) => dats.has(id) || isOther(id)),
    ),
    histories: stored.histories,
    bookDays: readBookDays(stored.bookDays, badRows),
    people: stored.people,
    badRows,
    remarks,
    documentChangedAt,
  };
}

export interface Row {
  readonly key: string;
  readonly value: unknown;
  readonly at: Millis;
}

export function* rowsIn(reading: SnapshotReading, readAt: Millis): Generator<Row> {
  const { blocks, metrics, dats, histories, documentChangedAt, bookDays } = reading;
  yield { key: marketRow, value: [blocks, metrics], at: readAt };
  for (const dat of dats) {
    const { id } = dat;
    yield { key: id, value: [dat, histories[id] ?? null], at: documentChangedAt[id] ?? readAt };
  }
  for (const [id, value] of Object.entries(reading.figures)) {
    yield { key: streamsRow(id), value, at: readAt };
  }
  for (const [name, value] of Object.entries(reading.people)) {
    yield { key: personRow(name), value, at: readAt };
  }
  if (bookDays[0]) yield { key: booksRow, value: bookDays[0], at: readAt };
}

/** Hash and change time of each row, published with the site for a builder without its memory. */
export type RowIndex = Readonly<Record<string, readonly [print: string, changedAt: Millis]>>;

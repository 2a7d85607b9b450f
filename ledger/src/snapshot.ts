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

/** The key of the row of the streams of a DAT, which change without the DAT. */
export const streamsRow = (datId: string): string => `streams/${datId}`;

/** The id of the DAT of such a row; undefined for the key of any other. */
export const datOfStreams = (key: string): string | undefined =>
  key.startsWith('streams/') ? key.slice('streams/'.length) : undefined;

/** The key of the row of what someone's page says besides their works. */
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

/** The public data of one moment, checked: what could be read, and the rows that could not. */
export interface SnapshotReading {
  /** Newest first; what was taken down keeps its own pages and its line in the exports. */
  readonly dats: readonly Dat[];
  /** By numeric id. */
  readonly blocks: readonly TokenBlock[];
  readonly metrics: Metrics;
  /** Streams by DAT id; a work without any figure is not in it. */
  readonly figures: Readonly<Record<string, DatFigures>>;
  /** The newest lines of each DAT's history, newest first, by DAT id. */
  readonly histories: Readonly<Record<string, readonly HistoryLine[]>>;
  readonly bookDays: readonly StoredBookDay[];
  readonly people: Readonly<Record<string, PublicPerson>>;
  readonly badRows: readonly BadRow[];
  /** Rows that are shown, but are not as they should be. */
  readonly remarks: readonly Remark[];
  readonly documentChangedAt: Readonly<Record<string, Millis>>;
}

function readBlocks(value: unknown): { blocks: TokenBlock[]; badRows: BadRow[] } {
  const blocks: TokenBlock[] = [];
  const badRows: BadRow[] = [];
  for (const [id, stored] of Object.entries(value ?? {})) {
    const block = readTokenBlock(id, stored);
    if (block) blocks.push(block);
    // The database returns dense keys as a list with holes: a hole is not a row.
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

/** Reads the stored data; a bad row is reported. @param isOther whether there is a DAT besides these */
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

/** What pages are drawn from: a value by a key. */
export interface Row {
  readonly key: string;
  readonly value: unknown;
  readonly at: Millis;
}

/** The rows of what was read. */
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

/** The print of each row, and when it last changed: kept in the site for who has no file of its rows. */
export type RowIndex = Readonly<Record<string, readonly [print: string, changedAt: Millis]>>;

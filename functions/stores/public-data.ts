import { readDatHistory } from '@datchain/shared/contracts/documents/dat-history.ts';
import { docs, live } from '@datchain/shared/contracts/paths.ts';
import { FigureGathering, type StreamFigures } from '@datchain/shared/contracts/stream-figures.ts';
import { isRecord, readText } from '@datchain/shared/contracts/tolerant.ts';
import type { HistoryLine } from '@datchain/shared/domain/dat-events.ts';
import type { PublicPerson } from '@datchain/shared/domain/profile-texts.ts';
import { calendarOf } from '@datchain/shared/domain/streams/spans.ts';
import { utcDay } from '@datchain/shared/domain/time.ts';
import type { Millis } from '@datchain/shared/domain/units.ts';
import { millisOf } from './copy-documents.ts';
import { copiedValues } from './copy-live.ts';
import type { PublicCopy } from './public-copy.ts';
import { readPeople } from './public-people.ts';

/** One document of `assetsSummary`, as stored, and when it last changed. */
export interface SummaryDocument {
  readonly id: string;
  readonly value: unknown;
  readonly changedAt: Millis;
}

/** Everything public that the ledger is built from, as stored. */
export interface PublicData {
  /** `main` first, then p1, p2, … */
  readonly summaries: readonly SummaryDocument[];
  readonly tokenBlocks: unknown;
  readonly metrics: unknown;
  /** Streams of all works as of the day of the reading: folded at once, days are not kept. */
  readonly streams: StreamFigures;
  /** The newest lines of each DAT's history, by DAT id. */
  readonly histories: Readonly<Record<string, readonly HistoryLine[]>>;
  /** The days of the public books, newest first. */
  readonly bookDays: readonly { readonly id: string; readonly value: unknown }[];
  /** What people say of themselves, by username in lower case: of those who are named. */
  readonly people: Readonly<Record<string, PublicPerson>>;
}

const pageOrder = (id: string): number => (id === 'main' ? 0 : Number(id.replace(/\D/g, '')) || 1);

function readSummaries(copy: PublicCopy): SummaryDocument[] {
  return [...copy.file.all(docs.assetsSummaries)]
    .map(({ id, value, version }) => ({ id, value, changedAt: millisOf(version) ?? 0 }))
    .sort((a, b) => pageOrder(a.id) - pageOrder(b.id));
}

/** The newest lines of every DAT's history as the public sees it, newest first, by DAT id. */
const readHistories = (copy: PublicCopy): Record<string, HistoryLine[]> =>
  Object.fromEntries(
    [...copy.file.all(docs.datHistories)].map(({ id, value }) => [id, readDatHistory(value)]),
  );

/** So many days of the books have a page; all of them are in the public log. */
const BOOK_DAYS = 400;

const dateOf = (day: unknown): string => (isRecord(day) ? readText(day.date) : '');

function readBookDays(copy: PublicCopy): PublicData['bookDays'] {
  const days = [...copy.file.all(docs.bookDays)].map(({ id, value }) => ({ id, value }));
  return days.sort((a, b) => (dateOf(a.value) < dateOf(b.value) ? 1 : -1)).slice(0, BOOK_DAYS);
}

/** Folds the streams of all works: of both databases, as of a day. */
function readStreams(copy: PublicCopy, now: Millis): StreamFigures {
  const gathering = new FigureGathering(calendarOf(utcDay(now)));
  for (const { id, value } of copy.file.all(docs.analyticsSummaries)) {
    if (isRecord(value)) gathering.addSummary(id, value);
  }
  for (const { id, value } of copiedValues(copy.file, live.allStreamStats)) {
    gathering.addOwnStats({ [id]: value });
  }
  for (const { id, value } of copiedValues(copy.file, live.allEarnings)) {
    gathering.addEarnings({ [id]: value });
  }
  return gathering.figures();
}

/**
 * Reads the public data, as the rebuild's input, from a copy that was brought up to date. `now` only says
 * which day it is.
 *
 * @throws when a profile that the copy does not know cannot be read: half a snapshot would empty the site.
 */
export async function readPublicData(
  copy: PublicCopy,
  now: Millis = Date.now(),
): Promise<PublicData> {
  const summaries = readSummaries(copy);
  return {
    summaries,
    tokenBlocks: copy.market(live.tokenBlocks),
    metrics: copy.market(live.metrics),
    streams: readStreams(copy, now),
    histories: readHistories(copy),
    bookDays: readBookDays(copy),
    people: await readPeople(copy, summaries),
  };
}

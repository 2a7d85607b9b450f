import { assetsIn } from '@datchain/shared/contracts/documents/asset-summary.ts';
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
import type { Copied } from './copy-file.ts';
import { copiedValues } from './copy-live.ts';
import type { PublicCopy } from './public-copy.ts';
import { type NamedUid, peopleIn, readPeople } from './public-people.ts';

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

/** What is in a document that is about many works. */
export interface ManyWorks {
  /** Their ids. */
  readonly dats: readonly string[];
  /** The people whom it names. */
  readonly people: readonly NamedUid[];
}

/** The documents that are about many works, by their paths: `assetsSummary/p1`, `analyticsSummaries/main`. */
export type DocumentsOfMany = ReadonlyMap<string, ManyWorks>;

/** The public data, and where in the databases they are. */
export interface ReadPublicData extends PublicData {
  readonly documents: DocumentsOfMany;
}

export const summaryPath = (id: string): string => `${docs.assetsSummaries}/${id}`;
export const streamsPath = (id: string): string => `${docs.analyticsSummaries}/${id}`;

export function inSummary(value: unknown): ManyWorks {
  const dats = assetsIn(value).flatMap((asset) =>
    isRecord(asset) ? readText(asset.id).trim() : [],
  );
  return { dats, people: peopleIn(value) };
}

export const inStreams = (value: unknown): ManyWorks => ({
  dats: isRecord(value) ? Object.keys(value) : [],
  people: [],
});

const pageOrder = (id: string): number => (id === 'main' ? 0 : Number(id.replace(/\D/g, '')) || 1);

export const summariesIn = (documents: Iterable<Copied>): SummaryDocument[] =>
  [...documents]
    .map(({ id, value, version }) => ({ id, value, changedAt: millisOf(version) ?? 0 }))
    .sort((a, b) => pageOrder(a.id) - pageOrder(b.id));

/** The newest lines of DATS' histories as the public sees them, newest first, by DAT id. */
export const historiesIn = (documents: Iterable<Copied>): Record<string, HistoryLine[]> =>
  Object.fromEntries([...documents].map(({ id, value }) => [id, readDatHistory(value)]));

/** So many days of the books have a page; all of them are in the public log. */
const BOOK_DAYS = 400;

const dateOf = (day: unknown): string => (isRecord(day) ? readText(day.date) : '');

function readBookDays(copy: PublicCopy): PublicData['bookDays'] {
  const days = [...copy.file.all(docs.bookDays)].map(({ id, value }) => ({ id, value }));
  return days.sort((a, b) => (dateOf(a.value) < dateOf(b.value) ? 1 : -1)).slice(0, BOOK_DAYS);
}

/** What streams are folded from: documents of days, and a value of two kinds for each work. */
interface StoredStreams {
  readonly days: Iterable<Copied>;
  readonly ownStats: Iterable<Copied>;
  readonly earnings: Iterable<Copied>;
}

/** Folds streams, of both databases, as of a day. */
export function foldStreams(
  { days, ownStats, earnings }: StoredStreams,
  now: Millis,
): StreamFigures {
  const gathering = new FigureGathering(calendarOf(utcDay(now)));
  for (const { id, value } of days) if (isRecord(value)) gathering.addSummary(id, value);
  for (const { id, value } of ownStats) gathering.addOwnStats({ [id]: value });
  for (const { id, value } of earnings) gathering.addEarnings({ [id]: value });
  return gathering.figures();
}

/** What is small, and read each time. */
export const readSmall = (copy: PublicCopy) => ({
  tokenBlocks: copy.market(live.tokenBlocks),
  metrics: copy.market(live.metrics),
  bookDays: readBookDays(copy),
});

/**
 * Reads the public data, as the rebuild's input, from a copy that was brought up to date. `now` only says
 * which day it is.
 *
 * @throws when a profile that the copy does not know cannot be read: half a snapshot would empty the site.
 */
export async function readPublicData(
  copy: PublicCopy,
  now: Millis = Date.now(),
): Promise<ReadPublicData> {
  const { file } = copy;
  const documents = new Map<string, ManyWorks>();
  const summaries = summariesIn(file.all(docs.assetsSummaries));
  for (const { id, value } of summaries) documents.set(summaryPath(id), inSummary(value));
  function* days(): Generator<Copied> {
    for (const document of file.all(docs.analyticsSummaries)) {
      documents.set(streamsPath(document.id), inStreams(document.value));
      yield document;
    }
  }
  const ownStats = copiedValues(file, live.allStreamStats);
  const earnings = copiedValues(file, live.allEarnings);
  return {
    summaries,
    ...readSmall(copy),
    streams: foldStreams({ days: days(), ownStats, earnings }, now),
    histories: historiesIn(file.all(docs.datHistories)),
    people: await readPeople(
      copy,
      [...documents.values()].flatMap(({ people }) => people),
    ),
    documents,
  };
}

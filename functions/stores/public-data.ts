import { docs, live } from '@datchain/shared/contracts/paths.ts';
import { databaseRestUrl } from '@datchain/shared/contracts/site-addresses.ts';
import { FigureGathering, type StreamFigures } from '@datchain/shared/contracts/stream-figures.ts';
import type { HistoryLine } from '@datchain/shared/domain/dat-events.ts';
import type { PublicPerson } from '@datchain/shared/domain/profile-texts.ts';
import { calendarOf } from '@datchain/shared/domain/streams/spans.ts';
import { utcDay } from '@datchain/shared/domain/time.ts';
import type { Millis } from '@datchain/shared/domain/units.ts';
import { Firestore, type Settings } from '@google-cloud/firestore';
import { readHistories } from './public-histories.ts';
import { readPeople } from './public-people.ts';
import { readOwnFigures, readSummaryFigures } from './stream-figures.ts';

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

/** Where the public data is. */
export interface PublicDataSource {
  readonly projectId: string;
  /** https://{namespace}.firebaseio.com, or http://127.0.0.1:9000?ns={namespace}. */
  readonly databaseURL: string;
  /** host:port of Firestore's emulator; production without it. */
  readonly firestoreHost?: string | undefined;
}

const pageOrder = (id: string): number => (id === 'main' ? 0 : Number(id.replace(/\D/g, '')) || 1);

/** How a client finds an emulator, with all rights. */
export const emulatorSettings = (host: string): Settings => ({
  host,
  ssl: false,
  customHeaders: { Authorization: 'Bearer owner' },
});

async function readSummaries(firestore: Firestore): Promise<SummaryDocument[]> {
  const { docs: found } = await firestore.collection(docs.assetsSummaries).get();
  return found
    .map((doc) => ({ id: doc.id, value: doc.data(), changedAt: doc.updateTime.toMillis() }))
    .sort((a, b) => pageOrder(a.id) - pageOrder(b.id));
}

/** So many days of the books have a page; all of them are in the public log. */
const BOOK_DAYS = 400;

async function readBookDays(firestore: Firestore): Promise<PublicData['bookDays']> {
  const newest = firestore.collection(docs.bookDays).orderBy('date', 'desc').limit(BOOK_DAYS);
  const { docs: found } = await newest.get();
  return found.map((day) => ({ id: day.id, value: day.data() }));
}

async function readJson(url: string): Promise<unknown> {
  const response = await fetch(url, { signal: AbortSignal.timeout(30_000) });
  if (!response.ok) throw new Error(`${url} answered ${response.status}`);
  return response.json();
}

async function readStreams(
  firestore: Firestore,
  source: PublicDataSource,
  now: Millis,
): Promise<StreamFigures> {
  const gathering = new FigureGathering(calendarOf(utcDay(now)));
  await readSummaryFigures(firestore, gathering);
  await readOwnFigures(source, readJson, gathering);
  return gathering.figures();
}

/**
 * Reads the public summaries once, as the rebuild's input. The Realtime Database is read over REST
 * without credentials: these paths are public by the rules. `now` only says which day it is.
 *
 * @throws when a database cannot be reached: half a snapshot would empty the site.
 */
export async function readPublicData(
  source: PublicDataSource,
  now: Millis = Date.now(),
): Promise<PublicData> {
  const { projectId, firestoreHost } = source;
  const firestore = new Firestore({
    projectId,
    ...(firestoreHost ? emulatorSettings(firestoreHost) : {}),
  });
  const stored = readSummaries(firestore);
  const readings = [
    stored,
    readJson(databaseRestUrl(source, live.tokenBlocks)),
    readJson(databaseRestUrl(source, live.metrics)),
    readStreams(firestore, source, now),
    readHistories(firestore),
    readBookDays(firestore),
    stored.then((found) => readPeople(firestore, found)),
  ] as const;
  try {
    const [summaries, tokenBlocks, metrics, streams, histories, bookDays, people] =
      await Promise.all(readings);
    return { summaries, tokenBlocks, metrics, streams, histories, bookDays, people };
  } finally {
    // A reading that loses its connection in the middle would end the process.
    await Promise.allSettled(readings);
    await firestore.terminate();
  }
}

import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { docs, live } from '@datchain/shared/contracts/paths.ts';
import { FigureGathering, type StreamFigures } from '@datchain/shared/contracts/stream-figures.ts';
import { isRecord } from '@datchain/shared/contracts/tolerant.ts';
import { calendarOf } from '@datchain/shared/domain/streams/spans.ts';
import { utcDay } from '@datchain/shared/domain/time.ts';
import type { Millis } from '@datchain/shared/domain/units.ts';
import type { Copied, CopyFile } from './copy-file.ts';
import { copiedValues } from './copy-live.ts';

export const streamsPath = (id: string): string => `${docs.analyticsSummaries}/${id}`;

/** The ids of the works that a document of days is about. */
export const worksInDays = (value: unknown): string[] =>
  isRecord(value) ? Object.keys(value) : [];

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

/** Streams of all works, and the documents of days that they are from. */
export interface ReadStreams {
  readonly figures: StreamFigures;
  readonly documents: readonly (readonly [id: string, dats: readonly string[]])[];
}

/** Reads and folds the streams of a copy here. `now` only says which day it is. */
export function readStreamsHere(file: CopyFile, now: Millis): ReadStreams {
  const documents: [id: string, dats: string[]][] = [];
  function* days(): Generator<Copied> {
    for (const document of file.all(docs.analyticsSummaries)) {
      documents.push([document.id, worksInDays(document.value)]);
      yield document;
    }
  }
  const ownStats = copiedValues(file, live.allStreamStats);
  const earnings = copiedValues(file, live.allEarnings);
  return { figures: foldStreams({ days: days(), ownStats, earnings }, now), documents };
}

/** What the thread is told. */
export interface StreamsToRead {
  readonly path: string;
  readonly now: Millis;
}

/** The same in a thread of its own, from the copy's file. */
async function readStreamsAside(toRead: StreamsToRead): Promise<ReadStreams> {
  const thread = new Worker(new URL('./public-streams-thread.ts', import.meta.url), {
    workerData: toRead,
  });
  // As text: figures of many works take longer to be handed over as objects.
  const [text] = (await once(thread, 'message')) as [string];
  return JSON.parse(text);
}

/** With fewer works a thread takes longer to start than they take to be folded. */
const WORKS_ASIDE = 2_000;

/** Reads and folds the streams of a copy: those of many works meanwhile, in a thread. */
export async function readStreams(file: CopyFile, now: Millis): Promise<ReadStreams> {
  const { path } = file;
  return path === undefined || file.ids(docs.datHistories).length < WORKS_ASIDE
    ? readStreamsHere(file, now)
    : readStreamsAside({ path, now });
}

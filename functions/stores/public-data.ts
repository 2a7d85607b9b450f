import { assetsIn } from '@datchain/shared/contracts/documents/asset-summary.ts';
import { readDatHistory } from '@datchain/shared/contracts/documents/dat-history.ts';
import { docs, live } from '@datchain/shared/contracts/paths.ts';
import type { StreamFigures } from '@datchain/shared/contracts/stream-figures.ts';
import { isRecord, readText } from '@datchain/shared/contracts/tolerant.ts';
import type { HistoryLine } from '@datchain/shared/domain/dat-events.ts';
import type { PublicPerson } from '@datchain/shared/domain/profile-texts.ts';
import type { Millis } from '@datchain/shared/domain/units.ts';
import { parseVersionMillis } from './copy-documents.ts';
import type { Copied } from './copy-file.ts';
import type { PublicCopy } from './public-copy.ts';
import { type NamedUid, peopleIn, readPeople } from './public-people.ts';
import { readStreams, streamsPath } from './public-streams.ts';

export interface SummaryDocument {
  readonly id: string;
  readonly value: unknown;
  readonly changedAt: Millis;
}

export interface PublicData {
  /** `main` first, then p1, p2, … */
  readonly summaries: readonly SummaryDocument[];
  readonly tokenBlocks: unknown;
  readonly metrics: unknown;
  readonly streams: StreamFigures;
  readonly histories: Readonly<Record<string, readonly HistoryLine[]>>;
  /** The days of the public books, newest first. */
  readonly bookDays: readonly { readonly id: string; readonly value: unknown }[];
  /** Profiles of named people, by username in lower case. */
  readonly people: Readonly<Record<string, PublicPerson>>;
}

export interface ManyWorks {
  readonly dats: readonly string[];
  readonly people: readonly NamedUid[];
}

/** Documents about many works, by path: `assetsSummary/p1`, `analyticsSummaries/main`. */
export type DocumentsOfMany = ReadonlyMap<string, ManyWorks>;

export interface ReadPublicData extends PublicData {
  readonly documents: DocumentsOfMany;
}

export const summaryPath = (id: string): string => `${docs.assetsSummaries}/${id}`;

export function inSummary(value: unknown): ManyWorks {
  const dats = assetsIn(value).flatMap((asset) =>
    isRecord(asset) ? readText(asset.id).trim() : [],
  );
  return { dats, people: peopleIn(value) };
}

const pageOrder = (id: string): number => (id === 'main' ? 0 : Number(id.replace(/\D/g, '')) || 1);

export const summariesIn = (documents: Iterable<Copied>): SummaryDocument[] =>
  [...documents]
    .map(({ id, value, version }) => ({ id, value, changedAt: parseVersionMillis(version) ?? 0 }))
    .sort((a, b) => pageOrder(a.id) - pageOrder(b.id));

/** Reads the newest public lines of DATS' histories, newest first, by DAT id. */
export const historiesIn = (documents: Iterable<Copied>): Record<string, HistoryLine[]> =>
  Object.fromEntries([...documents].map(({ id, value }) => [id, readDatHistory(value)]));

/** The number of days with a page; the public log has all days. */
const BOOK_DAYS = 400;

const dateOf = (day: unknown): string => (isRecord(day) ? readText(day.date) : '');

function readBookDays(copy: PublicCopy): PublicData['bookDays'] {
  const days = [...copy.file.all(docs.bookDays)].map(({ id, value }) => ({ id, value }));
  return days.sort((a, b) => (dateOf(a.value) < dateOf(b.value) ? 1 : -1)).slice(0, BOOK_DAYS);
}

export const readSmall = (copy: PublicCopy) => ({
  tokenBlocks: copy.market(live.tokenBlocks),
  metrics: copy.market(live.metrics),
  bookDays: readBookDays(copy),
});

async function readBesideStreams(copy: PublicCopy) {
  const { file } = copy;
  const summaries = summariesIn(file.all(docs.assetsSummaries));
  const documents = summaries.map(({ id, value }) => [summaryPath(id), inSummary(value)] as const);
  return {
    summaries,
    ...readSmall(copy),
    histories: historiesIn(file.all(docs.datHistories)),
    people: await readPeople(
      copy,
      documents.flatMap(([, { people }]) => people),
    ),
    documents,
  };
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
): Promise<ReadPublicData> {
  const streams = readStreams(copy.file, now);
  const others = await readBesideStreams(copy);
  const ofStreams = streams.documents.map(
    ([id, dats]) => [streamsPath(id), { dats, people: [] }] as const,
  );
  return {
    ...others,
    streams: streams.figures,
    documents: new Map<string, ManyWorks>([...others.documents, ...ofStreams]),
  };
}

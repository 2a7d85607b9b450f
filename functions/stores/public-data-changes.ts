import { docs, live } from '@datchain/shared/contracts/paths.ts';
import { isRecord } from '@datchain/shared/contracts/tolerant.ts';
import type { Millis } from '@datchain/shared/domain/units.ts';
import type { Copied, CopyFile, CopyPlace } from './copy-file.ts';
import { placeOf } from './copy-live.ts';
import type { PublicCopy } from './public-copy.ts';
import {
  type DocumentsOfMany,
  foldStreams,
  historiesIn,
  inStreams,
  inSummary,
  type ManyWorks,
  type PublicData,
  readSmall,
  streamsPath,
  summariesIn,
  summaryPath,
} from './public-data.ts';
import { type NamedUid, readPeople } from './public-people.ts';

/** What was read before. */
export interface ReadBefore {
  /** The state of the copy. */
  readonly copy: string;
  readonly documents: DocumentsOfMany;
}

/** What has changed of the public data. */
export interface PublicChanges {
  /** All of what is small; of all else what may be another than before. */
  readonly data: PublicData;
  /** What may be another than before: what of it is not in the data is gone. */
  readonly touched: {
    /** The ids of works. */
    readonly dats: ReadonlySet<string>;
    /** The ids of works with other streams; of those that are no works any more too. */
    readonly streams: ReadonlySet<string>;
    /** Usernames in lower case. */
    readonly people: ReadonlySet<string>;
  };
  /** The documents of many works that have changed; undefined for those that are gone. */
  readonly documents: ReadonlyMap<string, ManyWorks | undefined>;
}

const datsIn = (documents: Iterable<ManyWorks | undefined>): Set<string> =>
  new Set([...documents].flatMap((document) => document?.dats ?? []));

const peopleIn = (documents: Iterable<ManyWorks | undefined>): NamedUid[] =>
  [...documents].flatMap((document) => document?.people ?? []);

/** The documents of a copy that exist among these, in the order of their ids. */
const existing = (file: CopyFile, collection: string, ids: Iterable<string>): Copied[] =>
  [...new Set(ids)].sort().flatMap((id) => {
    const found = file.get(collection, id);
    return found?.value === undefined ? [] : found;
  });

/** The documents of a collection that were about any of these works. */
function about(before: DocumentsOfMany, collection: string, dats: ReadonlySet<string>): string[] {
  const begin = `${collection}/`;
  return [...before].flatMap(([path, own]) =>
    path.startsWith(begin) && own.dats.some((id) => dats.has(id)) ? path.slice(begin.length) : [],
  );
}

/** What is in some documents of many works: before, now, and in all others. */
interface Compared {
  readonly before: readonly (ManyWorks | undefined)[];
  readonly now: ReadonlyMap<string, ManyWorks | undefined>;
  readonly others: readonly ManyWorks[];
}

/** @param ids of the documents; what they hold is looked up among those that exist */
function compare(
  documents: DocumentsOfMany,
  paths: readonly string[],
  found: ReadonlyMap<string, ManyWorks>,
): Compared {
  const now = new Map(paths.map((path) => [path, found.get(path)]));
  return {
    before: paths.map((path) => documents.get(path)),
    now,
    others: [...documents].flatMap(([path, own]) => (now.has(path) ? [] : own)),
  };
}

/** Streams of some works, folded. */
function streamsOf(
  file: CopyFile,
  documentIds: readonly string[],
  dats: ReadonlySet<string>,
  now: Millis,
) {
  const own = (value: unknown) =>
    Object.entries(isRecord(value) ? value : {}).filter(([id]) => dats.has(id));
  const stored = {
    days: existing(file, docs.analyticsSummaries, documentIds).map((document) => ({
      ...document,
      value: Object.fromEntries(own(document.value)),
    })),
    ownStats: existing(file, placeOf(live.allStreamStats), dats),
    earnings: existing(file, placeOf(live.allEarnings), dats),
  };
  return foldStreams(stored, now);
}

/** The ids of what has changed in some collections. */
const idsIn = (changed: readonly CopyPlace[], collections: readonly string[]): string[] =>
  changed.filter(({ collection }) => collections.includes(collection)).map(({ id }) => id);

/**
 * Reads what has changed of the public data since they were read, on the same day.
 *
 * @returns undefined when that cannot be told from what has changed alone: then everything is to be read
 * @throws as readPublicData does
 */
export async function readPublicChanges(
  copy: PublicCopy,
  { copy: state, documents }: ReadBefore,
  now: Millis = Date.now(),
): Promise<PublicChanges | undefined> {
  const { file } = copy;
  const changed = file.changedSince(state);
  if (!changed) return undefined;

  // A row is a work with its history: the document of the work is read again in any case.
  const histories = new Set(idsIn(changed, [docs.datHistories]));
  const ofSummaries = [
    ...idsIn(changed, [docs.assetsSummaries]),
    ...about(documents, docs.assetsSummaries, histories),
  ];
  const summaries = summariesIn(existing(file, docs.assetsSummaries, ofSummaries));
  const works = compare(
    new Map([...documents].filter(([path]) => path.startsWith(`${docs.assetsSummaries}/`))),
    ofSummaries.map(summaryPath),
    new Map(summaries.map(({ id, value }) => [summaryPath(id), inSummary(value)])),
  );
  const [datsBefore, datsNow] = [datsIn(works.before), datsIn(works.now.values())];
  const otherDats = datsIn(works.others);
  // Which row counts of a work that is in two documents is told from all of them.
  if ([...datsNow].some((id) => otherDats.has(id))) return undefined;

  const ofDays = idsIn(changed, [docs.analyticsSummaries]);
  const daysNow = existing(file, docs.analyticsSummaries, ofDays);
  const days = compare(
    documents,
    ofDays.map(streamsPath),
    new Map(daysNow.map(({ id, value }) => [streamsPath(id), inStreams(value)])),
  );
  const streams = new Set([
    ...idsIn(changed, [live.allStreamStats, live.allEarnings].map(placeOf)),
    ...datsIn(days.before),
    ...datsIn(days.now.values()),
    ...[...datsNow].filter((id) => !datsBefore.has(id)),
  ]);
  const documentIds = [...ofDays, ...about(documents, docs.analyticsSummaries, streams)];

  const uids = new Set(
    idsIn(changed, [docs.publicProfiles, docs.publicLogPeople, docs.followersAll]),
  );
  const named = peopleIn([...works.others, ...works.now.values()]);
  const touched = [
    ...otherPeople(peopleIn(works.before), peopleIn(works.now.values())),
    ...named.filter(([, uid]) => uids.has(uid)),
  ];
  const people = new Set(touched.map(([name]) => name));
  const asked = named.filter(([name]) => people.has(name));
  return {
    data: {
      summaries,
      ...readSmall(copy),
      streams: streamsOf(file, documentIds, streams, now),
      histories: historiesIn(existing(file, docs.datHistories, datsNow)),
      people: await readPeople(copy, asked),
    },
    touched: { dats: new Set([...datsBefore, ...datsNow]), streams, people },
    documents: new Map([...works.now, ...days.now]),
  };
}

/** Those who are named by the one and not by the other. */
function otherPeople(some: readonly NamedUid[], others: readonly NamedUid[]): NamedUid[] {
  const texts = (named: readonly NamedUid[]) => new Set(named.map((one) => one.join(' ')));
  const [left, right] = [texts(some), texts(others)];
  return [
    ...some.filter((one) => !right.has(one.join(' '))),
    ...others.filter((one) => !left.has(one.join(' '))),
  ];
}

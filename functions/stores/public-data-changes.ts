import { docs, live } from '@datchain/shared/contracts/paths.ts';
import { isRecord } from '@datchain/shared/contracts/tolerant.ts';
import type { Millis } from '@datchain/shared/domain/units.ts';
import type { Copied, CopyFile, CopyPlace } from './copy-file.ts';
import { livePlace } from './copy-live.ts';
import type { PublicCopy } from './public-copy.ts';
import {
  type DocumentsOfMany,
  historiesIn,
  inSummary,
  type ManyWorks,
  type PublicData,
  readSmall,
  summariesIn,
  summaryPath,
} from './public-data.ts';
import { type NamedUid, readPeople } from './public-people.ts';
import { foldStreams, streamsPath, worksInDays } from './public-streams.ts';

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

/**
 * @param documents all of a kind, as they were
 * @param paths of those that are compared
 * @param found those among them that there are now
 */
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
    ownStats: existing(file, livePlace(live.allStreamStats), dats),
    earnings: existing(file, livePlace(live.allEarnings), dats),
  };
  return foldStreams(stored, now);
}

/** What is compared with what was read before. */
interface Comparing {
  readonly file: CopyFile;
  readonly changed: readonly CopyPlace[];
  readonly documents: DocumentsOfMany;
}

/** The ids of what has changed in some collections. */
const changedIn = ({ changed }: Comparing, ...collections: readonly string[]): string[] =>
  changed.filter(({ collection }) => collections.includes(collection)).map(({ id }) => id);

/** The rows of works: of all in the documents that have changed, or whose histories have. */
function compareWorks(comparing: Comparing) {
  const { file, documents } = comparing;
  const histories = new Set(changedIn(comparing, docs.datHistories));
  const ids = [
    ...changedIn(comparing, docs.assetsSummaries),
    // A row is a work with its history: its document is read again in any case.
    ...about(documents, docs.assetsSummaries, histories),
  ];
  const summaries = summariesIn(existing(file, docs.assetsSummaries, ids));
  const begin = `${docs.assetsSummaries}/`;
  const works = compare(
    new Map([...documents].filter(([path]) => path.startsWith(begin))),
    ids.map(summaryPath),
    new Map(summaries.map(({ id, value }) => [summaryPath(id), inSummary(value)])),
  );
  const [before, now] = [datsIn(works.before), datsIn(works.now.values())];
  return { summaries, works, dats: { before, now, others: datsIn(works.others) } };
}

/** The streams that may be others, of works that are there already and of new ones. */
function compareStreams(comparing: Comparing, added: readonly string[]) {
  const { file, documents } = comparing;
  const ids = changedIn(comparing, docs.analyticsSummaries);
  const days = compare(
    documents,
    ids.map(streamsPath),
    new Map(
      existing(file, docs.analyticsSummaries, ids).map(({ id, value }) => [
        streamsPath(id),
        { dats: worksInDays(value), people: [] },
      ]),
    ),
  );
  const streams = new Set([
    ...changedIn(comparing, ...[live.allStreamStats, live.allEarnings].map(livePlace)),
    ...datsIn(days.before),
    ...datsIn(days.now.values()),
    ...added,
  ]);
  // What is reported of a work may be in several documents.
  const documentIds = [...ids, ...about(documents, docs.analyticsSummaries, streams)];
  return { days, streams, documentIds };
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

/** The people of whom something else may be said: who they are by their names, in all rows. */
function comparePeople(comparing: Comparing, { before, now, others }: Compared) {
  const uids = new Set(
    changedIn(comparing, docs.publicProfiles, docs.publicLogPeople, docs.followersAll),
  );
  const named = peopleIn([...others, ...now.values()]);
  const touched = [
    ...otherPeople(peopleIn(before), peopleIn(now.values())),
    ...named.filter(([, uid]) => uids.has(uid)),
  ];
  const people = new Set(touched.map(([name]) => name));
  return { people, named: named.filter(([name]) => people.has(name)) };
}

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
  const comparing = { file, changed, documents };
  const { summaries, works, dats } = compareWorks(comparing);
  // Which row counts of a work that is in two documents is told from all of them.
  if ([...dats.now].some((id) => dats.others.has(id))) return undefined;
  const added = [...dats.now].filter((id) => !dats.before.has(id));
  const { days, streams, documentIds } = compareStreams(comparing, added);
  const { people, named } = comparePeople(comparing, works);
  return {
    data: {
      summaries,
      ...readSmall(copy),
      streams: streamsOf(file, documentIds, streams, now),
      histories: historiesIn(existing(file, docs.datHistories, dats.now)),
      people: await readPeople(copy, named),
    },
    touched: { dats: new Set([...dats.before, ...dats.now]), streams, people },
    documents: new Map([...works.now, ...days.now]),
  };
}

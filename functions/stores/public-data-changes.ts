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

export interface ReadBefore {
  readonly copy: string;
  readonly documents: DocumentsOfMany;
}

export interface PublicChanges {
  readonly data: PublicData;
  /** The keys of rows that may have changed. A touched row that is missing in the data is deleted. */
  readonly touched: {
    readonly dats: ReadonlySet<string>;
    /** Ids of works with changed streams, deleted works included. */
    readonly streams: ReadonlySet<string>;
    /** Usernames in lower case. */
    readonly people: ReadonlySet<string>;
  };
  /** The changed documents; undefined for deleted ones. */
  readonly documents: ReadonlyMap<string, ManyWorks | undefined>;
}

const datsIn = (documents: Iterable<ManyWorks | undefined>): Set<string> =>
  new Set([...documents].flatMap((document) => document?.dats ?? []));

const peopleIn = (documents: Iterable<ManyWorks | undefined>): NamedUid[] =>
  [...documents].flatMap((document) => document?.people ?? []);

const existing = (file: CopyFile, collection: string, ids: Iterable<string>): Copied[] =>
  [...new Set(ids)].sort().flatMap((id) => {
    const found = file.get(collection, id);
    return found?.value === undefined ? [] : found;
  });

function about(before: DocumentsOfMany, collection: string, dats: ReadonlySet<string>): string[] {
  const begin = `${collection}/`;
  return [...before].flatMap(([path, own]) =>
    path.startsWith(begin) && own.dats.some((id) => dats.has(id)) ? path.slice(begin.length) : [],
  );
}

interface Compared {
  readonly before: readonly (ManyWorks | undefined)[];
  readonly now: ReadonlyMap<string, ManyWorks | undefined>;
  readonly others: readonly ManyWorks[];
}

/**
 * @param documents the former content, by path
 * @param paths of the compared documents
 * @param found the existing ones among them
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

interface Comparing {
  readonly file: CopyFile;
  readonly changed: readonly CopyPlace[];
  readonly documents: DocumentsOfMany;
}

const changedIn = ({ changed }: Comparing, ...collections: readonly string[]): string[] =>
  changed.filter(({ collection }) => collections.includes(collection)).map(({ id }) => id);

function compareWorks(comparing: Comparing) {
  const { file, documents } = comparing;
  const histories = new Set(changedIn(comparing, docs.datHistories));
  const ids = [
    ...changedIn(comparing, docs.assetsSummaries),
    // A row has a work and its history, so its document is read again too.
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
  // Several documents may report a work.
  const documentIds = [...ids, ...about(documents, docs.analyticsSummaries, streams)];
  return { days, streams, documentIds };
}

function otherPeople(some: readonly NamedUid[], others: readonly NamedUid[]): NamedUid[] {
  const texts = (named: readonly NamedUid[]) => new Set(named.map((one) => one.join(' ')));
  const [left, right] = [texts(some), texts(others)];
  return [
    ...some.filter((one) => !right.has(one.join(' '))),
    ...others.filter((one) => !left.has(one.join(' '))),
  ];
}

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
 * Reads the changes since the former reading of the same day.
 *
 * @returns undefined when everything has to be read
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
  // All documents decide which row counts for a work that is in two.
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

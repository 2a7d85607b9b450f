import { docs } from '@datchain/shared/contracts/paths.ts';
import { readText } from '@datchain/shared/contracts/tolerant.ts';
import { MINUTE_MILLIS } from '@datchain/shared/domain/time.ts';
import type { Millis } from '@datchain/shared/domain/units.ts';
import { FieldPath, type Firestore, Timestamp } from '@google-cloud/firestore';
import type { CopyFile } from './copy-file.ts';
import type { Data } from './document-store.ts';
import { copiedCollections, isCopied } from './public-changes.ts';

/** Writes are not committed in the order of their marks' times, so the last minute is read again. */
const OVERLAP_MILLIS = MINUTE_MILLIS;

const MARKS_PER_PAGE = 300;
/** Documents of some collections have up to 700 KB. */
const PAGE_SIZES: Readonly<Record<string, number>> = {
  [docs.assetsSummaries]: 10,
  [docs.analyticsSummaries]: 4,
};
const DEFAULT_PAGE_SIZE = 300;

/** Formats a document's update time as a text that sorts by time, to the nanosecond. */
export const formatVersion = (time: Timestamp | undefined): string =>
  time
    ? `${String(time.seconds).padStart(12, '0')}.${String(time.nanoseconds).padStart(9, '0')}`
    : '';

export const parseVersionMillis = (version: string): Millis | undefined => {
  const [seconds, nanoseconds] = version.split('.');
  return seconds
    ? Number(seconds) * 1_000 + Math.floor(Number(nanoseconds) / 1_000_000)
    : undefined;
};

export const splitPath = (path: string): [collection: string, id: string] => {
  const [collection = '', id = ''] = path.split('/');
  return [collection, id];
};

/**
 * Projections of collections that are not copied whole. Secret numbers of the public log, and the numbers of unnamed
 * people, are left out: a copy cannot leak them.
 */
const copiedPart: Readonly<Record<string, (data: Data) => Data>> = {
  [docs.publicLogPeople]: ({ person, isUnnamed }) => ({
    person: isUnnamed === false ? person : '',
    isUnnamed,
  }),
};

type Snapshot = FirebaseFirestore.DocumentSnapshot;

function copiedOf(document: Snapshot) {
  const { id, ref, updateTime } = document;
  const data = document.data();
  const part = copiedPart[ref.parent.id];
  return { id, value: data && part ? part(data) : data, version: formatVersion(updateTime) };
}

/** Copies documents by path. Returns the number of reads. */
export async function copyDocuments(
  firestore: Firestore,
  copy: CopyFile,
  paths: readonly string[],
): Promise<number> {
  for (const [collection, own] of Map.groupBy(paths, (path) => splitPath(path)[0])) {
    const size = PAGE_SIZES[collection] ?? DEFAULT_PAGE_SIZE;
    for (let start = 0; start < own.length; start += size) {
      const some = own.slice(start, start + size).map((path) => firestore.doc(path));
      const found = await firestore.getAll(...some);
      copy.together(() => {
        for (const document of found) {
          // The read time is the version of a missing document.
          const version = formatVersion(document.updateTime ?? document.readTime);
          copy.put(collection, { ...copiedOf(document), version });
        }
      });
    }
  }
  return paths.length;
}

export interface SeenMark {
  readonly path: string;
  readonly version: string;
}

const seenMark = ({ ref, updateTime }: Snapshot): SeenMark => ({
  path: ref.path,
  version: formatVersion(updateTime),
});

interface Looked {
  readonly documents: number;
  /** The time of the copied state, by the server's clock. */
  readonly readAt: Millis;
  readonly newest: SeenMark | undefined;
}

/**
 * Tells whether a known mark is missing or older: the database was emptied or restored from a backup, so its marks
 * do not cover the copy.
 */
export async function isTurnedBack(firestore: Firestore, seen: SeenMark): Promise<boolean> {
  return formatVersion((await firestore.doc(seen.path).get()).updateTime) < seen.version;
}

export async function copyChangedDocuments(
  firestore: Firestore,
  copy: CopyFile,
  since: Millis,
): Promise<Looked> {
  const from = Timestamp.fromMillis(since - OVERLAP_MILLIS);
  const marks = firestore.collection(docs.publicChanges).where('at', '>=', from).orderBy('at');
  let readAt: Millis | undefined;
  let documents = 0;
  for (let last: Snapshot | undefined; ; ) {
    const page = await (last ? marks.startAfter(last) : marks).limit(MARKS_PER_PAGE).get();
    readAt ??= page.readTime.toMillis();
    const newer = page.docs.flatMap((mark) => {
      const path = readText(mark.get('path'));
      const known = copy.versionOf(...splitPath(path)) ?? '';
      // A document and its mark have the same write time.
      return isCopied(path) && known < formatVersion(mark.updateTime) ? [path] : [];
    });
    documents += page.size + (await copyDocuments(firestore, copy, newer));
    last = page.docs.at(-1) ?? last;
    if (page.size < MARKS_PER_PAGE) return { documents, readAt, newest: last && seenMark(last) };
  }
}

/**
 * Copies everything, and deletes missing documents from the copy.
 *
 * @param since the last update: the copy should have all earlier writes
 * @returns also the paths of earlier writes that the copy lacked, because they had no mark
 */
export async function copyAllDocuments(
  firestore: Firestore,
  copy: CopyFile,
  since: Millis | undefined,
): Promise<Looked & { readonly unmarked: string[] }> {
  const unmarked: string[] = [];
  const isUnmarked = (version: string) =>
    since !== undefined && (parseVersionMillis(version) ?? 0) < since;
  let documents = 0;
  let readAt: Millis | undefined;
  for (const collection of copiedCollections) {
    const gone = new Set(copy.ids(collection));
    const size = PAGE_SIZES[collection] ?? DEFAULT_PAGE_SIZE;
    const all = firestore.collection(collection).orderBy(FieldPath.documentId());
    for (let last: Snapshot | undefined; ; ) {
      const page = await (last ? all.startAfter(last) : all).limit(size).get();
      readAt ??= page.readTime.toMillis();
      copy.together(() => {
        for (const found of page.docs) {
          const own = copiedOf(found);
          gone.delete(own.id);
          if (copy.put(collection, own) && isUnmarked(own.version)) unmarked.push(found.ref.path);
        }
      });
      documents += page.size;
      last = page.docs.at(-1);
      if (page.size < size) break;
    }
    copy.together(() => {
      for (const id of gone) {
        if (copy.forget(collection, id) && since !== undefined)
          unmarked.push(`${collection}/${id}`);
      }
    });
  }
  const marks = firestore.collection(docs.publicChanges).orderBy('at', 'desc').limit(1);
  const newest = (await marks.get()).docs.map(seenMark)[0];
  return { documents, readAt: readAt ?? 0, newest, unmarked };
}

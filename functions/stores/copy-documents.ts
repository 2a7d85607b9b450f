import { docs } from '@datchain/shared/contracts/paths.ts';
import { readText } from '@datchain/shared/contracts/tolerant.ts';
import { MINUTE_MILLIS } from '@datchain/shared/domain/time.ts';
import type { Millis } from '@datchain/shared/domain/units.ts';
import { FieldPath, type Firestore, Timestamp } from '@google-cloud/firestore';
import type { CopyFile } from './copy-file.ts';
import type { Data } from './document-store.ts';
import { copiedCollections, isCopied } from './public-changes.ts';

/**
 * A mark's time is when the server took the write up, and writes are not committed in that order: for so
 * long the marks before the last look are looked at again.
 */
const OVERLAP_MILLIS = MINUTE_MILLIS;

const MARKS = 300;
/** Those of some collections hold up to 700 KB. */
const AT_ONCE: Readonly<Record<string, number>> = {
  [docs.assetsSummaries]: 10,
  [docs.analyticsSummaries]: 4,
};
const OTHERS_AT_ONCE = 300;

/** Sorts as the times do, to the nanosecond: a document's version is when it was last written. */
export const versionOf = (time: Timestamp | undefined): string =>
  time
    ? `${String(time.seconds).padStart(12, '0')}.${String(time.nanoseconds).padStart(9, '0')}`
    : '';

/** The milliseconds of a version; undefined for what has none. */
export const millisOf = (version: string): Millis | undefined => {
  const [seconds, nanoseconds] = version.split('.');
  return seconds
    ? Number(seconds) * 1_000 + Math.floor(Number(nanoseconds) / 1_000_000)
    : undefined;
};

/** Where the copy keeps a document. */
export const placeOf = (path: string): [collection: string, id: string] => {
  const [collection = '', id = ''] = path.split('/');
  return [collection, id];
};

/**
 * What is copied where that is not the whole document. The secret numbers of the public log stay where
 * they are, and so does the number of those who are unnamed: a copy cannot give them away.
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
  return { id, value: data && part ? part(data) : data, version: versionOf(updateTime) };
}

/** Copies documents by their paths. @returns how many were read */
export async function copyDocuments(
  firestore: Firestore,
  copy: CopyFile,
  paths: readonly string[],
): Promise<number> {
  for (const [collection, own] of Map.groupBy(paths, (path) => placeOf(path)[0])) {
    const size = AT_ONCE[collection] ?? OTHERS_AT_ONCE;
    for (let start = 0; start < own.length; start += size) {
      const some = own.slice(start, start + size).map((path) => firestore.doc(path));
      const found = await firestore.getAll(...some);
      copy.together(() => {
        for (const document of found) {
          // A document that is gone is known to be, from the moment of this reading on.
          const version = versionOf(document.updateTime ?? document.readTime);
          copy.put(collection, { ...copiedOf(document), version });
        }
      });
    }
  }
  return paths.length;
}

/** A mark, and the version in which it was seen. */
export interface SeenMark {
  readonly path: string;
  readonly version: string;
}

const seenMark = ({ ref, updateTime }: Snapshot): SeenMark => ({
  path: ref.path,
  version: versionOf(updateTime),
});

/** What a look at the marks came to. */
interface Looked {
  /** Marks and documents that were read. */
  readonly documents: number;
  /** When the databases were as the copy is now, by the server's clock. */
  readonly readAt: Millis;
  /** The last mark by time, if one was seen. */
  readonly newest: SeenMark | undefined;
}

/**
 * Whether a mark that was seen is there no more, or an older one: then the database was emptied, or
 * brought back from a backup, and knows nothing of what a copy has seen since.
 */
export async function isTurnedBack(firestore: Firestore, seen: SeenMark): Promise<boolean> {
  return versionOf((await firestore.doc(seen.path).get()).updateTime) < seen.version;
}

/** Copies what has changed since the last look. */
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
    const page = await (last ? marks.startAfter(last) : marks).limit(MARKS).get();
    readAt ??= page.readTime.toMillis();
    const newer = page.docs.flatMap((mark) => {
      const path = readText(mark.get('path'));
      const known = copy.versionOf(...placeOf(path)) ?? '';
      // Document and mark were written at the same moment.
      return isCopied(path) && known < versionOf(mark.updateTime) ? [path] : [];
    });
    documents += page.size + (await copyDocuments(firestore, copy, newer));
    last = page.docs.at(-1) ?? last;
    if (page.size < MARKS) return { documents, readAt, newest: last && seenMark(last) };
  }
}

/**
 * Copies everything, and forgets what is gone.
 *
 * @param since the last look at the marks: what was written before it should be in the copy already
 * @returns besides, the paths of documents that should be and are not: they have changed without a mark
 */
export async function copyAllDocuments(
  firestore: Firestore,
  copy: CopyFile,
  since: Millis | undefined,
): Promise<Looked & { readonly unmarked: string[] }> {
  const unmarked: string[] = [];
  const isUnmarked = (version: string) => since !== undefined && (millisOf(version) ?? 0) < since;
  let documents = 0;
  let readAt: Millis | undefined;
  for (const collection of copiedCollections) {
    const gone = new Set(copy.ids(collection));
    const size = AT_ONCE[collection] ?? OTHERS_AT_ONCE;
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

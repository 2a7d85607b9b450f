import type { News } from '@datchain/shared/contracts/documents/notification.ts';
import {
  type Batch,
  type Data,
  type DocumentStore,
  type Found,
  put,
  type Versioned,
} from '../stores/document-store.ts';
import { withoutClosed } from '../stores/without-closed.ts';
import { toldDocuments } from './told-documents.ts';

/** Whom the next write tells what. */
export interface Round {
  /** The ids of its documents are uids, in whose order they are told. */
  readonly collection: string;
  /** The path of the last one who was looked at; empty at the beginning. */
  readonly after: string;
  /** What it is of, as `toldDocuments` has it: nobody is told twice of the same. */
  readonly id: string;
  /** What one of them is told; undefined for nothing. */
  readonly newsFor: (uid: string, found: Found) => News | undefined | Promise<News | undefined>;
  /** What the document that remembers says beside `after`. */
  readonly progress: Data;
  /** What it says once everyone was looked at; undefined: it goes. */
  readonly done?: Data;
}

export interface Telling {
  /** The document that remembers how far it is. */
  readonly path: string;
  /** How many are looked at for one write. */
  readonly atOnce: number;
  /** What comes next, by that document as it is now; undefined when there is nothing to do. */
  readonly next: (stored: Versioned | undefined) => Promise<Round | undefined>;
}

const idOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

function end(path: string, done: Data | undefined, stored: Versioned | undefined): Batch {
  if (done) return put(path, done, stored);
  return stored ? { remove: [{ path, version: stored.version }] } : {};
}

/**
 * Tells everyone in a collection something, some in each write (N-PPL-04, N-PPL-07). How far it is is
 * written with what they are told: killed or run twice, each is told once.
 *
 * @returns how many were told
 */
export async function tellEach(store: DocumentStore, telling: Telling): Promise<number> {
  const { path, atOnce, next } = telling;
  for (let sum = 0; ; ) {
    const stored = (await store.read([path])).get(path);
    const round = await next(stored);
    if (!round) return sum;
    const { collection, after, id, newsFor, progress, done } = round;
    const page = await store.list(collection, { limit: atOnce, after: after || undefined });
    const found = new Map(page.map((one) => [idOf(one.path), one]));
    const open = await withoutClosed(store, [...found.keys()]);
    const told = await Promise.all(
      open.map(async (uid) => {
        const news = await newsFor(uid, found.get(uid) as Found);
        return news ? toldDocuments(id, uid, news) : [];
      }),
    );
    const last = page.at(-1)?.path;
    const isLast = page.length < atOnce || last === undefined;
    const batch = isLast
      ? end(path, done, stored)
      : put(path, { ...progress, after: last }, stored);
    const create = [...told.flat(), ...(batch.create ?? [])];
    // If another run was faster, it goes on.
    if ((await store.write({ ...batch, create })) === 'conflict') return sum;
    sum += told.filter(({ length }) => length > 0).length;
    if (isLast) return sum;
  }
}

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
import { notificationDocuments } from './notification-documents.ts';

export interface Round {
  /** A collection whose document ids are uids; they are notified in this order. */
  readonly collection: string;
  /** The cursor: the path of the last document that was checked; empty at the start. */
  readonly after: string;
  /** The subject, as in `notificationDocuments`: nobody is notified twice of the same one. */
  readonly id: string;
  readonly newsFor: (uid: string, found: Found) => News | undefined | Promise<News | undefined>;
  readonly progress: Data;
  /** The progress document's final content; undefined deletes it. */
  readonly done?: Data;
}

export interface Notifying {
  readonly path: string;
  readonly atOnce: number;
  readonly next: (stored: Versioned | undefined) => Promise<Round | undefined>;
}

const idOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

function finish(path: string, done: Data | undefined, stored: Versioned | undefined): Batch {
  if (done) return put(path, done, stored);
  return stored ? { remove: [{ path, version: stored.version }] } : {};
}

/**
 * Notifies everyone in a collection, in batches (N-PPL-04, N-PPL-07). Each batch writes the
 * cursor together with the news, so that each recipient is notified once even if a run is interrupted
 * or runs twice.
 *
 * @returns how many were notified
 */
export async function notifyEach(store: DocumentStore, notifying: Notifying): Promise<number> {
  const { path, atOnce, next } = notifying;
  for (let sum = 0; ; ) {
    const stored = (await store.read([path])).get(path);
    const round = await next(stored);
    if (!round) return sum;
    const { collection, after, id, newsFor, progress, done } = round;
    const page = await store.list(collection, { limit: atOnce, after: after || undefined });
    const found = new Map(page.map((one) => [idOf(one.path), one]));
    const open = await withoutClosed(store, [...found.keys()]);
    const perUser = await Promise.all(
      open.map(async (uid) => {
        const news = await newsFor(uid, found.get(uid) as Found);
        return news ? notificationDocuments(id, uid, news) : [];
      }),
    );
    const last = page.at(-1)?.path;
    const isLast = page.length < atOnce || last === undefined;
    const batch = isLast
      ? finish(path, done, stored)
      : put(path, { ...progress, after: last }, stored);
    const create = [...perUser.flat(), ...(batch.create ?? [])];
    // After a conflict the faster run continues.
    if ((await store.write({ ...batch, create })) === 'conflict') return sum;
    sum += perUser.filter(({ length }) => length > 0).length;
    if (isLast) return sum;
  }
}

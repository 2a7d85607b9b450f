import { randomUUID } from 'node:crypto';
import { readQueuedMonthRecord } from '@datchain/shared/contracts/documents/month-record.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import { SHARED } from '@datchain/shared/domain/streams/work-names.ts';
import type { Millis } from '@datchain/shared/domain/units.ts';
import { type DocumentStore, pages } from '../stores/document-store.ts';
import { alwaysLate, retryOnConflict } from '../stores/retry-on-conflict.ts';
import { confirmedName, Unclear } from './links.ts';

export interface Drop {
  readonly name: string;
  readonly reason: string;
}

export interface Dropped {
  readonly names: readonly string[];
  readonly label: string;
}

const PAGE_SIZE = 100;

const drop = (store: DocumentStore, path: string, key: string, why: object) =>
  retryOnConflict(alwaysLate(path), async (): Promise<'conflict' | Dropped | undefined> => {
    const stored = (await store.read([path])).get(path);
    if (!stored) return undefined;
    const { work, label } = readQueuedMonthRecord(stored.data);
    if (!work.names.some((name) => name.replace(SHARED, '') === key)) return undefined;
    const outcome = await store.write({
      remove: [{ path, version: stored.version }],
      create: [{ path: docs.streamDrop(randomUUID()), data: { ...stored.data, ...why } }],
    });
    return outcome === 'conflict' ? outcome : { names: work.names, label };
  });

/**
 * Takes rows out of the queue that belong to no work. They stay in `streamDrops` with the reason; if another
 * file has such rows, they wait again.
 *
 * @throws Unclear when nothing waits under a name
 */
export async function dropWaiting(
  store: DocumentStore,
  drops: readonly Drop[],
  { by, at }: { readonly by: string; readonly at: Millis },
): Promise<Dropped[]> {
  const dropped = new Map<string, Dropped>();
  for (const { name, reason } of drops) {
    const { key } = confirmedName(name);
    const before = dropped.size;
    for await (const page of pages(store, docs.streamQueue, PAGE_SIZE)) {
      for (const { path } of page) {
        const work = await drop(store, path, key, { reason, by, at });
        if (work) dropped.set(work.names.join('\n'), work);
      }
    }
    if (dropped.size === before) throw new Unclear(`Nothing waits under the name "${key}".`);
  }
  return [...dropped.values()];
}

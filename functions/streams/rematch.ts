import {
  type QueuedShelf,
  readQueuedShelf,
} from '@datchain/shared/contracts/documents/stream-shelf.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import { countFigures, mapClaims, type Shelf } from '@datchain/shared/domain/streams/shelf.ts';
import type { Catalogue } from '@datchain/shared/domain/streams/works.ts';
import { type DocumentStore, pages } from '../stores/document-store.ts';
import { waitingFor } from './catalogue.ts';
import { learnFrom } from './links.ts';
import { Effects } from './outcome.ts';
import { type ForDat, plainShelf, putOnShelves } from './shelves.ts';

const PAGE = 100;

/** The figures of a place in the queue as their work gets them. */
const shelfOf = (queued: QueuedShelf): Shelf =>
  mapClaims(plainShelf(queued), (claim) => [{ ...claim, names: [...queued.work.names] }]);

/** What the queue still holds, and what left it. */
export interface Rematched {
  readonly effects: Effects;
  /** Documents that stay. */
  readonly waiting: number;
}

/**
 * Looks at everything that waits: figures whose DAT exists by now, or is known by a new name, move to
 * it. What one work teaches can help another, and what another import changes meanwhile is looked at
 * again: it goes on until nothing is learned or left.
 */
export async function rematchQueue(store: DocumentStore, catalogue: Catalogue): Promise<Rematched> {
  const effects = new Effects();
  for (;;) {
    let isChanging = false;
    let waiting = 0;
    effects.waiting.clear();
    for await (const page of pages(store, docs.streamQueue, PAGE)) {
      const moving = new Map<ForDat, QueuedShelf>();
      for (const { path, data, version } of page) {
        const queued = readQueuedShelf(data);
        const { work, label } = queued;
        const match = catalogue.match(work);
        if (match.kind !== 'dat') {
          waiting += 1;
          effects.noteWaiting(waitingFor(catalogue, match, { work, label, rows: 0 }));
          continue;
        }
        const { datId } = match;
        isChanging = (await learnFrom(store, catalogue, datId, work)) || isChanging;
        const shelf = shelfOf(queued);
        moving.set({ datId, shelf, from: { path, version, queued } }, queued);
      }
      const { changed, twice } = await putOnShelves(store, [...moving.keys()], effects);
      isChanging ||= changed.size > 0;
      for (const [item, { work, label }] of moving) {
        const { datId } = item;
        if (changed.has(item)) continue;
        const { fitting, periods = [] } = twice.get(item) ?? { fitting: item.shelf };
        const figures = countFigures(fitting);
        if (figures > 0) effects.countFigures(datId, figures);
        if (periods.length === 0) continue;
        waiting += 1;
        const match = { kind: 'waits', doubt: 'twice', datIds: [datId] } as const;
        effects.noteWaiting(waitingFor(catalogue, match, { work, label, rows: 0, periods }));
      }
    }
    if (!isChanging) return { effects, waiting };
  }
}

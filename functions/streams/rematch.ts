import {
  type QueuedShelf,
  readQueuedShelf,
} from '@datchain/shared/contracts/documents/stream-shelf.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import type { Shelf } from '@datchain/shared/domain/streams/shelf.ts';
import type { Catalogue } from '@datchain/shared/domain/streams/works.ts';
import { type DocumentStore, pages } from '../stores/document-store.ts';
import { learnFrom, waitingFor } from './catalogue.ts';
import { Effects } from './outcome.ts';
import { type ForDat, putOnShelves } from './shelves.ts';

const PAGE = 100;

const shelfOf = ({ platform, month, days, months, periods }: QueuedShelf): Shelf => ({
  platform,
  month,
  days,
  months,
  periods,
});

const figuresOf = ({ days, months, periods }: Shelf): number =>
  [days, months, periods]
    .flatMap((kind) => Object.values(kind))
    .reduce((sum, cells) => sum + Object.keys(cells).length, 0);

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
      const moving: ForDat[] = [];
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
        moving.push({ datId, shelf: shelfOf(queued), from: { path, version } });
      }
      const left = await putOnShelves(store, moving, effects);
      isChanging ||= left.size > 0;
      for (const item of moving) {
        const figures = left.has(item) ? 0 : figuresOf(item.shelf);
        if (figures > 0) effects.countFigures(item.datId, figures);
      }
    }
    if (!isChanging) return { effects, waiting };
  }
}

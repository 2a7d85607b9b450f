import {
  type QueuedMonthRecord,
  readQueuedMonthRecord,
} from '@datchain/shared/contracts/documents/month-record.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import {
  countFigures,
  type MonthRecord,
  mapClaims,
} from '@datchain/shared/domain/streams/month-record.ts';
import type { WorkIndex } from '@datchain/shared/domain/streams/works.ts';
import type { Services } from '../services.ts';
import { type DocumentStore, pages } from '../stores/document-store.ts';
import { liveDatabase, type SharedValues } from '../stores/live-database.ts';
import { learnFrom, returnWrongCredits } from './links.ts';
import { type ForDat, plainMonthRecord, putInMonthRecords } from './month-records.ts';
import { Effects } from './outcome.ts';
import { publishMonthRecords } from './publish.ts';
import { loadWorkIndex, waitingFor } from './work-index.ts';

const PAGE_SIZE = 100;

const recordOf = (queued: QueuedMonthRecord): MonthRecord =>
  mapClaims(plainMonthRecord(queued), (claim) => [{ ...claim, names: [...queued.work.names] }]);

export interface Rematched {
  readonly effects: Effects;
  readonly waiting: number;
}

/**
 * Matches everything that waits: figures move to a DAT that now exists or has a new name. One match can teach
 * names that help another, and another import may change the queue meanwhile. So it repeats until nothing is
 * learned or left.
 */
export async function rematchQueue(store: DocumentStore, workIndex: WorkIndex): Promise<Rematched> {
  const effects = new Effects();
  for (;;) {
    let isChanging = false;
    let waiting = 0;
    effects.waiting.clear();
    for await (const page of pages(store, docs.streamQueue, PAGE_SIZE)) {
      const moving = new Map<ForDat, QueuedMonthRecord>();
      for (const { path, data, version } of page) {
        const queued = readQueuedMonthRecord(data);
        const { work, label } = queued;
        const match = workIndex.match(work);
        if (match.kind !== 'dat') {
          waiting += 1;
          effects.noteWaiting(waitingFor(workIndex, match, { work, label, rows: 0 }));
          continue;
        }
        const { datId } = match;
        isChanging = (await learnFrom(store, workIndex, datId, work)) || isChanging;
        const record = recordOf(queued);
        moving.set({ datId, record, from: { path, version, queued } }, queued);
      }
      const { changed, twice } = await putInMonthRecords(store, [...moving.keys()], effects);
      isChanging ||= changed.size > 0;
      for (const [item, { work, label }] of moving) {
        const { datId } = item;
        if (changed.has(item)) continue;
        const { fitting, periods = [] } = twice.get(item) ?? { fitting: item.record };
        const figures = countFigures(fitting);
        if (figures > 0) effects.countFigures(datId, figures);
        if (periods.length === 0) continue;
        waiting += 1;
        const match = { kind: 'waits', doubt: 'twice', datIds: [datId] } as const;
        effects.noteWaiting(waitingFor(workIndex, match, { work, label, rows: 0, periods }));
      }
    }
    if (!isChanging) return { effects, waiting };
  }
}

async function isEmpty(store: DocumentStore): Promise<boolean> {
  return (await store.list(docs.streamQueue, { limit: 1 })).length === 0;
}

/**
 * Matches the waiting streams again, as every import does, and publishes those that found their work. A work
 * may have been given its ISRC since (N-FCT-02).
 *
 * @returns how many figures left the queue
 */
export async function rematchWaiting(
  { store, clock }: Pick<Services, 'store' | 'clock'>,
  live: SharedValues = liveDatabase(),
): Promise<number> {
  if (await isEmpty(store)) return 0;
  const workIndex = await loadWorkIndex(store);
  const returned = await returnWrongCredits(store, workIndex);
  const { effects } = await rematchQueue(store, workIndex);
  // An operator may have changed links meanwhile.
  returned.push(...(await returnWrongCredits(store, await loadWorkIndex(store), workIndex)));
  const figures = [...effects.figures.values()].reduce((sum, count) => sum + count, 0);
  if (figures + returned.length > 0) await publishMonthRecords({ store, live }, clock.now);
  return figures;
}

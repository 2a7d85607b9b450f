import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import {
  type DatMonthRecord,
  type QueuedMonthRecord,
  readMonthRecord,
  readQueuedMonthRecord,
} from '@datchain/shared/contracts/documents/month-record.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import { saidLast } from '@datchain/shared/domain/streams/claims.ts';
import {
  changedDays,
  countFigures,
  emptyMonthRecord,
  figuresBelowZero,
  joinMonthRecords,
  listClaims,
  type MonthRecord,
  mapClaims,
  outdoneFigures,
  outweighedParts,
  type Parted,
  partContradicting,
} from '@datchain/shared/domain/streams/month-record.ts';
import type { Millis } from '@datchain/shared/domain/units.ts';
import {
  type Batch,
  type DocumentStore,
  put,
  together,
  type Versioned,
} from '../stores/document-store.ts';
import { alwaysLate, retryOnConflict } from '../stores/retry-on-conflict.ts';
import type { Effects } from './outcome.ts';

export interface ForDat {
  readonly datId: string;
  readonly record: MonthRecord;
  /**
   * The queue document they come from; it counts only in the version that was read. The same write deletes the
   * document, or leaves in it the figures that contradict those of the DAT.
   */
  readonly from?: From;
}

interface From {
  readonly path: string;
  readonly version: unknown;
  readonly queued: QueuedMonthRecord;
}

interface Left {
  /** Items whose queue document was moved or changed since it was read. */
  readonly changed: Set<ForDat>;
  /** Items of which some figures stay, because their file has another row about the same thing. */
  readonly twice: Map<ForDat, Parted>;
}

const sameStreams = alwaysLate('the same streams');

/** Limit of month records in one write, far below Firestore's 10 MiB for a request. */
const RECORD_BATCH_SIZE = 100;

interface Changed {
  readonly before: MonthRecord;
  readonly after: DatMonthRecord;
  readonly own: readonly ForDat[];
}

const inGroups = <Item>(items: readonly Item[], size: number): Item[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, at) =>
    items.slice(at * size, (at + 1) * size),
  );

export const plainMonthRecord = (record: MonthRecord): MonthRecord => ({
  platform: record.platform,
  month: record.month,
  days: record.days,
  months: record.months,
  periods: record.periods,
});

function byPath<Item>(items: readonly Item[], pathOf: (item: Item) => string) {
  const grouped = new Map<string, [Item, ...Item[]]>();
  for (const item of items) {
    const path = pathOf(item);
    const known = grouped.get(path);
    if (known) known.push(item);
    else grouped.set(path, [item]);
  }
  return grouped;
}

/**
 * Whether the queue document still has the version that was read. Versions are Firestore timestamps or numbers;
 * their JSON differs.
 */
const isCurrent = (stored: ReadonlyMap<string, Versioned>, { path, version }: From): boolean =>
  JSON.stringify(stored.get(path)?.version) === JSON.stringify(version);

/**
 * Writes figures to the month records of their DATS. Writing the same again changes nothing, so an interrupted import
 * is completed by running it again.
 *
 * @returns the figures that stayed in the queue
 */
export async function putInMonthRecords(
  store: DocumentStore,
  items: readonly ForDat[],
  effects: Effects,
): Promise<Left> {
  const pathOf = ({ datId, record }: ForDat) =>
    docs.monthRecord(datId, record.platform, record.month);
  const left: Left = { changed: new Set(), twice: new Map() };
  for (const group of inGroups([...byPath(items, pathOf)], RECORD_BATCH_SIZE)) {
    let changed: Changed[] = [];
    await retryOnConflict(sameStreams, async () => {
      const queued = group.flatMap(([, own]) => own.flatMap(({ from }) => from?.path ?? []));
      const stored = await store.read([...group.map(([path]) => path), ...queued]);
      changed = [];
      const batches = group.map(([path, all]) => {
        const known = stored.get(path);
        const [{ datId, record }] = all;
        const before = known
          ? plainMonthRecord(readMonthRecord(known.data))
          : emptyMonthRecord(record.platform, record.month);
        const { own, after, queue } = joined(before, all, { stored, left });
        if (isDeepStrictEqual(after, before)) return queue;
        const data = { ...after, datId, published: false, shared: false };
        changed.push({ before, after: data, own });
        return together([put(path, data, known), queue]);
      });
      return store.write(together(batches));
    });
    for (const each of changed) note(each, effects);
  }
  return left;
}

const lastWord = ({ record }: ForDat): Millis =>
  listClaims(record).reduce((last, claim) => Math.max(last, saidLast(claim)), 0);

/**
 * Joins items onto a month record, except figures that have to stay in the queue. Of two contradicting figures the
 * later one counts, so it is joined first.
 */
function joined(
  before: MonthRecord,
  all: readonly ForDat[],
  { stored, left }: { stored: ReadonlyMap<string, Versioned>; left: Left },
): Pick<Changed, 'own'> & { readonly after: MonthRecord; readonly queue: Batch } {
  const own: ForDat[] = [];
  const queue: Batch[] = [];
  let after = before;
  for (const item of [...all].sort((a, b) => lastWord(b) - lastWord(a))) {
    const { from } = item;
    left.twice.delete(item);
    if (!from) {
      own.push(item);
      after = joinMonthRecords(after, item.record);
    } else if (isCurrent(stored, from)) {
      const parted = partContradicting(after, item.record);
      own.push({ ...item, record: parted.fitting });
      after = joinMonthRecords(after, parted.fitting);
      queue.push(leaving(from, parted));
      if (parted.periods.length > 0) left.twice.set(item, parted);
    } else left.changed.add(item);
  }
  return { own, after, queue: together(queue) };
}

/**
 * Makes the write that keeps only contradicting figures in the queue document, without names: only claims of
 * DATS have them.
 */
function leaving({ queued, ...from }: From, { fitting, contradicting, periods }: Parted): Batch {
  if (periods.length === 0) return { remove: [from] };
  if (countFigures(fitting) === 0) return {};
  const rest = mapClaims(contradicting, ({ names: _names, ...claim }) => [claim]);
  return { replace: [{ ...from, data: { ...queued, ...rest } }] };
}

function note({ before, after, own }: Changed, effects: Effects): void {
  const { datId } = after;
  for (const { record } of own) {
    for (const { source, part } of outweighedParts(record, after)) {
      effects.shorter.add(`${source} ${part.split(' ')[0]}`);
    }
    for (const each of outdoneFigures(record, after)) effects.outdone.push({ ...each, datId });
  }
  for (const change of changedDays(before, after)) effects.changes.push({ ...change, datId });
  for (const below of figuresBelowZero(after)) effects.belowZero.push({ ...below, datId });
}

/**
 * Returns the path of a work in the queue; a hash, because names of works are too long for an id. One ISRC
 * beside two titles has two documents, because a person may link each to another work.
 */
const queuePath = ({ work, platform, month }: QueuedMonthRecord): string => {
  const id = createHash('sha256').update(work.names.join('\n')).digest('hex').slice(0, 32);
  return `${docs.streamQueue}/${id}:${platform}:${month}`;
};

const firstLabel = (one: string, other: string): string =>
  one === '' || (other !== '' && other < one) ? other : one;

function joinQueued(one: QueuedMonthRecord, other: QueuedMonthRecord): QueuedMonthRecord {
  const namedBy = [...new Set([...(one.namedBy ?? []), ...(other.namedBy ?? [])])].sort();
  return {
    ...joinMonthRecords(one, other),
    work: one.work,
    label: firstLabel(one.label, other.label),
    ...(namedBy.length > 0 ? { namedBy } : {}),
  };
}

export async function queueing(
  store: DocumentStore,
  items: readonly QueuedMonthRecord[],
): Promise<Batch> {
  const grouped = byPath(items, queuePath);
  const stored = await store.read([...grouped.keys()]);
  const batches = [...grouped].map(([path, own]) => {
    const known = stored.get(path);
    const before = known && readQueuedMonthRecord(known.data);
    const after = own.reduce(
      (sum: QueuedMonthRecord | undefined, item) => (sum ? joinQueued(sum, item) : item),
      before,
    );
    return !after || isDeepStrictEqual(after, before) ? {} : put(path, { ...after }, known);
  });
  return together(batches);
}

export async function putInQueue(
  store: DocumentStore,
  items: readonly QueuedMonthRecord[],
): Promise<void> {
  for (const group of inGroups([...byPath(items, queuePath).values()], RECORD_BATCH_SIZE)) {
    await retryOnConflict(sameStreams, async () =>
      store.write(await queueing(store, group.flat())),
    );
  }
}

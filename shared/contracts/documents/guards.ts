import * as v from 'valibot';
import {
  blockStockSchema,
  datGuardSchema,
  datTotalsSchema,
  lossSchema,
  queueEntrySchema,
  queueLineSchema,
  supplyGuardSchema,
  userGuardSchema,
  workHoldingsSchema,
  worksPageSchema,
} from '../../domain/books/guard-schemas.ts';
import {
  type BlockGuard,
  type DatGuard,
  type DatTotals,
  emptyUserGuard,
  type Loss,
  type Queue,
  type SupplyGuard,
  type UserGuard,
  type WorkHoldings,
  type WorksPage,
} from '../../domain/books/guards.ts';
import { emptyQueue } from '../../domain/books/queue.ts';
import { count } from '../../domain/whole.ts';

const queueLinesSchema = v.array(queueLineSchema);

const queueSchema = v.object({
  size: v.pipe(count, v.minValue(1)),
  nextPlace: count,
  lines: queueLinesSchema,
});

const blockGuardSchema = v.object({
  ...blockStockSchema.entries,
  queue: v.pipe(
    queueSchema,
    v.transform((stored): Queue => ({ ...emptyQueue(), ...stored })),
  ),
});

export const readUserGuard = (uid: string, value: unknown): UserGuard =>
  value === undefined ? emptyUserGuard(uid) : v.parse(userGuardSchema, value);

export const readBlockGuard = (value: unknown): BlockGuard | undefined =>
  value === undefined ? undefined : v.parse(blockGuardSchema, value);

/** Converts a block for storage; its pages and shelves are separate documents. */
export const storeBlockGuard = ({ queue, ...block }: BlockGuard) => ({
  ...block,
  queue: { size: queue.size, nextPlace: queue.nextPlace, lines: queue.lines },
});

/** A page of a block's queue, `guards/queuePage:{block}:{number}`. */
const queuePageSchema = v.object({
  blockId: v.string(),
  number: count,
  entries: v.array(queueEntrySchema),
});

export type QueuePage = v.InferOutput<typeof queuePageSchema>;

export const readQueuePage = (value: unknown): QueuePage => v.parse(queuePageSchema, value);

/** A shelf of a block's queue, `guards/queueShelf:{block}:{number}`. */
const queueShelfSchema = v.object({ blockId: v.string(), number: count, lines: queueLinesSchema });

export type QueueShelf = v.InferOutput<typeof queueShelfSchema>;

export const readQueueShelf = (value: unknown): QueueShelf => v.parse(queueShelfSchema, value);

export const readWorkHoldings = (value: unknown): WorkHoldings | undefined =>
  value === undefined ? undefined : v.parse(workHoldingsSchema, value);

export const readWorksPage = (uid: string, page: number, value: unknown): WorksPage =>
  value === undefined ? { uid, page, datIds: [] } : v.parse(worksPageSchema, value);

export const readDatGuard = (value: unknown): DatGuard | undefined =>
  value === undefined ? undefined : v.parse(datGuardSchema, value);

export const readSupplyGuard = (value: unknown): SupplyGuard =>
  v.parse(supplyGuardSchema, value ?? {});

export const readLoss = (value: unknown): Loss | undefined =>
  value === undefined ? undefined : v.parse(lossSchema, value);

export const readDatTotals = (value: unknown): DatTotals => v.parse(datTotalsSchema, value ?? {});

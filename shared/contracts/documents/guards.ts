import * as v from 'valibot';
import {
  type BlockGuard,
  type Books,
  type DatGuard,
  type DatTotals,
  emptyHoldings,
  emptyUserGuard,
  type HoldingsGuard,
  type Queue,
  type SupplyGuard,
  type UserGuard,
} from '../../domain/books/guards.ts';
import { emptyQueue, queueOf } from '../../domain/books/queue.ts';
import { config } from '../../domain/config.ts';

/**
 * The guards as stored. They are written by one door only, so reading is strict: a guard that does
 * not fit is a bug to be seen, not a value to be guessed.
 */
const whole = v.pipe(v.number(), v.safeInteger());
const count = v.pipe(whole, v.minValue(0));

/** The place of a lot is missing in those from before lots had one. */
const lot = v.object({
  blockId: v.string(),
  priceCents: count,
  qty: count,
  faceMicros: count,
  since: v.exactOptional(count),
});

const userGuardSchema = v.object({
  uid: v.string(),
  lots: v.array(lot),
  changeMicros: v.optional(count, 0),
  spendCents: count,
  awarded: count,
  rewardQty: count,
  earnedDays: v.array(v.object({ date: v.string(), totalMicros: count, spentMicros: count })),
  openOrders: v.array(
    v.object({
      orderId: v.string(),
      blockId: v.string(),
      qty: count,
      variant: v.picklist(['marketplace', 'block']),
      totalCents: v.optional(count, 0),
      expiresAt: count,
      edition: v.exactOptional(v.object({ datId: v.string(), number: count, priceCents: count })),
    }),
  ),
  endedUnpaid: v.optional(v.array(v.object({ orderId: v.string(), at: count })), []),
  largestPaidCents: v.optional(count, 0),
  datEarnedMicros: v.optional(whole, 0),
  debtMicros: v.optional(count, 0),
  openPayoutId: v.optional(v.nullable(v.string()), null),
  openListings: v.optional(v.array(v.object({ listingId: v.string(), blockId: v.string() })), []),
});

const holdingsGuardSchema = v.object({
  uid: v.string(),
  holdings: v.array(
    v.object({
      datId: v.string(),
      number: count,
      sharePpm: count,
      earnedMicros: count,
      sold: v.boolean(),
      isForSale: v.boolean(),
    }),
  ),
  // Below zero where streams are corrected that were shared before this was counted.
  created: v.optional(v.array(v.object({ datId: v.string(), earnedMicros: whole })), []),
});

const datGuardSchema = v.object({
  id: v.string(),
  creatorUid: v.string(),
  editions: v.array(
    v.object({
      number: count,
      ownerUid: v.string(),
      priceCents: count,
      askPriceCents: v.nullable(count),
      sharePpm: count,
      version: count,
      wasSold: v.boolean(),
      owners: v.array(v.object({ uid: v.string(), since: count })),
    }),
  ),
  takenDown: v.nullish(v.object({ at: count, reason: v.string() })),
  takedownVersion: v.optional(count),
});

const queueEntrySchema = v.object({
  listingId: v.string(),
  sellerUid: v.string(),
  qty: count,
  faceMicros: count,
  lots: v.exactOptional(v.array(lot)),
  reserved: count,
  cancelled: v.optional(v.boolean(), false),
});

const queueLinesSchema = v.array(
  v.object({ number: count, qty: count, listings: count, sellerUid: v.string() }),
);

const queueSchema = v.object({
  size: v.pipe(count, v.minValue(1)),
  nextPlace: count,
  lines: queueLinesSchema,
});

/** Before queues had pages, all listings were in the guard itself. */
const blockGuardSchema = v.object({
  id: v.string(),
  priceCents: count,
  platformQty: count,
  platformReserved: count,
  queue: v.union([
    v.pipe(
      queueSchema,
      v.transform((stored): Queue => ({ ...emptyQueue(), ...stored })),
    ),
    v.pipe(
      v.array(queueEntrySchema),
      v.transform((stored): Queue => queueOf(stored)),
    ),
  ]),
});

/** Incremented before it is ever set, the pool may stand alone in its document. */
const supplyGuardSchema = v.object({
  issued: v.optional(count, 0),
  circulating: v.optional(count, config.defaultCirculating),
  poolMicros: v.optional(count, 0),
});

const booksSchema = v.object({
  backingMicros: v.optional(whole, 0),
  platformMicros: v.optional(whole, 0),
  utilitySoldCents: v.optional(whole, 0),
});

/** A user without a guard has nothing yet. */
export const readUserGuard = (uid: string, value: unknown): UserGuard =>
  value === undefined ? emptyUserGuard(uid) : v.parse(userGuardSchema, value);

export const readBlockGuard = (value: unknown): BlockGuard | undefined =>
  value === undefined ? undefined : v.parse(blockGuardSchema, value);

/** A block as stored: its pages and shelves are documents of their own. */
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

/** The listings of a queue from before queues had pages, each at its place. */
const movedQueueSchema = v.object({ listingIds: v.array(v.string()) });

export const readMovedListings = (value: unknown): readonly string[] =>
  value === undefined ? [] : v.parse(movedQueueSchema, value).listingIds;

export const readHoldingsGuard = (uid: string, value: unknown): HoldingsGuard =>
  value === undefined ? emptyHoldings(uid) : v.parse(holdingsGuardSchema, value);

export const readDatGuard = (value: unknown): DatGuard | undefined =>
  value === undefined ? undefined : v.parse(datGuardSchema, value);

export const readSupplyGuard = (value: unknown): SupplyGuard =>
  v.parse(supplyGuardSchema, value ?? {});

export const readBooks = (value: unknown): Books => v.parse(booksSchema, value ?? {});

const datTotalsSchema = v.object({
  streamMicros: v.optional(whole, 0),
  salesMicros: v.optional(whole, 0),
});

export const readDatTotals = (value: unknown): DatTotals => v.parse(datTotalsSchema, value ?? {});

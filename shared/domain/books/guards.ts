import * as v from 'valibot';
import { config } from '../config.ts';
import { purchaseVariants } from '../purchase.ts';
import { count, type Stored, whole } from '../stored.ts';
import type { Cents } from '../units.ts';

/**
 * Guards are the documents that decide whether an operation may happen: balances, stock, open
 * intents. Each is one whole document, so that deciding never needs a query. They are written by one
 * door only, so reading is strict: a guard that does not fit is a bug to be seen, not a value to be
 * guessed. Amounts are whole cents or micros, as the names say; times are milliseconds.
 */

/** Tokens a user owns from one block. `faceMicros` is what they were worth when issued, in all. */
export const lotSchema = v.object({
  blockId: v.string(),
  priceCents: count,
  qty: count,
  faceMicros: count,
  /** Its place among the lots, so that tokens that come home find it again; missing: older than all. */
  since: v.exactOptional(count),
});
export type Lot = Stored<typeof lotSchema>;

/** A listing a user has open: where its entry stands in a queue. */
const openListingSchema = v.object({ listingId: v.string(), blockId: v.string() });
export type OpenListing = Stored<typeof openListingSchema>;

/** What a user earned on one UTC day (YYYY-MM-DD) and how much of it has been paid out. */
const earnedDaySchema = v.object({ date: v.string(), totalMicros: count, spentMicros: count });
export type EarnedDay = Stored<typeof earnedDaySchema>;

/** An edition somebody wants, at the price that was confirmed. */
export const wantedEdition = { datId: v.string(), number: count, priceCents: count };
const wantedEditionSchema = v.object(wantedEdition);
export type WantedEdition = Stored<typeof wantedEditionSchema>;

/** A reservation the user has not paid yet. */
const openOrderSchema = v.object({
  orderId: v.string(),
  blockId: v.string(),
  qty: count,
  variant: v.picklist(purchaseVariants),
  /** What it will cost; 0 in those from before this was counted. */
  totalCents: v.optional(count, 0),
  expiresAt: count,
  /** What its tokens are for; missing: no edition in particular. */
  edition: v.exactOptional(wantedEditionSchema),
});
export type OpenOrder = Stored<typeof openOrderSchema>;

/** A reservation that ended without a payment: cancelled, or run out. */
const endedUnpaidSchema = v.object({ orderId: v.string(), at: count });
export type EndedUnpaid = Stored<typeof endedUnpaidSchema>;

export const userGuardSchema = v.object({
  uid: v.string(),
  /** Oldest first: spending takes from the front. */
  lots: v.array(lotSchema),
  /** Face that was left when the last token of a lot went: spent first. */
  changeMicros: v.optional(count, 0),
  spendCents: count,
  awarded: count,
  rewardQty: count,
  earnedDays: v.array(earnedDaySchema),
  openOrders: v.array(openOrderSchema),
  /** The user's last reservations that ended unpaid, oldest first. */
  endedUnpaid: v.optional(v.array(endedUnpaidSchema), []),
  /** The total of the largest order the user ever paid. */
  largestPaidCents: v.optional(count, 0),
  /** Part of `earnedDays` that is no earned credit: a work shows it, or it is owed back. */
  datEarnedMicros: v.optional(whole, 0),
  /** Owed to the platform after a refund whose tokens were already spent: see `debtRefusal`. */
  debtMicros: v.optional(count, 0),
  /** The payout that is on its way; null when none is. */
  openPayoutId: v.optional(v.nullable(v.string()), null),
  /** Those made since listings remember their lots, oldest first. */
  openListings: v.optional(v.array(openListingSchema), []),
});
export type UserGuard = Stored<typeof userGuardSchema>;

/** An edition a user owns or has owned. */
const holdingSchema = v.object({
  datId: v.string(),
  number: count,
  sharePpm: count,
  /** What this edition brought the user: streams, royalties, its sale. */
  earnedMicros: count,
  /** Sold on; the line stays, its earnings are kept. */
  sold: v.boolean(),
  isForSale: v.boolean(),
});
export type Holding = Stored<typeof holdingSchema>;

/** What the streams of a work brought its creator beside the editions: the rest after all of them. */
const creatorPartSchema = v.object({
  datId: v.string(),
  // Below zero where streams are corrected that were shared before this was counted.
  earnedMicros: whole,
});
export type CreatorPart = Stored<typeof creatorPartSchema>;

/** Every edition a user owns or has owned, and the works that pay them as their creator. */
export const holdingsGuardSchema = v.object({
  uid: v.string(),
  holdings: v.array(holdingSchema),
  created: v.optional(v.array(creatorPartSchema), []),
});
export type HoldingsGuard = Stored<typeof holdingsGuardSchema>;

/** A numbered copy of a DAT, as the books know it. */
const editionStateSchema = v.object({
  number: count,
  ownerUid: v.string(),
  /** The edition's own price: at release, then what its owner paid. */
  priceCents: count,
  /** What a buyer pays; null while it is not for sale. */
  askPriceCents: v.nullable(count),
  sharePpm: count,
  /** Raised by every change, so that two of them cannot both be the next. */
  version: count,
  /** It has left the creator. */
  wasSold: v.boolean(),
  /** Who owned it since when, newest last, as far back as streams can still be shared. */
  owners: v.array(v.object({ uid: v.string(), since: count })),
});
export type EditionState = Stored<typeof editionStateSchema>;

/** Since when a DAT is taken down, and why: everybody may read it. */
const takenDownSchema = v.object({ at: count, reason: v.string() });
export type TakenDown = Stored<typeof takenDownSchema>;

/** A DAT with all of its editions: one document, so that sold out and owners need no query. */
export const datGuardSchema = v.object({
  id: v.string(),
  creatorUid: v.string(),
  editions: v.array(editionStateSchema),
  /** Only while it is taken down; null once it is restored. */
  takenDown: v.nullish(takenDownSchema),
  /** Raised by every takedown and restoration; missing before the first. */
  takedownVersion: v.optional(count),
});
export type DatGuard = Stored<typeof datGuardSchema>;

/** Tokens a user has queued for sale in a block: what is neither sold nor reserved. */
export const queueEntrySchema = v.object({
  listingId: v.string(),
  sellerUid: v.string(),
  qty: count,
  faceMicros: count,
  /** The lots they came from, oldest first: together `qty` and `faceMicros`. See `originOf`. */
  lots: v.exactOptional(v.array(lotSchema)),
  /** Tokens of this entry held by open orders. */
  reserved: count,
  /** Taken off sale: what an order gives back goes home to the seller. */
  cancelled: v.optional(v.boolean(), false),
});
export type QueueEntry = Stored<typeof queueEntrySchema>;

/** What a page or a shelf of a queue has for sale. Those that have nothing have no line. */
export const queueLineSchema = v.object({
  number: count,
  qty: count,
  /** How many listings these tokens are of. */
  listings: count,
  /** Whose tokens go next. */
  sellerUid: v.string(),
});
export type QueueLine = Stored<typeof queueLineSchema>;

/**
 * The listings of a block, first in, first out, however many. The place of a listing, counted from
 * the first one ever, says on which page it is, and that on which shelf: `size` listings are a page,
 * `size` pages a shelf. A shelf is the lines of its pages; the queue itself has those of its shelves.
 */
export interface Queue {
  readonly size: number;
  readonly nextPlace: number;
  readonly lines: readonly QueueLine[];
  /** Those that were read. */
  readonly shelves: ReadonlyMap<number, readonly QueueLine[]>;
  /** Those that were read. Listings of a page are in their order; a page without any is none. */
  readonly pages: ReadonlyMap<number, readonly QueueEntry[]>;
  /** Which of them were changed since. */
  readonly changed: { readonly shelves: ReadonlySet<number>; readonly pages: ReadonlySet<number> };
  /** The listings of a queue from before queues had pages, by their place; to be moved. */
  readonly moved?: readonly string[] | undefined;
}

export interface BlockGuard {
  readonly id: string;
  readonly priceCents: Cents;
  /** Platform tokens neither sold nor reserved. */
  readonly platformQty: number;
  /** Tokens of the platform held by open orders. */
  readonly platformReserved: number;
  readonly queue: Queue;
}

/**
 * Reward tokens: `issued` to users of 66,669, `circulating`, and the pool that backs them.
 * Incremented before it is ever set, the pool may stand alone in its document.
 */
export const supplyGuardSchema = v.object({
  issued: v.optional(count, 0),
  circulating: v.optional(count, config.defaultCirculating),
  poolMicros: v.optional(count, 0),
});
export type SupplyGuard = Stored<typeof supplyGuardSchema>;

/** Sums nobody decides by: they are only ever incremented. */
export const booksSchema = v.object({
  backingMicros: v.optional(whole, 0),
  platformMicros: v.optional(whole, 0),
  utilitySoldCents: v.optional(whole, 0),
});
export type Books = Stored<typeof booksSchema>;

/** What a DAT brought in all, before anybody's share; only ever incremented. */
export const datTotalsSchema = v.object({
  streamMicros: v.optional(whole, 0),
  salesMicros: v.optional(whole, 0),
});
export type DatTotals = Stored<typeof datTotalsSchema>;

export const emptyUserGuard = (uid: string): UserGuard => ({
  uid,
  lots: [],
  changeMicros: 0,
  spendCents: 0,
  awarded: 0,
  rewardQty: 0,
  earnedDays: [],
  openOrders: [],
  endedUnpaid: [],
  largestPaidCents: 0,
  datEarnedMicros: 0,
  debtMicros: 0,
  openPayoutId: null,
  openListings: [],
});

export const emptyHoldings = (uid: string): HoldingsGuard => ({ uid, holdings: [], created: [] });

export const queuedQty = ({ queue }: BlockGuard): number =>
  queue.lines.reduce((sum, { qty }) => sum + qty, 0);

export const availableQty = (block: BlockGuard): number => block.platformQty + queuedQty(block);

import * as v from 'valibot';
import { config } from '../config.ts';
import { count, whole } from '../whole.ts';
import { lotSchema, purchaseVariants, wantedEditionSchema } from './order-schema.ts';

/**
 * The stock of a token block at one price, without its queue.
 *
 * The schemas in this file are separate from the rules, so that calculating code does not load them. Only
 * the door writes guards, so reading is strict: an invalid guard is a bug to expose. Times are milliseconds.
 */
export const blockStockSchema = v.object({
  id: v.string(),
  priceCents: count,
  /** Platform tokens neither sold nor reserved. */
  platformQty: count,
  platformReserved: count,
});

export const openListingSchema = v.object({
  listingId: v.string(),
  blockId: v.string(),
  /** Set if the listing is cancelled while others' unpaid orders still hold some of its tokens. */
  cancelled: v.exactOptional(v.boolean()),
});

/**
 * A refund that missed tokens while others' unpaid orders held some of the user's listings. Tokens that
 * return from those listings go to the refund first (N-MON-19).
 */
export const missedSchema = v.object({
  orderId: v.string(),
  blockId: v.string(),
  isOwnLot: v.exactOptional(v.boolean()),
  /** The missing tokens and their face. If part of a token is missing, `qty` can be 0. */
  qty: count,
  faceMicros: count,
  listingIds: v.array(v.string()),
  /** Tokens that have returned and wait in the wallet to be taken. */
  foundQty: v.optional(count, 0),
  foundFaceMicros: v.optional(count, 0),
});

/** A user's earnings of one UTC day (YYYY-MM-DD), and how much of them is paid out. */
export const earnedDaySchema = v.object({
  date: v.string(),
  totalMicros: count,
  spentMicros: count,
});

export const openOrderSchema = v.object({
  orderId: v.string(),
  blockId: v.string(),
  qty: count,
  variant: v.picklist(purchaseVariants),
  /** The total cost; 0 in old reservations, which did not count it. */
  totalCents: v.optional(count, 0),
  expiresAt: count,
  edition: v.exactOptional(wantedEditionSchema),
});

export const endedUnpaidSchema = v.object({ orderId: v.string(), at: count });

/** The sums over a user's works: works with past or present editions of theirs, and works they released. */
export const workSumsSchema = v.object({
  /** All works; the next one goes on page `works / 100`. */
  works: count,
  /** The works that earn for the user now: they hold editions of them or released them. */
  held: count,
  editions: count,
  released: count,
  // Earnings of held works; negative if streams shared before this was counted are corrected.
  heldMicros: whole,
  soldOnMicros: whole,
  /** Earnings of released works, part of `heldMicros`. */
  releasedMicros: whole,
});

export const userGuardSchema = v.object({
  uid: v.string(),
  /** The user's lots, oldest first: spending takes from the front. */
  lots: v.array(lotSchema),
  /** Face left after the last token of a lot was spent; it is spent first. */
  changeMicros: v.optional(count, 0),
  spendCents: count,
  awarded: count,
  /** The number of reward claims. `awarded` cannot serve for this: refunds can lower it. */
  claims: v.optional(count, 0),
  rewardQty: count,
  earnedDays: v.array(earnedDaySchema),
  openOrders: v.array(openOrderSchema),
  /** The user's latest reservations that ended unpaid, oldest first. */
  endedUnpaid: v.optional(v.array(endedUnpaidSchema), []),
  largestPaidCents: v.optional(count, 0),
  /** The part of `earnedDays` that is not an earned credit, because it is shown with a work or owed back. */
  datEarnedMicros: v.optional(whole, 0),
  /** The debt to the platform after a refund of spent tokens: see `debtRefusal`. */
  debtMicros: v.optional(count, 0),
  openPayoutId: v.optional(v.nullable(v.string()), null),
  /** Open listings, oldest first, without those made before listings kept their lots. */
  openListings: v.optional(v.array(openListingSchema), []),
  missed: v.optional(v.array(missedSchema), []),
  /** The threshold of the last claim, in cents of spend for one reward token. */
  awardThresholdCents: v.exactOptional(count),
  rewardsPaidQty: v.optional(count, 0),
  rewardsPaidMicros: v.optional(count, 0),
  /**
   * The moment when the account was closed and its person erased. Nothing is delivered to it afterwards, and
   * its debt is the platform's loss (N-MON-22).
   */
  closedAt: v.exactOptional(count),
  /** The sums over works; missing until the first work, and while all holdings are in one document (works.ts). */
  works: v.exactOptional(workSumsSchema),
});

export const holdingSchema = v.object({
  datId: v.string(),
  number: count,
  sharePpm: count,
  /** The user's earnings from this edition: royalties and its sale. Those of streams are on the work's page. */
  earnedMicros: count,
  /** Set after the edition was sold on; the holding stays for its earnings. */
  sold: v.boolean(),
  isForSale: v.boolean(),
});

/** The part of a work's stream earnings that goes to its creator beyond the editions. */
export const creatorPartSchema = v.object({
  datId: v.string(),
  // Negative if streams shared before this was counted are corrected.
  earnedMicros: whole,
});

/** A user's editions, past and present, and their earnings as a creator. Old documents hold those of all DATS. */
export const holdingsGuardSchema = v.object({
  uid: v.string(),
  holdings: v.array(holdingSchema),
  created: v.optional(v.array(creatorPartSchema), []),
});

/** The holdings of one user and DAT, `guards/holdings:{uid}:{datId}`. */
export const workHoldingsSchema = v.object({
  ...holdingsGuardSchema.entries,
  datId: v.string(),
  page: count,
  isCreator: v.boolean(),
});

/** A user's earnings from streams of a work by one edition; number 0 is the creator's part beyond the editions. */
export const streamedLineSchema = v.object({ datId: v.string(), number: count, micros: whole });

/** The works on one page, in the order the user got them: `guards/works:{uid}:{page}`. */
export const worksPageSchema = v.object({
  uid: v.string(),
  page: count,
  datIds: v.array(v.string()),
  /** The earnings from streams of the page's works: a day of streams writes one document for all of them. */
  streamed: v.exactOptional(v.array(streamedLineSchema)),
});

export const editionStateSchema = v.object({
  number: count,
  ownerUid: v.string(),
  /** The edition's own price: the release price, then what its owner paid. */
  priceCents: count,
  /** The price for a buyer; null while the edition is not for sale. */
  askPriceCents: v.nullable(count),
  sharePpm: count,
  /** Raised by every change, so that of two concurrent changes only one succeeds. */
  version: count,
  wasSold: v.boolean(),
  /** The owners with the start of their ownership, newest last, as far back as streams can still be shared. */
  owners: v.array(v.object({ uid: v.string(), since: count })),
});

export const takenDownSchema = v.object({ at: count, reason: v.string() });

/** A DAT with all its editions in one document, so that 'sold out' and owners need no query. */
export const datGuardSchema = v.object({
  id: v.string(),
  creatorUid: v.string(),
  editions: v.array(editionStateSchema),
  /** Set while the DAT is taken down; null once it is restored. */
  takenDown: v.nullish(takenDownSchema),
  takedownVersion: v.optional(count),
});

/** A listing in a queue; `qty` is neither sold nor reserved. */
export const queueEntrySchema = v.object({
  listingId: v.string(),
  sellerUid: v.string(),
  qty: count,
  faceMicros: count,
  /** The lots the tokens came from, oldest first; they sum to `qty` and `faceMicros`. */
  lots: v.array(lotSchema),
  reserved: count,
  /** Set if the listing is off sale; tokens that orders give back go to the seller. */
  cancelled: v.optional(v.boolean(), false),
});

/** The summary of a page or shelf of a queue with tokens for sale; empty ones have none. */
export const queueLineSchema = v.object({
  number: count,
  qty: count,
  faceMicros: count,
  listings: count,
  /** The seller whose tokens are sold next. */
  sellerUid: v.string(),
});

/**
 * The reward tokens: issued of 66,669, in circulation, and the pool behind them. The pool can be the
 * document's only field, if it is incremented first.
 */
export const supplyGuardSchema = v.object({
  issued: v.optional(count, 0),
  circulating: v.optional(count, config.defaultCirculating),
  poolMicros: v.optional(count, 0),
});

/** Sums that no decision depends on; they are only incremented. */
export const booksSchema = v.object({
  backingMicros: v.optional(whole, 0),
  platformMicros: v.optional(whole, 0),
  utilitySoldCents: v.optional(whole, 0),
  lostMicros: v.optional(whole, 0),
  /** The amounts promised for streams, out of the platform's own money. */
  promisedMicros: v.optional(whole, 0),
  /** Shared stream earnings that are not posted to their payees yet; negative where more is taken back. */
  streamsDueMicros: v.optional(whole, 0),
});

/** The platform's loss by one order whose payment was taken back, `losses/{orderId}` (N-MON-20). */
export const lossSchema = v.object({
  orderId: v.string(),
  at: v.number(),
  /** The loss on sold tokens: sellers were paid more than the face, or the reward pool had too little. */
  soldMicros: count,
  /** The debt of a buyer whose account is closed. */
  closedMicros: count,
});

/** A DAT's total earnings before they are shared; only incremented. */
export const datTotalsSchema = v.object({
  streamMicros: v.optional(whole, 0),
  salesMicros: v.optional(whole, 0),
});

/** The streams of a DAT on one platform and UTC day (YYYY-MM-DD) that have been shared. */
export const sharedDaySchema = v.object({
  platform: v.string(),
  date: v.pipe(v.string(), v.isoDate()),
  streams: count,
  grossMicros: count,
  /** The number of times this day was shared: 1, and one more for each correction. */
  revision: count,
});

/** A share that is not posted to all of its payees yet. */
export const dueShareSchema = v.object({ platform: v.string(), date: v.string(), revision: count });

export const streamSharesSchema = v.object({
  datId: v.string(),
  days: v.array(sharedDaySchema),
  due: v.optional(v.array(dueShareSchema), []),
  /** The payees of these shares, so that a payee who closes their account finds them. */
  dueTo: v.optional(v.array(v.string()), []),
});

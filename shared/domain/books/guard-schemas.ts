import * as v from 'valibot';
import { config } from '../config.ts';
import { count, whole } from '../whole.ts';
import { lotSchema, purchaseVariants, wantedEditionSchema } from './order-schema.ts';

/**
 * The guards (`guards.ts`) as they are stored, separate from their rules, so that code that only
 * calculates does not load them. Only the door writes them, so reading is strict: a guard that does
 * not fit is a bug to expose, not a value to guess. Amounts are whole cents or micros, as the names
 * say; times are milliseconds.
 */

/** A block of tokens at one price, apart from its queue. */
export const blockStockSchema = v.object({
  id: v.string(),
  priceCents: count,
  /** Platform tokens neither sold nor reserved. */
  platformQty: count,
  /** Tokens of the platform held by open orders. */
  platformReserved: count,
});

/** A user's listing that is still in a queue, and where. */
export const openListingSchema = v.object({
  listingId: v.string(),
  blockId: v.string(),
  /** Taken off sale, while others' unpaid orders still hold tokens of it. */
  cancelled: v.exactOptional(v.boolean()),
});

/**
 * A refund that missed tokens while others' unpaid orders held some of the user's listings. What
 * comes back from those listings fills it first (N-MON-19).
 */
export const missedSchema = v.object({
  orderId: v.string(),
  /** The lot of the refunded tokens. */
  blockId: v.string(),
  isOwnLot: v.exactOptional(v.boolean()),
  /** Tokens that are missing, and their face: of part of a token, face alone. */
  qty: count,
  faceMicros: count,
  listingIds: v.array(v.string()),
  /** What came back since and is not taken yet: it waits in the wallet. */
  foundQty: v.optional(count, 0),
  foundFaceMicros: v.optional(count, 0),
});

/** What a user earned on one UTC day (YYYY-MM-DD) and how much of it has been paid out. */
export const earnedDaySchema = v.object({
  date: v.string(),
  totalMicros: count,
  spentMicros: count,
});

/** A reservation the user has not paid yet. */
export const openOrderSchema = v.object({
  orderId: v.string(),
  blockId: v.string(),
  qty: count,
  variant: v.picklist(purchaseVariants),
  /** What it will cost; 0 in those from before this was counted. */
  totalCents: v.optional(count, 0),
  expiresAt: count,
  /** What its tokens are for; missing if no edition in particular. */
  edition: v.exactOptional(wantedEditionSchema),
});

/** A reservation that ended without a payment: cancelled or expired. */
export const endedUnpaidSchema = v.object({ orderId: v.string(), at: count });

/**
 * A user's works, added up: those they have or had editions of, and those they released. Each DAT's
 * own document says the same line by line.
 */
export const workSumsSchema = v.object({
  /** All of them: the next one goes on page `count / 100`. */
  works: count,
  /** Those that earn for the user now: editions are held, or the user released them. */
  held: count,
  /** Editions held now. */
  editions: count,
  /** Those the user released. */
  released: count,
  // What they earned the user, below zero where streams shared before it was counted are corrected.
  heldMicros: whole,
  /** What those earned that were sold on. */
  soldOnMicros: whole,
  /** Part of `heldMicros`. */
  releasedMicros: whole,
});

export const userGuardSchema = v.object({
  uid: v.string(),
  /** Oldest first: spending takes from the front. */
  lots: v.array(lotSchema),
  /** Face left when the last token of a lot was spent; spent first. */
  changeMicros: v.optional(count, 0),
  spendCents: count,
  awarded: count,
  /** How often reward tokens were claimed. `awarded` falls when a refund takes its spend back. */
  claims: v.optional(count, 0),
  rewardQty: count,
  earnedDays: v.array(earnedDaySchema),
  openOrders: v.array(openOrderSchema),
  /** The user's last reservations that ended unpaid, oldest first. */
  endedUnpaid: v.optional(v.array(endedUnpaidSchema), []),
  /** The total of the largest order the user ever paid. */
  largestPaidCents: v.optional(count, 0),
  /** Part of `earnedDays` that is not an earned credit: it is shown with a work, or owed back. */
  datEarnedMicros: v.optional(whole, 0),
  /** Owed to the platform after a refund whose tokens were already spent: see `debtRefusal`. */
  debtMicros: v.optional(count, 0),
  /** The payout that is on its way; null when none is. */
  openPayoutId: v.optional(v.nullable(v.string()), null),
  /** Those made since listings began to remember their lots, oldest first. */
  openListings: v.optional(v.array(openListingSchema), []),
  missed: v.optional(v.array(missedSchema), []),
  /** The spend that the last claim asked for one reward token. */
  awardThresholdCents: v.exactOptional(count),
  /** Reward tokens that were cashed out, and what was paid for them. */
  rewardsPaidQty: v.optional(count, 0),
  rewardsPaidMicros: v.optional(count, 0),
  /**
   * Since when the account is closed for good and its person erased: from then on nothing is
   * delivered to it, and what it owes is the platform's loss (N-MON-22).
   */
  closedAt: v.exactOptional(count),
  /** Missing until the first work, and while the user's lines are in one document: see works.ts. */
  works: v.exactOptional(workSumsSchema),
});

/** An edition a user owns or has owned. */
export const holdingSchema = v.object({
  datId: v.string(),
  number: count,
  sharePpm: count,
  /** What this edition earned the user: streams, royalties, its sale. */
  earnedMicros: count,
  /** Sold on; the line stays, its earnings are kept. */
  sold: v.boolean(),
  isForSale: v.boolean(),
});

/**
 * What a work's streams earned its creator beyond the editions: the remainder.
 */
export const creatorPartSchema = v.object({
  datId: v.string(),
  // Below zero if streams shared before this was counted are corrected.
  earnedMicros: whole,
});

/**
 * The editions a user owns or has owned, and what works pay them as their creator. Before each DAT
 * had a document of its own, one had the lines of all.
 */
export const holdingsGuardSchema = v.object({
  uid: v.string(),
  holdings: v.array(holdingSchema),
  created: v.optional(v.array(creatorPartSchema), []),
});

/** The same of one DAT, `guards/holdings:{uid}:{datId}`. */
export const workHoldingsSchema = v.object({
  ...holdingsGuardSchema.entries,
  datId: v.string(),
  /** The page of the user's works that names it. */
  page: count,
  /** The user released it. */
  isCreator: v.boolean(),
});

/** Which works are on a page, in the order they came to the user: `guards/works:{uid}:{page}`. */
export const worksPageSchema = v.object({
  uid: v.string(),
  page: count,
  datIds: v.array(v.string()),
});

/** A numbered copy of a DAT, as the books know it. */
export const editionStateSchema = v.object({
  number: count,
  ownerUid: v.string(),
  /** The edition's own price: at release, then what its owner paid. */
  priceCents: count,
  /** What a buyer pays; null while it is not for sale. */
  askPriceCents: v.nullable(count),
  sharePpm: count,
  /** Raised by every change, so that two changes cannot both be next. */
  version: count,
  /** It has left the creator. */
  wasSold: v.boolean(),
  /** Who has owned it since when, newest last, as far back as streams can still be shared. */
  owners: v.array(v.object({ uid: v.string(), since: count })),
});

/** Since when a DAT is taken down, and why; public. */
export const takenDownSchema = v.object({ at: count, reason: v.string() });

/** A DAT with all of its editions: one document, so that 'sold out' and owners need no query. */
export const datGuardSchema = v.object({
  id: v.string(),
  creatorUid: v.string(),
  editions: v.array(editionStateSchema),
  /** Only while it is taken down; null once it is restored. */
  takenDown: v.nullish(takenDownSchema),
  /** Raised by every takedown and restoration; missing before the first. */
  takedownVersion: v.optional(count),
});

/** Tokens a user has queued for sale in a block: what is neither sold nor reserved. */
export const queueEntrySchema = v.object({
  listingId: v.string(),
  sellerUid: v.string(),
  qty: count,
  faceMicros: count,
  /** The lots they came from, oldest first: together `qty` and `faceMicros`. */
  lots: v.array(lotSchema),
  /** Tokens of this entry held by open orders. */
  reserved: count,
  /** Taken off sale: what an order gives back returns to the seller. */
  cancelled: v.optional(v.boolean(), false),
});

/** What a page or a shelf of a queue has for sale. Empty ones have no line. */
export const queueLineSchema = v.object({
  number: count,
  qty: count,
  /** What they buy of editions. */
  faceMicros: count,
  /** How many listings these tokens come from. */
  listings: count,
  /** Whose tokens go next. */
  sellerUid: v.string(),
});

/**
 * Reward tokens: `issued` to users of 66,669, `circulating`, and the pool that backs them. The pool
 * may be alone in its document if it is incremented before anything else is set.
 */
export const supplyGuardSchema = v.object({
  issued: v.optional(count, 0),
  circulating: v.optional(count, config.defaultCirculating),
  poolMicros: v.optional(count, 0),
});

/** Sums that no decision depends on; only ever incremented. */
export const booksSchema = v.object({
  backingMicros: v.optional(whole, 0),
  platformMicros: v.optional(whole, 0),
  utilitySoldCents: v.optional(whole, 0),
  /** What the platform lost by payments that were taken back. */
  lostMicros: v.optional(whole, 0),
  /** What the platform promised for streams, out of its own money. */
  promisedMicros: v.optional(whole, 0),
});

/**
 * What the platform lost by one order whose payment was taken back, `losses/{orderId}` (N-MON-20).
 */
export const lossSchema = v.object({
  orderId: v.string(),
  at: v.number(),
  /** Sellers were paid more than the tokens were issued for, or the reward pool had too little. */
  soldMicros: count,
  /** Owed by the buyer, whose account is closed. */
  closedMicros: count,
});

/** What a DAT earned in all, before it is shared; only ever incremented. */
export const datTotalsSchema = v.object({
  streamMicros: v.optional(whole, 0),
  salesMicros: v.optional(whole, 0),
});

/** The streams of a DAT on a platform and UTC day (YYYY-MM-DD), as far as they have been shared. */
export const sharedDaySchema = v.object({
  platform: v.string(),
  date: v.pipe(v.string(), v.isoDate()),
  streams: count,
  /** What they were assumed to earn. */
  grossMicros: count,
  /** How often this day was shared: once, and again for each correction. */
  revision: count,
});

/** Which of a DAT's streams of a month have been shared. Also a guard. */
export const streamSharesSchema = v.object({ datId: v.string(), days: v.array(sharedDaySchema) });

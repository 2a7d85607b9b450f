import type { PurchaseVariant } from '../purchase.ts';
import type { Cents, Millis, SharePpm, UsdMicros } from '../units.ts';
import type { WantedEdition } from './orders.ts';

/**
 * Guards are the documents that decide whether an operation may happen: balances, stock, open
 * intents. Each is one whole document, so that deciding never needs a query.
 */

/** Tokens a user owns from one block. `faceMicros` is what they were worth when issued, in all. */
export interface Lot {
  readonly blockId: string;
  readonly priceCents: Cents;
  readonly qty: number;
  readonly faceMicros: UsdMicros;
  /** Its place among the lots, so that tokens that come home find it again; missing: older than all. */
  readonly since?: Millis | undefined;
}

/** A listing a user has open: where its entry stands in a queue. */
export interface OpenListing {
  readonly listingId: string;
  readonly blockId: string;
}

/** What a user earned on one UTC day (YYYY-MM-DD) and how much of it has been paid out. */
export interface EarnedDay {
  readonly date: string;
  readonly totalMicros: UsdMicros;
  readonly spentMicros: UsdMicros;
}

/** A reservation the user has not paid yet. */
export interface OpenOrder {
  readonly orderId: string;
  readonly blockId: string;
  readonly qty: number;
  readonly variant: PurchaseVariant;
  /** What it will cost; 0 in those from before this was counted. */
  readonly totalCents: Cents;
  readonly expiresAt: Millis;
  /** What its tokens are for; missing: no edition in particular. */
  readonly edition?: WantedEdition | undefined;
}

/** A reservation that ended without a payment: cancelled, or run out. */
export interface EndedUnpaid {
  readonly orderId: string;
  readonly at: Millis;
}

export interface UserGuard {
  readonly uid: string;
  /** Oldest first: spending takes from the front. */
  readonly lots: readonly Lot[];
  /** Face that was left when the last token of a lot went: spent first. */
  readonly changeMicros: UsdMicros;
  readonly spendCents: Cents;
  readonly awarded: number;
  readonly rewardQty: number;
  readonly earnedDays: readonly EarnedDay[];
  readonly openOrders: readonly OpenOrder[];
  /** The user's last reservations that ended unpaid, oldest first. */
  readonly endedUnpaid: readonly EndedUnpaid[];
  /** The total of the largest order the user ever paid. */
  readonly largestPaidCents: Cents;
  /** Part of `earnedDays` that is no earned credit: a work shows it, or it is owed back. */
  readonly datEarnedMicros: UsdMicros;
  /** Owed to the platform after a refund whose tokens were already spent: see `debtRefusal`. */
  readonly debtMicros: UsdMicros;
  /** The payout that is on its way; null when none is. */
  readonly openPayoutId: string | null;
  /** Those made since listings remember their lots, oldest first. */
  readonly openListings: readonly OpenListing[];
}

/** An edition a user owns or has owned. */
export interface Holding {
  readonly datId: string;
  readonly number: number;
  readonly sharePpm: SharePpm;
  /** What this edition brought the user: streams, royalties, its sale. */
  readonly earnedMicros: UsdMicros;
  /** Sold on; the line stays, its earnings are kept. */
  readonly sold: boolean;
  readonly isForSale: boolean;
}

/** What the streams of a work brought its creator beside the editions: the rest after all of them. */
export interface CreatorPart {
  readonly datId: string;
  readonly earnedMicros: UsdMicros;
}

/** Every edition a user owns or has owned, and the works that pay them as their creator. */
export interface HoldingsGuard {
  readonly uid: string;
  readonly holdings: readonly Holding[];
  readonly created: readonly CreatorPart[];
}

/** A numbered copy of a DAT, as the books know it. */
export interface EditionState {
  readonly number: number;
  readonly ownerUid: string;
  /** The edition's own price: at release, then what its owner paid. */
  readonly priceCents: Cents;
  /** What a buyer pays; null while it is not for sale. */
  readonly askPriceCents: Cents | null;
  readonly sharePpm: SharePpm;
  /** Raised by every change, so that two of them cannot both be the next. */
  readonly version: number;
  /** It has left the creator. */
  readonly wasSold: boolean;
  /** Who owned it since when, newest last, as far back as streams can still be shared. */
  readonly owners: readonly { readonly uid: string; readonly since: Millis }[];
}

/** Since when a DAT is taken down, and why: everybody may read it. */
export interface TakenDown {
  readonly at: Millis;
  readonly reason: string;
}

/** A DAT with all of its editions: one document, so that sold out and owners need no query. */
export interface DatGuard {
  readonly id: string;
  readonly creatorUid: string;
  readonly editions: readonly EditionState[];
  /** Only while it is taken down; null once it is restored. */
  readonly takenDown?: TakenDown | null | undefined;
  /** Raised by every takedown and restoration; missing before the first. */
  readonly takedownVersion?: number | undefined;
}

/** Tokens a user has queued for sale in a block: what is neither sold nor reserved. */
export interface QueueEntry {
  readonly listingId: string;
  readonly sellerUid: string;
  readonly qty: number;
  readonly faceMicros: UsdMicros;
  /** The lots they came from, oldest first: together `qty` and `faceMicros`. See `originOf`. */
  readonly lots?: readonly Lot[] | undefined;
  /** Tokens of this entry held by open orders. */
  readonly reserved: number;
  /** Taken off sale: what an order gives back goes home to the seller. */
  readonly cancelled: boolean;
}

/** What a page or a shelf of a queue has for sale. Those that have nothing have no line. */
export interface QueueLine {
  readonly number: number;
  readonly qty: number;
  /** How many listings these tokens are of. */
  readonly listings: number;
  /** Whose tokens go next. */
  readonly sellerUid: string;
}

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

/** Reward tokens: `issued` to users of 66,669, `circulating`, and the pool that backs them. */
export interface SupplyGuard {
  readonly issued: number;
  readonly circulating: number;
  readonly poolMicros: UsdMicros;
}

/** Sums nobody decides by: they are only ever incremented. */
export interface Books {
  readonly backingMicros: UsdMicros;
  readonly platformMicros: UsdMicros;
  readonly utilitySoldCents: Cents;
}

/** What a DAT brought in all, before anybody's share; only ever incremented. */
export interface DatTotals {
  readonly streamMicros: UsdMicros;
  readonly salesMicros: UsdMicros;
}

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

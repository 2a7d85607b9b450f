import type { PurchaseVariant } from '../purchase.ts';
import type { Cents, Millis, UsdMicros } from '../units.ts';

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
  readonly expiresAt: Millis;
}

export interface UserGuard {
  readonly uid: string;
  /** Oldest first: spending takes from the front. */
  readonly lots: readonly Lot[];
  readonly spendCents: Cents;
  readonly awarded: number;
  readonly rewardQty: number;
  readonly earnedDays: readonly EarnedDay[];
  readonly openOrders: readonly OpenOrder[];
  /** When the user's last reservations ran out unpaid, oldest first. */
  readonly lapsedAt: readonly Millis[];
}

/** Tokens a user has queued for sale in a block: what is neither sold nor reserved. */
export interface QueueEntry {
  readonly listingId: string;
  readonly sellerUid: string;
  readonly qty: number;
  readonly faceMicros: UsdMicros;
  /** Tokens of this entry held by open orders. */
  readonly reserved: number;
}

export interface BlockGuard {
  readonly id: string;
  readonly priceCents: Cents;
  /** Platform tokens neither sold nor reserved. */
  readonly platformQty: number;
  /** Tokens of the platform held by open orders. */
  readonly platformReserved: number;
  /** First in, first out. */
  readonly queue: readonly QueueEntry[];
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

export const emptyUserGuard = (uid: string): UserGuard => ({
  uid,
  lots: [],
  spendCents: 0,
  awarded: 0,
  rewardQty: 0,
  earnedDays: [],
  openOrders: [],
  lapsedAt: [],
});

export const queuedQty = (block: BlockGuard): number =>
  block.queue.reduce((sum, entry) => sum + entry.qty, 0);

export const availableQty = (block: BlockGuard): number => block.platformQty + queuedQty(block);

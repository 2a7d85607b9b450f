import type { PurchaseVariant } from '../purchase.ts';
import type { Cents, Millis, UsdMicros } from '../units.ts';

/** Where part of an order's tokens comes from; for the platform, listingId and seller are 'platform'. */
export interface OrderPart {
  readonly source: string;
  readonly sellerUid: string;
  readonly qty: number;
  /** The face these tokens bring with them. */
  readonly faceMicros: UsdMicros;
}

/**
 * reserved: tokens are held, not paid yet. settled: paid, tokens delivered. released: given back.
 * refunded: paid too late, money returned. review: a person must look.
 */
export type OrderState = 'reserved' | 'settled' | 'released' | 'refunded' | 'review';

/** A buyer's intent to buy tokens of one block at its price. */
export interface Order {
  readonly id: string;
  readonly uid: string;
  readonly blockId: string;
  readonly priceCents: Cents;
  readonly qty: number;
  readonly totalCents: Cents;
  readonly variant: PurchaseVariant;
  readonly state: OrderState;
  readonly parts: readonly OrderPart[];
  readonly createdAt: Millis;
  readonly expiresAt: Millis;
  readonly sessionId: string | null;
  readonly paymentIntentId: string | null;
  readonly settledAt: Millis | null;
  readonly reviewReason: string | null;
  /** The exact body of the Checkout Session as JSON: a repeated create is the same request. */
  readonly checkout: string | null;
}

export const PLATFORM = 'platform';

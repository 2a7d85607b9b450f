import type { PurchaseVariant } from '../purchase.ts';
import type { Cents, Millis, UsdMicros } from '../units.ts';
import type { Lot } from './guards.ts';

/** Where part of an order's tokens comes from; for the platform, listingId and seller are 'platform'. */
export interface OrderPart {
  readonly source: string;
  readonly sellerUid: string;
  readonly qty: number;
  /** The face these tokens bring with them. */
  readonly faceMicros: UsdMicros;
  /** A seller's lots they are of; missing in orders from before listings remembered them. */
  readonly lots?: readonly Lot[] | undefined;
}

/**
 * reserved: tokens are held, not paid yet. settled: paid, tokens delivered. released: given back.
 * refunded: paid too late, money returned. review: a person must look.
 */
export type OrderState = 'reserved' | 'settled' | 'released' | 'refunded' | 'review';

/** Tokens of other lots that stand in for those of an order that are gone. */
export interface OtherTokens {
  readonly lots: readonly Lot[];
  /** What of the buyer's change went with them; missing: none. */
  readonly changeMicros?: UsdMicros | undefined;
  /** What of the missing tokens' price they made up for, at their face. */
  readonly creditMicros: UsdMicros;
  readonly poolMicros: UsdMicros;
}

/** What refunds and disputes have taken back of an order's tokens, in all. */
export interface TakenBack {
  /** Tokens that went from the buyer to the platform, and their face. */
  readonly tokens: number;
  readonly faceMicros: UsdMicros;
  /** What the reward pool gave of their price; the platform stands in when it has too little. */
  readonly poolMicros: UsdMicros;
  /** Tokens that were not there any more. */
  readonly missing: number;
  /**
   * What they came to; what `others` leave open of it is a debt. Absent where none are missing, and
   * where it is their price: in orders refunded before it was counted.
   */
  readonly missingMicros?: UsdMicros;
  readonly others?: OtherTokens;
}

/** What Stripe charged, by the balance transaction that says so. */
export interface StripeFee {
  readonly transactionId: string;
  readonly cents: Cents;
}

/** An edition somebody wants, at the price that was confirmed. */
export interface WantedEdition {
  readonly datId: string;
  readonly number: number;
  readonly priceCents: Cents;
}

/**
 * What became of the edition that an order's tokens are for. wanted: it is bought once the order is
 * settled. missed: it could not be had, the tokens stay in the wallet.
 */
export interface OrderEdition extends WantedEdition {
  readonly state: 'wanted' | 'bought' | 'missed';
  /** Why it was missed, as a sentence for the buyer. */
  readonly reason?: string | undefined;
  /** The journal entry that bought it, and the tokens that went. */
  readonly entryId?: string | undefined;
  readonly spent?: number | undefined;
}

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
  /** What went back to the card by refunds and disputes, less what came back from lost ones. */
  readonly refundedCents: Cents;
  /** The journal entries that say so. */
  readonly clawbacks: readonly string[];
  readonly takenBack: TakenBack;
  /** Null until Stripe has said what the payment cost. */
  readonly chargeFee: StripeFee | null;
  readonly otherFees: readonly StripeFee[];
  readonly reviewReason: string | null;
  /** The exact body of the Checkout Session as JSON: a repeated create is the same request. */
  readonly checkout: string | null;
  /** Missing where the tokens are for no edition in particular. */
  readonly edition?: OrderEdition | undefined;
}

export const PLATFORM = 'platform';

export const nothingTaken = {
  tokens: 0,
  faceMicros: 0,
  poolMicros: 0,
  missing: 0,
} satisfies TakenBack;

import * as v from 'valibot';
import { payoutSources } from '../payout.ts';
import { count } from '../whole.ts';

export const creditPartSchema = v.object({ date: v.string(), micros: count });

/**
 * held: taken from the user, the transfer is being made. unknown: the same, and Stripe's answer did
 * not arrive. paid: Stripe has made the transfer. returned: there is no transfer, the user has it
 * back. reversed: the transfer was taken back in full, the user has it back.
 */
export const payoutStates = ['held', 'unknown', 'paid', 'returned', 'reversed'] as const;

export const reversalSchema = v.object({ id: v.string(), amountCents: count });

/** A user's payout, from the request on: `payouts/{id}`; its owner may read it. */
export const payoutSchema = v.object({
  id: v.string(),
  uid: v.string(),
  source: v.picklist(payoutSources),
  amountCents: count,
  state: v.picklist(payoutStates),
  /** The days whose earnings pay for it; empty when tokens do. */
  parts: v.array(creditPartSchema),
  qty: count,
  poolMicros: count,
  /** The connected account it goes to, fixed from the start: a repeat is the same request. */
  accountId: v.string(),
  transferId: v.nullable(v.string()),
  reversals: v.array(reversalSchema),
  createdAt: v.number(),
  closedAt: v.nullable(v.number()),
});

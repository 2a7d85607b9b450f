import * as v from 'valibot';
import { payoutSources } from '../payout.ts';
import { count } from '../whole.ts';

export const creditPartSchema = v.object({ date: v.string(), micros: count });

/**
 * The states of a payout. held: taken from the user, the transfer is in progress. unknown: held, and Stripe's
 * answer did not arrive. paid: Stripe made the transfer. returned: there is no transfer, the user has the
 * money back. reversed: the transfer was taken back in full, the user has the money back.
 */
export const payoutStates = ['held', 'unknown', 'paid', 'returned', 'reversed'] as const;

export const reversalSchema = v.object({ id: v.string(), amountCents: count });

/** A user's payout, from the request on, `payouts/{id}`; its owner may read it. */
export const payoutSchema = v.object({
  id: v.string(),
  uid: v.string(),
  source: v.picklist(payoutSources),
  amountCents: count,
  state: v.picklist(payoutStates),
  /** The days whose earnings pay for it; empty if reward tokens do. */
  parts: v.array(creditPartSchema),
  qty: count,
  poolMicros: count,
  /** The receiving connected account, fixed at the request: a retry sends the same request. */
  accountId: v.string(),
  transferId: v.nullable(v.string()),
  reversals: v.array(reversalSchema),
  createdAt: v.number(),
  closedAt: v.nullable(v.number()),
});

import * as v from 'valibot';
import type { Payout } from '../../domain/books/payouts.ts';
import { rates } from '../../domain/config.ts';
import { isWhole } from '../../domain/units.ts';
import { isRecord, readList, readNumber } from '../tolerant.ts';

const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

/** A payout, `payouts/{id}`; its owner may read it. See `Payout` in shared/domain/books. */
export const payoutSchema = v.object({
  id: v.string(),
  uid: v.string(),
  source: v.picklist(['credits', 'tokens']),
  amountCents: count,
  state: v.picklist(['held', 'unknown', 'paid', 'returned', 'reversed']),
  parts: v.array(v.object({ date: v.string(), micros: count })),
  qty: count,
  poolMicros: count,
  accountId: v.string(),
  transferId: v.nullable(v.string()),
  reversals: v.array(v.object({ id: v.string(), amountCents: count })),
  createdAt: v.number(),
  closedAt: v.nullable(v.number()),
});

/** Reads somebody's payouts, newest first; what is no payout is left out. */
export const readPayouts = (value: unknown): Payout[] =>
  readList(value)
    .flatMap((item) => {
      const parsed = v.safeParse(payoutSchema, item);
      return parsed.success ? [parsed.output] : [];
    })
    .sort((a, b) => b.createdAt - a.createdAt);

/** The days earnings wait, from `TimeToPayout/config`; 4 where it has no whole number (R-CSH-05). */
export function readPayoutDays(value: unknown): number {
  const days = isRecord(value) ? readNumber(value.days, Number.NaN) : Number.NaN;
  return isWhole(days) && days >= 0 ? days : rates.payoutDays;
}

const accountSchema = v.object({
  accountId: v.optional(v.nullable(v.string()), null),
  customerId: v.optional(v.nullable(v.string()), null),
});

/** Who a user is at Stripe, `stripeAccounts/{uid}`. */
export type StripeIds = v.InferOutput<typeof accountSchema>;

export const readStripeIds = (value: unknown): StripeIds => v.parse(accountSchema, value ?? {});

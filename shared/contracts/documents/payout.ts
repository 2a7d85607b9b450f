import * as v from 'valibot';
import { payoutSchema } from '../../domain/books/payout-schema.ts';
import type { Payout } from '../../domain/books/payouts.ts';
import { rates } from '../../domain/config.ts';
import { isWhole } from '../../domain/units.ts';
import { isRecord, readList, readNumber } from '../tolerant.ts';

/** Reads someone's payouts, newest first; what is not a payout is left out. */
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

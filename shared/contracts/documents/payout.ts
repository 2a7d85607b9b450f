import * as v from 'valibot';
import { payoutSchema } from '../../domain/books/payout-schema.ts';
import type { Payout } from '../../domain/books/payouts.ts';
import { rates } from '../../domain/config.ts';
import { isWhole } from '../../domain/units.ts';
import { isRecord, readList, readNumber } from '../tolerant.ts';

/** Reads a user's payouts, newest first; other values are left out. */
export const readPayouts = (value: unknown): Payout[] =>
  readList(value)
    .flatMap((item) => {
      const parsed = v.safeParse(payoutSchema, item);
      return parsed.success ? [parsed.output] : [];
    })
    .sort((a, b) => b.createdAt - a.createdAt);

/** Reads the days that earnings wait from `TimeToPayout/config`; 4 unless it has a whole number (R-CSH-05). */
export function readPayoutDays(value: unknown): number {
  const days = isRecord(value) ? readNumber(value.days, Number.NaN) : Number.NaN;
  return isWhole(days) && days >= 0 ? days : rates.payoutDays;
}

const accountSchema = v.object({
  accountId: v.optional(v.nullable(v.string()), null),
  customerId: v.optional(v.nullable(v.string()), null),
});

/** A user's ids at Stripe, `stripeAccounts/{uid}`. */
export type StripeIds = v.InferOutput<typeof accountSchema>;

export const readStripeIds = (value: unknown): StripeIds => v.parse(accountSchema, value ?? {});

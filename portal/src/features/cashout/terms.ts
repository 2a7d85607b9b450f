import type { PayoutQuote } from '@datchain/shared/contracts/calls/payouts.ts';
import type { EarnedDay } from '@datchain/shared/domain/books/guards.ts';
import {
  eligibleCents,
  eligibleCredits,
  type PendingDay,
} from '@datchain/shared/domain/eligible-credits.ts';
import { MICROS_PER_CENT, MICROS_PER_CREDIT } from '@datchain/shared/domain/money.ts';
import {
  type PayoutSource,
  tokenPayoutCents,
  tokensForPayout,
} from '@datchain/shared/domain/payout.ts';
import { type RewardMetrics, walletTokenValueUsd } from '@datchain/shared/domain/rewards.ts';
import type { Cents } from '@datchain/shared/domain/units.ts';

export interface Terms {
  readonly isKnown: boolean;
  /** The amount that Max fills in, by source. */
  readonly availableCents: Readonly<Record<PayoutSource, Cents>>;
  /** Earnings that wait, oldest first. */
  readonly pending: readonly PendingDay[];
  /** The number of days that earnings wait; undefined where only the total is known. */
  readonly days: number | undefined;
  readonly tokenQty: number;
  readonly tokenValueUsd: number;
  readonly blockedBy: string | null;
}

export const readTerms = (quote: PayoutQuote): Terms => ({
  isKnown: true,
  availableCents: { credits: quote.eligibleCents, tokens: quote.tokenCents },
  pending: quote.pending,
  days: quote.days,
  tokenQty: quote.tokenQty,
  tokenValueUsd: quote.tokenValue,
  blockedBy: quote.blockedBy,
});

export interface Figures {
  readonly isKnown: boolean;
  readonly earnedDays: readonly EarnedDay[];
  readonly earnedCredits: number;
  readonly tokenQty: number;
  readonly metrics: RewardMetrics | undefined;
}

const poolOf = ({ poolCents, circulating, spotPriceUsd }: RewardMetrics) => ({
  poolMicros: poolCents * MICROS_PER_CENT,
  circulating,
  ...(spotPriceUsd === undefined ? {} : { spotPriceUsd }),
});

/**
 * Computes the terms from all earned credits, for when the eligible ones are unknown (R-CSH-09). It
 * takes the unpaid part of all days, or the total where there are no days. The server still pays
 * only eligible credits.
 */
export function fallbackTerms(figures: Figures): Terms {
  const { isKnown, earnedDays, earnedCredits, tokenQty, metrics } = figures;
  // Without a number of days everything counts.
  const unpaid = eligibleCredits(earnedDays, Number.NaN, 0);
  const micros = earnedDays.length > 0 ? unpaid.micros : earnedCredits * MICROS_PER_CREDIT;
  return {
    isKnown,
    availableCents: {
      credits: eligibleCents({ micros }),
      tokens: metrics ? tokenPayoutCents(tokenQty, poolOf(metrics)) : 0,
    },
    pending: [],
    days: undefined,
    tokenQty,
    tokenValueUsd: metrics ? walletTokenValueUsd(metrics) : 0,
    blockedBy: null,
  };
}

/** Returns how many reward tokens an amount takes; undefined until their value is known. */
export const tokensTaken = (
  amountCents: Cents,
  tokenQty: number,
  metrics: RewardMetrics | undefined,
): number | undefined =>
  metrics && walletTokenValueUsd(metrics) > 0
    ? tokensForPayout(amountCents, tokenQty, poolOf(metrics))
    : undefined;

import { config } from '@datchain/shared/domain/config.ts';
import {
  formatCents,
  formatDate,
  formatMicrosUpTo3,
  formatTokens,
  formatUsdUpTo3,
} from '@datchain/shared/domain/format.ts';
import type { PayoutSource } from '@datchain/shared/domain/payout.ts';
import { REWARD_CASH_OUT } from '@datchain/shared/domain/rewards.ts';
import type { Terms } from './terms.ts';

const minimum = config.minimumPayoutCents;

/** Tells whether a source has the minimum for a payout: without it there is no form (N-FIG-07). */
export const canPayOut = (source: PayoutSource, { isKnown, availableCents }: Terms): boolean =>
  isKnown && availableCents[source] >= minimum;

/** Formats the worth of the reward tokens, as the wallet does (N-FIG-07). */
export const formatWorth = ({ tokenQty, tokenValueUsd }: Terms): string =>
  formatUsdUpTo3(tokenQty * tokenValueUsd);

export function limitsText(source: PayoutSource, terms: Terms): string {
  const { availableCents, pending, tokenQty } = terms;
  const available = availableCents[source];
  if (available >= minimum) {
    return `At least ${formatCents(minimum)}, at most ${formatCents(available)}.`;
  }
  if (source === 'tokens') {
    return `${formatTokens(tokenQty, 'reward')}, worth ${formatWorth(terms)}. Reward tokens ${REWARD_CASH_OUT}.`;
  }
  const missing = `You can cash out once you have ${formatCents(minimum)}. You need ${formatCents(minimum - available)} more`;
  const [next] = pending;
  return next
    ? `${missing}; ${formatMicrosUpTo3(next.micros)} becomes available on ${formatDate(next.countsFrom)}.`
    : `${missing}.`;
}

import type { EarnedDay } from '@datchain/shared/domain/books/guards.ts';
import { isOpenPayout, type Payout, reversedCents } from '@datchain/shared/domain/books/payouts.ts';
import { eligibleCents, eligibleCredits } from '@datchain/shared/domain/eligible-credits.ts';
import { formatDate, formatTokens, formatUsdUpTo3 } from '@datchain/shared/domain/format.ts';
import { centsToMicros, MICROS_PER_CREDIT, microsOfUsd } from '@datchain/shared/domain/money.ts';
import { sumAmounts } from '@datchain/shared/domain/shown-amount.ts';
import type { AmountLine } from '../../lib/text/sum-facts.ts';
import type { WorksTotals } from './owned-works.ts';

export interface EarningsSources {
  readonly worksTotals: Pick<WorksTotals, 'heldMicros' | 'soldOnMicros'>;
  readonly earnedCredits: number;
  readonly rewardTokens: number;
  readonly tokenValueUsd: number;
  /** All earnings in dollars, by day. */
  readonly earnedDays: readonly EarnedDay[];
  readonly payoutDays: number;
  readonly payouts: readonly Payout[];
  readonly now: number;
}

const withAmount = (lines: readonly AmountLine[]): AmountLine[] =>
  lines.filter(({ micros }) => micros !== 0);

function rewardLine({ rewardTokens, tokenValueUsd }: EarningsSources, words: string): AmountLine {
  return {
    label: `${formatTokens(rewardTokens, 'reward')}${words}`,
    micros: microsOfUsd(rewardTokens * tokenValueUsd),
  };
}

/** Splits the earnings by source: works held, works sold on, tokens sold, and reward tokens. */
export function cameFrom(sources: EarningsSources): AmountLine[] {
  const { worksTotals, earnedCredits, tokenValueUsd } = sources;
  return withAmount([
    { label: 'Works you hold', micros: worksTotals.heldMicros },
    { label: 'Works you sold', micros: worksTotals.soldOnMicros },
    { label: 'Tokens you sold', micros: Math.round(earnedCredits * MICROS_PER_CREDIT) },
    rewardLine(sources, ` at ${formatUsdUpTo3(tokenValueUsd)}`),
  ]);
}

const shortDate = (at: number): string => formatDate(at).replace(/ \d+$/, '');

/**
 * Formats e.g. 'Available from 23 to 25 Nov', the days on which pending earnings become available.
 */
function pendingLabel(dates: readonly number[]): string {
  const [first = 0, last = 0] = [Math.min(...dates), Math.max(...dates)];
  return first === last
    ? `Available from ${shortDate(first)}`
    : `Available from ${shortDate(first)} to ${shortDate(last)}`;
}

function sumPaid(payouts: readonly Payout[]) {
  const own = payouts.filter(({ source }) => source === 'credits');
  const cents = (some: readonly Payout[]) =>
    sumAmounts(some.map((payout) => payout.amountCents - reversedCents(payout)));
  return {
    paid: centsToMicros(cents(own.filter(({ state }) => /paid|reversed/.test(state)))),
    onItsWay: centsToMicros(cents(own.filter(isOpenPayout))),
  };
}

/**
 * Splits the same total as `cameFrom` by where the money is now. Earnings that no day lists are older
 * than the counting of days. Where days list more than was earned, the difference was taken back
 * after it was paid out.
 */
export function whereNow(sources: EarningsSources): AmountLine[] {
  const { worksTotals, earnedCredits, earnedDays, payoutDays, payouts, now } = sources;
  const eligible = eligibleCredits(earnedDays, payoutDays, now);
  const availableMicros = centsToMicros(eligibleCents(eligible));
  const { paid, onItsWay } = sumPaid(payouts);
  const spent = sumAmounts(earnedDays.map(({ spentMicros }) => spentMicros));
  const earned =
    worksTotals.heldMicros +
    worksTotals.soldOnMicros +
    Math.round(earnedCredits * MICROS_PER_CREDIT);
  const undated = earned - sumAmounts(earnedDays.map(({ totalMicros }) => totalMicros));
  const pending = eligible.pending;
  return [
    { label: 'Available now', micros: availableMicros },
    ...withAmount([
      {
        label: 'Fractions of a cent',
        micros: eligible.micros - availableMicros,
      },
      {
        label: pendingLabel(pending.map(({ countsFrom }) => countsFrom)),
        micros: sumAmounts(pending.map(({ micros }) => micros)),
      },
      { label: 'On its way to your bank', micros: onItsWay },
      { label: 'Sent to your bank', micros: paid },
      { label: 'Settled what you owed', micros: spent - paid - onItsWay },
      { label: 'Earned before days were counted', micros: Math.max(0, undated) },
      { label: 'Taken back after it was paid out', micros: Math.min(0, undated) },
      rewardLine(sources, ''),
    ]),
  ];
}

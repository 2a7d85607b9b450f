import { config } from './config.ts';
import { formatCents } from './format.ts';
import type { Cents } from './units.ts';

/** The public figures of reward tokens (R-DB-05). */
export interface RewardMetrics {
  readonly poolCents: Cents;
  /** Reward tokens in circulation; 100,000 if the database has no figure. */
  readonly circulating: number;
  readonly issuedToUsers: number;
  readonly spotPriceUsd?: number;
}

/** Returns the reward tokens left: 66,669 minus those issued, at least 0 (R-HOM-01). */
export const rewardTokensRemaining = (metrics: Pick<RewardMetrics, 'issuedToUsers'>): number =>
  Math.max(0, config.rewardSupply - metrics.issuedToUsers);

/** Returns a token's value on the marketplace card in US dollars: pool cents / 100 / circulating (R-HOM-01). */
export const marketplaceTokenValueUsd = (
  metrics: Pick<RewardMetrics, 'poolCents' | 'circulating'>,
): number => (metrics.circulating > 0 ? metrics.poolCents / 100 / metrics.circulating : 0);

/**
 * Returns a token's value in the wallet in US dollars: a positive spot price, else the marketplace's value
 * (R-WAL-08).
 */
export function walletTokenValueUsd(metrics: RewardMetrics): number {
  const { spotPriceUsd = 0 } = metrics;
  return spotPriceUsd > 0 ? spotPriceUsd : marketplaceTokenValueUsd(metrics);
}

/** The condition for cashing out reward tokens, shown wherever they are (N-FIG-07). */
export const REWARD_CASH_OUT = `can be cashed out from ${formatCents(config.minimumPayoutCents)} on`;

export const LEAST_THRESHOLD_CENTS = 25_000;

const thresholds: readonly (readonly [belowCents: Cents, thresholdCents: Cents])[] = [
  [2_500_000_000, LEAST_THRESHOLD_CENTS],
  [5_000_000_000, 30_000],
  [7_500_000_000, 35_000],
];

/**
 * Returns the cents of spend that earn one reward token, by all utility ever sold (R-WAL-18); 25,000 above
 * the last tier.
 */
export function rewardThresholdCents(utilitySoldCents: Cents): Cents {
  for (const [below, threshold] of thresholds) if (utilitySoldCents < below) return threshold;
  return utilitySoldCents <= 10_000_000_000 ? 40_000 : LEAST_THRESHOLD_CENTS;
}

/** Returns claimable tokens: floor(spend / threshold) minus awarded, at least 0 (R-WAL-09). */
export const claimableRewardTokens = (
  spendCents: Cents,
  thresholdCents: Cents,
  awarded: number,
): number => Math.max(0, Math.floor(spendCents / thresholdCents) - awarded);

/**
 * Returns a user's spot value in US dollars (R-WAL-17); 0 without credits.
 *
 * @param credits purchased plus earned
 */
export function userSpotValueUsd(
  { poolCents, circulating }: Pick<RewardMetrics, 'poolCents' | 'circulating'>,
  credits: number,
): number {
  if (!(credits > 0)) return 0;
  const pool = poolCents > 0 ? poolCents : Math.floor((circulating * 3) / 10);
  return pool / credits / 100;
}

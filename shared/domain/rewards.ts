import { config } from './config.ts';
import { formatCents } from './format.ts';
import type { Cents } from './units.ts';

/** The reward token figures everyone can read (R-DB-05). */
export interface RewardMetrics {
  readonly poolCents: Cents;
  /** Reward tokens in circulation; 100,000 when the database has none. */
  readonly circulating: number;
  readonly issuedToUsers: number;
  /** US dollars for one reward token, where the database carries one. */
  readonly spotPriceUsd?: number;
}

/** Reward tokens remaining = 66,669 minus those issued, at least 0 (R-HOM-01). */
export const rewardTokensRemaining = (metrics: Pick<RewardMetrics, 'issuedToUsers'>): number =>
  Math.max(0, config.rewardSupply - metrics.issuedToUsers);

/** The marketplace card's value in US dollars: pool cents / 100 / circulating (R-HOM-01). */
export const marketplaceTokenValueUsd = (
  metrics: Pick<RewardMetrics, 'poolCents' | 'circulating'>,
): number => (metrics.circulating > 0 ? metrics.poolCents / 100 / metrics.circulating : 0);

/** The wallet's value in US dollars: the spot price if positive, else the marketplace's (R-WAL-08). */
export function walletTokenValueUsd(metrics: RewardMetrics): number {
  const { spotPriceUsd = 0 } = metrics;
  return spotPriceUsd > 0 ? spotPriceUsd : marketplaceTokenValueUsd(metrics);
}

/** From when reward tokens can be cashed out; said wherever they are shown (N-FIG-07). */
export const REWARD_CASH_OUT = `can be cashed out from ${formatCents(config.minimumPayoutCents)} on`;

export const LEAST_THRESHOLD_CENTS = 25_000;

const thresholds: readonly (readonly [belowCents: Cents, thresholdCents: Cents])[] = [
  [2_500_000_000, LEAST_THRESHOLD_CENTS],
  [5_000_000_000, 30_000],
  [7_500_000_000, 35_000],
];

/** Cents of spend that earn one reward token, by all utility ever sold (R-WAL-18); 25,000 beyond the last tier. */
export function rewardThresholdCents(utilitySoldCents: Cents): Cents {
  for (const [below, threshold] of thresholds) if (utilitySoldCents < below) return threshold;
  return utilitySoldCents <= 10_000_000_000 ? 40_000 : LEAST_THRESHOLD_CENTS;
}

/** Claimable tokens = floor(spend / threshold) minus awarded, at least 0 (R-WAL-09). */
export const claimableRewardTokens = (
  spendCents: Cents,
  thresholdCents: Cents,
  awarded: number,
): number => Math.max(0, Math.floor(spendCents / thresholdCents) - awarded);

/** The spot value for a user in US dollars (R-WAL-17); 0 without credits. @param credits purchased plus earned */
export function userSpotValueUsd(
  { poolCents, circulating }: Pick<RewardMetrics, 'poolCents' | 'circulating'>,
  credits: number,
): number {
  if (!(credits > 0)) return 0;
  const pool = poolCents > 0 ? poolCents : Math.floor((circulating * 3) / 10);
  return pool / credits / 100;
}

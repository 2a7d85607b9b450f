import { config } from '../../domain/config.ts';
import type { RewardMetrics } from '../../domain/rewards.ts';
import type { Cents } from '../../domain/units.ts';
import { isRecord, readCount, readNumber } from '../tolerant.ts';

/** `metrics` of the Realtime Database (R-DB-05). */
export interface Metrics extends RewardMetrics {
  readonly utilitySoldCents: Cents;
}

/** Reads `metrics/datToken`; circulating tokens that are missing or zero count as 100,000 (R-HOM-06). */
export function readRewardMetrics(value: unknown): RewardMetrics {
  const stored = isRecord(value) ? value : {};
  const spot = readNumber(stored.spotPrice ?? stored.spot);
  return {
    poolCents: readCount(stored.poolCents),
    circulating: readCount(stored.circulating) || config.defaultCirculating,
    issuedToUsers: readCount(stored.issuedToUsers),
    ...(spot > 0 ? { spotPriceUsd: spot } : {}),
  };
}

export function readMetrics(value: unknown): Metrics {
  const stored = isRecord(value) ? value : {};
  const sold = isRecord(stored.utilitySold) ? stored.utilitySold : {};
  return { ...readRewardMetrics(stored.datToken), utilitySoldCents: readCount(sold.totalCents) };
}

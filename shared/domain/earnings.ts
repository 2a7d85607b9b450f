import { MICROS_PER_CREDIT, microsOfUsd } from './money.ts';
import type { UsdMicros } from './units.ts';

export interface WorkPart {
  readonly datId: string;
  readonly earnedMicros: UsdMicros;
}

/**
 * Sums what a work paid a user: sales, royalties and streams (N-EXP-02).
 *
 * @param parts of all works
 */
export const workEarnedMicros = (parts: readonly WorkPart[], datId: string): UsdMicros =>
  parts.reduce((sum, part) => (part.datId === datId ? sum + part.earnedMicros : sum), 0);

export interface EarningsParts {
  readonly ownedDatMicros: UsdMicros;
  readonly earnedCredits: number;
  readonly rewardTokens: number;
  readonly tokenValueUsd: number;
}

/** Returns the wallet's earnings: owned-DAT earnings + 10% of earned credits + reward tokens × value (R-WAL-07). */
export const walletEarningsMicros = (parts: EarningsParts): UsdMicros =>
  parts.ownedDatMicros +
  Math.round(parts.earnedCredits * MICROS_PER_CREDIT) +
  microsOfUsd(parts.rewardTokens * parts.tokenValueUsd);

export interface DatBrought {
  readonly streamUsd: number;
  readonly salesUsd: number;
}

/** Estimates a DAT's stream earnings: 5 percent of its stream earnings plus its sales (R-WAL-15). */
export const streamEarningsEstimateUsd = ({ streamUsd, salesUsd }: DatBrought): number =>
  streamUsd * 0.05 + salesUsd;

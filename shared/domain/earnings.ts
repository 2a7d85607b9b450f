import { MICROS_PER_CREDIT, type UsdMicros } from './units.ts';

/** What the wallet's earnings are made of. */
export interface EarningsParts {
  /** Earnings of every owned edition. */
  readonly ownedDatMicros: UsdMicros;
  readonly earnedCredits: number;
  readonly rewardTokens: number;
  /** US dollars for one reward token. */
  readonly tokenValueUsd: number;
}

/**
 * Earnings shown in the wallet = owned-DAT earnings + 10% of earned credits + reward tokens × token
 * value (SPEC §9).
 */
export const walletEarningsMicros = (parts: EarningsParts): UsdMicros =>
  parts.ownedDatMicros +
  Math.round(parts.earnedCredits * MICROS_PER_CREDIT) +
  Math.round(parts.rewardTokens * parts.tokenValueUsd * 1_000_000);

/** What a DAT brought, in US dollars, before anybody's share. */
export interface DatBrought {
  readonly streamUsd: number;
  readonly salesUsd: number;
}

/** The stream earnings estimate of a DAT: 5 percent of its stream earnings plus its sales (SPEC §9). */
export const streamEarningsEstimateUsd = ({ streamUsd, salesUsd }: DatBrought): number =>
  streamUsd * 0.05 + salesUsd;

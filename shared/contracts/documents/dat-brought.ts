import type { DatBrought } from '../../domain/earnings.ts';
import { isRecord, readNumber } from '../tolerant.ts';

/**
 * Reads what a DAT brought from `streamStats/{id}` and `earnings/{id}`. Whatever could not be read
 * counts as zero (SPEC §8, earnings fetch errors).
 *
 * @param streamStats,earnings the stored values; undefined when reading failed
 */
export function readDatBrought(streamStats: unknown, earnings: unknown): DatBrought {
  const stats = isRecord(streamStats) ? streamStats : {};
  const stored = isRecord(earnings) ? earnings : {};
  const sales = isRecord(stored.sales) ? stored.sales : {};
  const streamUsd = readNumber(stats.totalEarnings, Number.NaN);
  const salesUsd = Math.max(0, readNumber(sales.totalEarnings));
  // Without stream stats, the streams are what the total has beyond the sales.
  const rest = Math.max(0, readNumber(stored.totalEarnings) - salesUsd);
  return { streamUsd: Number.isNaN(streamUsd) ? rest : Math.max(0, streamUsd), salesUsd };
}

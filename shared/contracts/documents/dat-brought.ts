import type { DatBrought } from '../../domain/earnings.ts';
import { microsOfUsd, usdOfMicros } from '../../domain/money.ts';
import { isRecord, readNumber } from '../tolerant.ts';

/** Reads a DAT's earnings from `streamStats/{id}` and `earnings/{id}`; unreadable values are zero (R-WAL-16). */
export function readDatBrought(streamStats: unknown, earnings: unknown): DatBrought {
  const stats = isRecord(streamStats) ? streamStats : {};
  const { streamUsd: booked, salesUsd } = readBooked(earnings);
  // Without stream stats, the books' figure counts.
  const streamUsd = readNumber(stats.totalEarnings, Number.NaN);
  return { streamUsd: Number.isNaN(streamUsd) ? booked : Math.max(0, streamUsd), salesUsd };
}

/** Reads a DAT's earnings in the books from `earnings/{id}`: sales, and streams as the rest of the total. */
export function readBooked(earnings: unknown): DatBrought {
  const stored = isRecord(earnings) ? earnings : {};
  const sales = isRecord(stored.sales) ? stored.sales : {};
  const salesUsd = Math.max(0, readNumber(sales.totalEarnings));
  const inAllMicros = microsOfUsd(readNumber(stored.totalEarnings));
  const streamMicros = inAllMicros - microsOfUsd(salesUsd);
  return { streamUsd: usdOfMicros(Math.max(0, streamMicros)), salesUsd };
}

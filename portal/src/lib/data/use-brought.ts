import { readDatBrought } from '@datchain/shared/contracts/documents/dat-brought.ts';
import { live } from '@datchain/shared/contracts/paths.ts';
import type { DatBrought } from '@datchain/shared/domain/earnings.ts';
import { useLive } from './use-live.ts';
import { liveOr } from './use-watched.ts';

const asStored = (value: unknown): unknown => value;

/**
 * Follows the total earnings of a work. Undefined until the database has answered (N-FIG-06);
 * figures that cannot be read count as zero (R-WAL-16).
 */
export function useBrought(datId: string): DatBrought | undefined {
  const total = useLive(`${live.streamStats(datId)}/totalEarnings`, asStored);
  const earnings = useLive(live.earnings(datId), asStored);
  if (total.state === 'loading' || earnings.state === 'loading') return undefined;
  return readDatBrought({ totalEarnings: liveOr(total, undefined) }, liveOr(earnings, undefined));
}

import { readDatBrought } from '@datchain/shared/contracts/documents/dat-brought.ts';
import { live } from '@datchain/shared/contracts/paths.ts';
import type { DatBrought } from '@datchain/shared/domain/earnings.ts';
import { useLive } from './use-live.ts';
import { liveOr } from './use-watched.ts';

const asStored = (value: unknown): unknown => value;

/**
 * Follows what a work brought in all. Undefined until the database has answered (N-FIG-06); what
 * cannot be read counts as zero (R-WAL-16).
 */
export function useBrought(datId: string): DatBrought | undefined {
  const total = useLive(`${live.streamStats(datId)}/totalEarnings`, asStored);
  const earnings = useLive(live.earnings(datId), asStored);
  if (total.state === 'loading' || earnings.state === 'loading') return undefined;
  return readDatBrought({ totalEarnings: liveOr(total, undefined) }, liveOr(earnings, undefined));
}

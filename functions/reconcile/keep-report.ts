import {
  type ReconcileReport,
  readFullReport,
} from '@datchain/shared/contracts/documents/reconcile-report.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import type { Services } from '../services.ts';
import { put } from '../stores/document-store.ts';
import { alwaysLate, retryOnConflict } from '../stores/retry-on-conflict.ts';
import { joinParts, MAX_KEPT } from './full-report.ts';
import type { Reconciliation } from './reconcile.ts';

type Needs = Pick<Services, 'store' | 'clock'>;

export const makeReport = (
  { clock }: Pick<Needs, 'clock'>,
  { entries, shortfallMicros, differences }: Reconciliation,
): ReconcileReport => {
  const different = [...new Set(differences)];
  return {
    at: clock.now(),
    entries,
    shortfallMicros,
    found: different.length,
    differences: different.slice(0, MAX_KEPT),
  };
};

/**
 * Stores the result of a comparison of what has changed for the operators' desk (N-PPL-10), with the differences
 * that the last comparison of everything has found: only the next one can tell that they are gone.
 */
export async function keepReportOfChanges(needs: Needs, changes: Reconciliation): Promise<void> {
  await retryOnConflict(alwaysLate('the report on the books'), async () => {
    const stored = await needs.store.read([docs.fullReport, docs.reconcileReport]);
    const full = readFullReport(stored.get(docs.fullReport)?.data);
    const { found = 0, differences: known = [] } = full ? joinParts(full) : {};
    const isNew = (difference: string) => !known.includes(difference);
    const differences = [...changes.differences.filter(isNew), ...known];
    const unkept = found - known.length;
    const report = makeReport(needs, { ...changes, differences });
    const data = { ...report, found: differences.length + unkept };
    return needs.store.write(put(docs.reconcileReport, data, stored.get(docs.reconcileReport)));
  });
}

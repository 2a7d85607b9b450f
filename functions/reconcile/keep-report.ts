import type { ReconcileReport } from '@datchain/shared/contracts/documents/reconcile-report.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import type { Services } from '../services.ts';
import { put } from '../stores/document-store.ts';
import { alwaysLate, retryOnConflict } from '../stores/retry-on-conflict.ts';
import type { Reconciliation } from './reconcile.ts';

const MAX_KEPT = 50;

/** Stores the result of a comparison of the books for the operators' desk (N-PPL-10). */
export async function keepReport(
  { store, clock }: Pick<Services, 'store' | 'clock'>,
  { entries, shortfallMicros, differences }: Reconciliation,
): Promise<void> {
  const path = docs.reconcileReport;
  const report: ReconcileReport = {
    at: clock.now(),
    entries,
    shortfallMicros,
    found: differences.length,
    differences: differences.slice(0, MAX_KEPT),
  };
  await retryOnConflict(alwaysLate('the report on the books'), async () => {
    const stored = (await store.read([path])).get(path);
    return store.write(put(path, { ...report }, stored));
  });
}

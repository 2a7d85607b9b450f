import {
  type ReconcileReport,
  readReconcileReport,
} from '@datchain/shared/contracts/documents/reconcile-report.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import type { Services } from '../services.ts';
import { put } from '../stores/document-store.ts';
import { alwaysLate, retryOnConflict } from '../stores/retry-on-conflict.ts';
import type { Reconciliation } from './reconcile.ts';

const MAX_KEPT = 50;

type Needs = Pick<Services, 'store' | 'clock'>;

async function write({ store }: Needs, path: string, report: ReconcileReport): Promise<void> {
  await retryOnConflict(alwaysLate('the report on the books'), async () => {
    const stored = (await store.read([path])).get(path);
    return store.write(put(path, { ...report }, stored));
  });
}

const makeReport = (
  { clock }: Needs,
  { entries, shortfallMicros }: Reconciliation,
  found: number,
  differences: readonly string[],
): ReconcileReport => ({
  at: clock.now(),
  entries,
  shortfallMicros,
  found,
  differences: differences.slice(0, MAX_KEPT),
});

/** Stores the result of a comparison of everything for the operators' desk (N-PPL-10). */
export async function keepReport(needs: Needs, all: Reconciliation): Promise<void> {
  const report = makeReport(needs, all, all.differences.length, all.differences);
  await write(needs, docs.fullReport, report);
  await write(needs, docs.reconcileReport, report);
}

/**
 * Stores the result of a comparison of what has changed, with the differences that the last comparison of
 * everything has found: only the next one can tell that they are gone.
 */
export async function keepReportOfChanges(needs: Needs, changes: Reconciliation): Promise<void> {
  const stored = (await needs.store.read([docs.fullReport])).get(docs.fullReport);
  const full = readReconcileReport(stored?.data);
  const known = full?.differences ?? [];
  const isNew = (difference: string) => !known.includes(difference);
  const differences = [...changes.differences.filter(isNew), ...known];
  const unkept = (full?.found ?? 0) - known.length;
  const report = makeReport(needs, changes, differences.length + unkept, differences);
  await write(needs, docs.reconcileReport, report);
}

import {
  type FullReport,
  type ReconcileReport,
  readFullReport,
  readReconcileReport,
} from '@datchain/shared/contracts/documents/reconcile-report.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import type { Services } from '../services.ts';
import type { Share } from '../share.ts';
import { put, together } from '../stores/document-store.ts';
import { alwaysLate, retryOnConflict } from '../stores/retry-on-conflict.ts';

type Needs = Pick<Services, 'store' | 'clock'>;

/** The differences that a report names; it counts the others. */
export const MAX_KEPT = 50;

const listMissing = ({ count, parts }: FullReport): number[] =>
  [...Array(count).keys()].filter((index) => !(index in parts));

/** Lists the differences that are known: those of the parts, and before the last one those of earlier nights. */
function listKnown(full: FullReport): string[] {
  const found = Object.values(full.parts).flatMap(({ differences }) => differences);
  return [...new Set([...found, ...(listMissing(full).length > 0 ? full.before : [])])];
}

/** Joins the results of the parts. A part that has not ended is a difference: its night is not clean. */
export function joinParts(full: FullReport): ReconcileReport {
  const ended = Object.values(full.parts);
  const sum = (of: (part: ReconcileReport) => number) =>
    ended.reduce((all, part) => all + of(part), 0);
  const { night, count, startedAt } = full;
  const missing = listMissing(full).map(
    (index) => `comparison of ${night}: part ${index + 1} of ${count} has not ended`,
  );
  const differences = [...missing, ...listKnown(full)];
  return {
    at: Math.max(startedAt, ...ended.map(({ at }) => at)),
    entries: sum(({ entries }) => entries),
    shortfallMicros: Math.max(0, ...ended.map(({ shortfallMicros }) => shortfallMicros)),
    found: differences.length + sum((part) => part.found - part.differences.length),
    differences,
  };
}

/** Begins a night, unless it has begun; also ends the one before, whether or not it was complete. */
async function change(
  { store, clock }: Needs,
  night: string,
  count: number,
  parts: FullReport['parts'],
): Promise<void> {
  await retryOnConflict(alwaysLate('the report on all books'), async () => {
    const stored = await store.read([docs.fullReport, docs.reconcileReport]);
    const known = readFullReport(stored.get(docs.fullReport)?.data);
    // A part of an earlier night comes too late.
    if (known && known.night > night) return 'written';
    const isBegun = known?.night === night && known.count === count;
    const begun: FullReport = isBegun
      ? known
      : {
          night,
          count,
          startedAt: clock.now(),
          parts: {},
          before: known ? listKnown(known).slice(0, MAX_KEPT) : [],
        };
    const next: FullReport = { ...begun, parts: { ...begun.parts, ...parts } };
    const report = joinParts(next);
    // Sums of some of the parts would be shown as if they were those of all.
    const shownBefore = readReconcileReport(stored.get(docs.reconcileReport)?.data);
    const isOpen = listMissing(next).length > 0;
    const { entries, shortfallMicros } = (isOpen && shownBefore) || report;
    const differences = report.differences.slice(0, MAX_KEPT);
    const shown = { ...report, entries, shortfallMicros, differences };
    return store.write(
      together([
        put(docs.fullReport, next, stored.get(docs.fullReport)),
        put(docs.reconcileReport, shown, stored.get(docs.reconcileReport)),
      ]),
    );
  });
}

/** Records that the parts of a night have begun: until all of them have ended, it is not complete. */
export const beginParts = (needs: Needs, night: string, { count }: Share): Promise<void> =>
  change(needs, night, count, {});

/** Stores the result of a part, and joins it with the others; a part that repeats replaces its result. */
export const keepPart = (
  needs: Needs,
  night: string,
  { index, count }: Share,
  report: ReconcileReport,
): Promise<void> => change(needs, night, count, { [index]: report });

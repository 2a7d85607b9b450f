import * as v from 'valibot';
import { count } from '../../domain/whole.ts';

const reportSchema = v.object({
  at: v.number(),
  entries: count,
  /** The promises and losses beyond the platform's own money. */
  shortfallMicros: v.optional(count, 0),
  found: count,
  differences: v.array(v.string()),
});

const fullReportSchema = v.object({
  /** The UTC date on which the parts began. */
  night: v.string(),
  startedAt: v.number(),
  /** The number of parts. */
  count,
  /** The results of the parts that have ended, by their index from 0. */
  parts: v.record(v.string(), reportSchema),
  /** The differences that were known before this night; its last part replaces them. */
  before: v.array(v.string()),
});

/** The last comparison of everything, `reconcileReports/full`; server only. */
export type FullReport = v.InferOutput<typeof fullReportSchema>;

export const readFullReport = (value: unknown): FullReport | undefined =>
  value === undefined ? undefined : v.parse(fullReportSchema, value);

/** The result of the last comparison of the books, `reconcileReports/last`; server only. */
export type ReconcileReport = v.InferOutput<typeof reportSchema>;

/**
 * Reads the last comparison; undefined before the first.
 *
 * @throws ValiError if the stored document is invalid
 */
export const readReconcileReport = (value: unknown): ReconcileReport | undefined =>
  value === undefined ? undefined : v.parse(reportSchema, value);

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

/** The result of the last comparison of the books, `reconcileReports/last`; server only. */
export type ReconcileReport = v.InferOutput<typeof reportSchema>;

/**
 * Reads the last comparison; undefined before the first.
 *
 * @throws ValiError if the stored document is invalid
 */
export const readReconcileReport = (value: unknown): ReconcileReport | undefined =>
  value === undefined ? undefined : v.parse(reportSchema, value);

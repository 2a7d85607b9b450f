import * as v from 'valibot';
import { count } from '../../domain/whole.ts';

const reportSchema = v.object({
  at: v.number(),
  entries: count,
  /** What the platform has promised and lost beyond its own money. */
  shortfallMicros: v.optional(count, 0),
  found: count,
  differences: v.array(v.string()),
});

/** What the last comparison of the books found, `reconcileReports/last`; closed to browsers. */
export type ReconcileReport = v.InferOutput<typeof reportSchema>;

/** Undefined before the first comparison. @throws when the document is none that we wrote */
export const readReconcileReport = (value: unknown): ReconcileReport | undefined =>
  value === undefined ? undefined : v.parse(reportSchema, value);

import * as v from 'valibot';
import { count } from '../../domain/whole.ts';

const runSchema = v.object({
  /** The end of the last run that shared streams. */
  at: v.number(),
  /** The days of works and platforms that the run could not share or post, and the oldest of them. */
  openDays: count,
  oldestOpenDay: v.nullable(v.string()),
  /** The days that were reported or corrected after they had closed, and are not shared. */
  closedDays: count,
});

/** The outcome of the last run that shared streams, `streamRuns/last`; server only. */
export type StreamRun = v.InferOutput<typeof runSchema>;

/**
 * Reads the last run; undefined before the first.
 *
 * @throws ValiError if the stored document is invalid
 */
export const readStreamRun = (value: unknown): StreamRun | undefined =>
  value === undefined ? undefined : v.parse(runSchema, value);

import { ageOfDay, type Day, HOUR_MILLIS } from '../time.ts';
import type { Millis } from '../units.ts';
import { type Source, sources } from './sources.ts';

/** The least age of a day when its report is made, from the day's end by UTC. */
export const FINAL_AFTER_MILLIS = 48 * HOUR_MILLIS;

/**
 * Decides which days of a file can be shown. Files do not say when they were made, so days that can be
 * unfinished are held back. These are days under 48 hours old, and the last day of a series. Apple's batches
 * are partial by nature and grow.
 *
 * @param days every day of one song on one platform in the file, with its streams
 * @returns the days to keep, and whether each is final. Zeros before the first play are dropped (the song
 * was not out), zeros at the end are held back (not reported yet).
 */
export function finalDays(
  source: Source,
  days: ReadonlyMap<Day, number>,
  madeAt: Millis,
): Map<Day, boolean> {
  const { kind, isSeries } = sources[source];
  const isOldEnough = (day: Day) => kind === 'batch' || ageOfDay(day, madeAt) >= FINAL_AFTER_MILLIS;
  const inOrder = [...days.keys()].sort();
  if (!isSeries) return new Map(inOrder.map((day) => [day, isOldEnough(day)]));
  const played = inOrder.filter((day) => days.get(day) !== 0);
  const [first, lastPlayed] = [played[0], played.at(-1)];
  // Stryker disable next-line ConditionalExpression: Without a first day no day is kept; types do not know that.
  // Stryker disable next-line LogicalOperator: With one played day there are a first and a last.
  if (!first || !lastPlayed) return new Map();
  const last = inOrder.at(-1);
  const kept = inOrder.filter((day) => day >= first);
  return new Map(
    kept.map((day) => [day, isOldEnough(day) && day !== last && day <= lastPlayed] as const),
  );
}

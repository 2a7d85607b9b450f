import { MINUTE_MILLIS } from '@datchain/shared/domain/time.ts';
export const WINDOW_MILLIS = MINUTE_MILLIS;

/** The calls counted during one minute. */
export interface Minute {
  readonly startedAt: number;
  readonly count: number;
}

/**
 * The current minute: the last one, or a new one when that is over. One that starts more than a
 * minute from now came from a wrong clock, and counts as over.
 */
export function minuteOf(last: Minute | undefined, now: number): Minute {
  const isUnderWay = last !== undefined && Math.abs(now - last.startedAt) < WINDOW_MILLIS;
  return isUnderWay ? last : { startedAt: now, count: 0 };
}

/** Whole seconds until a minute is over: 1 to 60. */
export const secondsLeft = ({ startedAt }: Minute, now: number): number =>
  Math.min(60, Math.max(1, Math.ceil((startedAt + WINDOW_MILLIS - now) / 1_000)));

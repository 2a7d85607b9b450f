import { MINUTE_MILLIS } from '@datchain/shared/domain/time.ts';
export const WINDOW_MILLIS = MINUTE_MILLIS;

/** Calls that were counted from a moment on, for a minute. */
export interface Minute {
  readonly startedAt: number;
  readonly count: number;
}

/**
 * The minute that is under way: the last one, or a new one when it is over. One that begins more than
 * a minute from now was begun by a clock that is wrong, and counts as over.
 */
export function minuteOf(last: Minute | undefined, now: number): Minute {
  const isUnderWay = last !== undefined && Math.abs(now - last.startedAt) < WINDOW_MILLIS;
  return isUnderWay ? last : { startedAt: now, count: 0 };
}

/** Whole seconds until a minute is over: 1 to 60. */
export const secondsLeft = ({ startedAt }: Minute, now: number): number =>
  Math.min(60, Math.max(1, Math.ceil((startedAt + WINDOW_MILLIS - now) / 1_000)));

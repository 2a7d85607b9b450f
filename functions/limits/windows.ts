import { DAY_MILLIS, MINUTE_MILLIS } from '@datchain/shared/domain/time.ts';
import type { Millis } from '@datchain/shared/domain/units.ts';

export interface Limit {
  readonly most: number;
  readonly windowMillis: Millis;
}

export const perMinute = (most: number): Limit => ({ most, windowMillis: MINUTE_MILLIS });
export const perDay = (most: number): Limit => ({ most, windowMillis: DAY_MILLIS });

export interface Window {
  readonly startedAt: Millis;
  readonly count: number;
}

/**
 * Returns the current window: the last one, or a new one when that is over. A window that starts
 * further from now than its own length came from a wrong clock and counts as over.
 */
export function selectWindow(
  last: Window | undefined,
  now: Millis,
  { windowMillis }: Pick<Limit, 'windowMillis'>,
): Window {
  const isUnderWay = last !== undefined && Math.abs(now - last.startedAt) < windowMillis;
  return isUnderWay ? last : { startedAt: now, count: 0 };
}

/** Whole seconds until a window is over, at least 1. */
export const secondsLeft = (
  { startedAt }: Window,
  now: Millis,
  { windowMillis }: Pick<Limit, 'windowMillis'>,
): number => {
  const seconds = Math.ceil((startedAt + windowMillis - now) / 1_000);
  return Math.min(windowMillis / 1_000, Math.max(1, seconds));
};

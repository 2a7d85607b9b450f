import { DAY_MILLIS, HOUR_MILLIS, MINUTE_MILLIS } from './time.ts';
import type { Millis } from './units.ts';

/** Pages of which nobody has found for longer that they are up to date say how old they are (N-INP-02). */
export const isOldSite = (ageMillis: Millis): boolean => ageMillis > HOUR_MILLIS;

const units = [
  [DAY_MILLIS, 'day'],
  [HOUR_MILLIS, 'hour'],
  [MINUTE_MILLIS, 'minute'],
] as const;

/** '3 hours': an age in the largest unit of which it has one, rounded down. */
export function ageText(ageMillis: Millis): string {
  const [millis, unit] = units.find(([each]) => ageMillis >= each) ?? [MINUTE_MILLIS, 'minute'];
  const count = Math.max(0, Math.floor(ageMillis / millis));
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}

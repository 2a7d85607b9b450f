import type { Millis } from './units.ts';

// Every public page can come to load this: it imports nothing, so that it stays in one small file.

/** In minutes. */
const units = [
  [24 * 60, 'day'],
  [60, 'hour'],
  [1, 'minute'],
] as const;

const minutesIn = (ageMillis: Millis): number => Math.max(0, Math.floor(ageMillis / 60_000));

/** Pages of which nobody has found for an hour that they are up to date say how old they are (N-INP-02). */
export const isOldSite = (ageMillis: Millis): boolean => minutesIn(ageMillis) > 60;

/** '3 hours': an age in the largest unit of which it has one, rounded down. */
export function ageText(ageMillis: Millis): string {
  const minutes = minutesIn(ageMillis);
  const [length, unit] = units.find(([each]) => minutes >= each) ?? units[2];
  const count = Math.floor(minutes / length);
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}

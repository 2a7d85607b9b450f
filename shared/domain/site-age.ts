import type { Millis } from './units.ts';

// Every public page can load this file, so it imports no code and stays small.

const units = [
  [24 * 60, 'day'],
  [60, 'hour'],
  [1, 'minute'],
] as const;

const minutesIn = (ageMillis: Millis): number => Math.max(0, Math.floor(ageMillis / 60_000));

/** Says whether a page shows its age: no check has found it up to date for over an hour (N-INP-02). */
export const isOldSite = (ageMillis: Millis): boolean => minutesIn(ageMillis) > 60;

/** Formats an age in its largest unit, rounded down: '3 hours'. */
export function ageText(ageMillis: Millis): string {
  const minutes = minutesIn(ageMillis);
  const [length, unit] = units.find(([each]) => minutes >= each) ?? units[2];
  const count = Math.floor(minutes / length);
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}

import type { Micros } from '../contract.ts';
import { readTimestamp, writeTimestamp } from './timestamps.ts';

/** Formats a database time for answers: RFC 3339 in UTC with up to six digits. */
export function writeTime(time: Micros): string {
  const seconds = Math.floor(time / 1_000_000);
  return writeTimestamp([seconds, (time - seconds * 1_000_000) * 1_000]);
}

/** Parses the time of a request; undefined if invalid. Digits below microseconds are cut off. */
export function readTime(text: string): { time: Micros; isExact: boolean } | undefined {
  const moment = readTimestamp(text);
  if (!moment) return undefined;
  const [seconds, nanos] = moment;
  const micros = Math.floor(nanos / 1_000);
  return { time: seconds * 1_000_000 + micros, isExact: nanos === micros * 1_000 };
}

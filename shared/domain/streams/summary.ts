import { addSizes, isWithin, noSize, type Size } from '../document-size.ts';
import { addDays, type Day, isDay, isoWeekOf, type Month, monthOf } from '../time.ts';
import type { Plays } from './claims.ts';

/** The plays of a day as the analytics summary stores them (R-ANA-06). */
export type StoredPlays = number | { streams: number; downloads: number };

export const storedPlays = ({ streams, downloads }: Plays): StoredPlays =>
  downloads === undefined ? streams : { streams, downloads };

/** The days that a work's summary keeps: screens show three months (R-ANA-05). */
export const SUMMARY_DAYS = 366;

/** Merges fresh days over known ones, sorted by day. */
export function overlaid<Value>(
  before: Readonly<Record<Day, Value>>,
  fresh: ReadonlyMap<Day, Value>,
): Record<Day, Value> {
  const days = { ...before, ...Object.fromEntries(fresh) };
  // Stryker disable next-line EqualityOperator: Days are unique.
  return Object.fromEntries(Object.entries(days).sort(([a], [b]) => (a < b ? -1 : 1)));
}

const firstKept = (newest: Day): Day =>
  isDay(newest) ? addDays(newest, 1 - SUMMARY_DAYS) : newest;

export const newestYear = <Value>(
  days: Readonly<Record<Day, Value>>,
  newest: Day,
): Record<Day, Value> =>
  Object.fromEntries(Object.entries(days).filter(([day]) => day >= firstKept(newest)));

/** Sums the months that lose days to the year. A month with days in `fresh` has all its days in `days`. */
export function earlierMonths(
  before: Readonly<Record<Month, number>>,
  days: Readonly<Record<Day, Plays>>,
  { fresh, newest }: { fresh: Iterable<Day>; newest: Day },
): Record<Month, number> {
  const streams = Object.entries(days).map(([day, plays]) => [day, plays.streams] as const);
  const touched = new Set([...fresh].map(monthOf));
  const sums = Object.entries(sumsBy(Object.fromEntries(streams), monthOf)).filter(
    ([month]) =>
      `${month}-01` < firstKept(newest) && (before[month] === undefined || touched.has(month)),
  );
  return { ...before, ...Object.fromEntries(sums) };
}

export function sumsBy(
  days: Readonly<Record<Day, number>>,
  periodOf: (day: Day) => string,
): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const [day, streams] of Object.entries(days)) {
    const period = periodOf(day);
    sums[period] = (sums[period] ?? 0) + streams;
  }
  return sums;
}

/** A work's own plays, as `streamStats/{datId}` stores them (R-DB-07), without earnings. */
export interface OwnStats {
  readonly daily: Readonly<Record<Day, number>>;
  readonly weekly: Readonly<Record<string, number>>;
  readonly monthly: Readonly<Record<string, number>>;
}

/** Merges reported days into the stats; weeks and months are summed again where a day changed. */
export function ownStatsWith(before: OwnStats, fresh: ReadonlyMap<Day, number>): OwnStats {
  const daily = overlaid(before.daily, fresh);
  const summed = (known: Readonly<Record<string, number>>, periodOf: (day: Day) => string) => {
    const sums = sumsBy(daily, periodOf);
    const touched = new Set([...fresh.keys()].map(periodOf));
    return { ...known, ...Object.fromEntries([...touched].map((key) => [key, sums[key] ?? 0])) };
  };
  return {
    daily,
    weekly: summed(before.weekly, isoWeekOf),
    monthly: summed(before.monthly, monthOf),
  };
}

export interface Placement {
  readonly documentId: string;
  readonly leaves?: string;
}

export type Summaries = ReadonlyMap<string, ReadonlyMap<string, Size>>;

const sizeWithout = (entries: ReadonlyMap<string, Size>, key: string): Size =>
  [...entries].reduce((sum, [known, size]) => (known === key ? sum : addSizes(sum, size)), noSize);

/**
 * Chooses the document of an entry: its own while it fits, else the first with space, else a new one
 * (R-DB-07).
 *
 * @throws Error if the entry is larger than a document
 */
export function placeEntry(summaries: Summaries, key: string, size: Size): Placement {
  const current = [...summaries].find(([, entries]) => entries.has(key))?.[0];
  const hasSpace = (documentId: string) =>
    isWithin(addSizes(sizeWithout(summaries.get(documentId) ?? new Map(), key), size));
  if (current !== undefined && hasSpace(current)) return { documentId: current };
  // One number more than there are documents: at least one is free.
  for (let number = 1; number <= summaries.size + 1; number += 1) {
    const documentId = `summary_${number}`;
    if (!hasSpace(documentId)) continue;
    return current === undefined ? { documentId } : { documentId, leaves: current };
  }
  throw new Error(`${key} is larger than a summary document may be`);
}

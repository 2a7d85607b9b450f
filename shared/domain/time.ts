import type { Millis } from './units.ts';

export const MINUTE_MILLIS = 60_000;
export const HOUR_MILLIS = 60 * MINUTE_MILLIS;
export const DAY_MILLIS = 24 * HOUR_MILLIS;

/** A calendar day `YYYY-MM-DD`. Its time zone depends on the source (see `sources`). */
export type Day = string;
/** A calendar month `YYYY-MM`. */
export type Month = string;

/** Returns the first moment of a UTC day; NaN if the text is not a day. */
export const startOfDay = (day: Day): Millis => Date.parse(`${day}T00:00:00Z`);

export const endOfDay = (day: Day): Millis => startOfDay(day) + DAY_MILLIS;

export const utcDay = (at: Millis): Day => new Date(at).toISOString().slice(0, 10);

const DAYS_OF_MONTHS = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

const isLeap = (year: number): boolean => year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);

const ZERO = '0'.charCodeAt(0);
const HYPHEN = '-'.charCodeAt(0);

/** Parses decimal digits; NaN if any other character is between `from` and `to`. */
function numberAt(text: string, from: number, to: number): number {
  let number = 0;
  for (let at = from; at < to; at++) {
    const digit = text.charCodeAt(at) - ZERO;
    if (!(digit >= 0 && digit <= 9)) return Number.NaN;
    number = number * 10 + digit;
  }
  return number;
}

/**
 * Says whether a text is a real calendar day. It makes neither a Date nor a match: it runs for every day of
 * every work.
 */
export function isDay(text: string): boolean {
  if (text.length !== 10) return false;
  if (text.charCodeAt(4) !== HYPHEN || text.charCodeAt(7) !== HYPHEN) return false;
  const [year, month, day] = [numberAt(text, 0, 4), numberAt(text, 5, 7), numberAt(text, 8, 10)];
  if (!(year >= 0 && day >= 1)) return false;
  const isShort = month === 2 && !isLeap(year);
  return day <= (isShort ? 28 : (DAYS_OF_MONTHS[month - 1] ?? 0));
}

export const isMonth = (text: string): boolean => isDay(`${text}-01`);

/** Says whether a text is an ISO 8601 week `YYYY-Www`, without checking that the year has a 53rd. */
export const isIsoWeek = (text: string): boolean => /^\d{4}-W(0[1-9]|[1-4]\d|5[0-3])$/.test(text);

export const monthOf = (day: Day): Month => day.slice(0, 7);

export const addDays = (day: Day, days: number): Day => utcDay(startOfDay(day) + days * DAY_MILLIS);

export function listDays(month: Month): Day[] {
  const days: Day[] = [];
  for (let day = `${month}-01`; monthOf(day) === month; day = addDays(day, 1)) days.push(day);
  return days;
}

export function isoWeekOf(day: Day): string {
  const weekday = (new Date(startOfDay(day)).getUTCDay() + 6) % 7;
  const thursday = addDays(day, 3 - weekday);
  const dayOfYear =
    (startOfDay(thursday) - startOfDay(`${thursday.slice(0, 4)}-01-01`)) / DAY_MILLIS;
  return `${thursday.slice(0, 4)}-W${String(Math.floor(dayOfYear / 7) + 1).padStart(2, '0')}`;
}

export function mondayOf(week: string): Day {
  // Stryker disable next-line StringLiteral: An ISO week has both parts; types do not know that.
  const [year = '', number = ''] = week.split('-W');
  // January 4 is always in the first ISO week.
  const fourth = `${year}-01-04`;
  const weekday = (new Date(startOfDay(fourth)).getUTCDay() + 6) % 7;
  return addDays(fourth, 7 * (Number(number) - 1) - weekday);
}

export const monthBefore = (month: Month): Month => monthOf(addDays(`${month}-01`, -1));

/** Returns the milliseconds since a day ended; negative while it lasts. */
export const ageOfDay = (day: Day, at: Millis): Millis => at - endOfDay(day);

import { type Day, isDay, isMonth, type Month, monthOf } from '../time.ts';

/**
 * A whole count as reports write it: digits, or digits in groups of three with a comma or a space
 * (`1,024`). Undefined for everything else, also for `1.024`, which one reader takes for a thousand
 * and the next for one: a count is never guessed, and never silently 0.
 */
export function readCount(text: string): number | undefined {
  const bare = text.trim();
  const isPlain = /^\d+$/.test(bare);
  const isGrouped = /^\d{1,3}([,\u00a0\u202f\u2009 ])\d{3}(\1\d{3})*$/.test(bare);
  if (!isPlain && !isGrouped) return undefined;
  const count = Number(bare.replace(/[^\d]/g, ''));
  return Number.isSafeInteger(count) ? count : undefined;
}

/** Plain digits only: for the format we define ourselves. */
export function readPlainCount(text: string): number | undefined {
  const bare = text.trim();
  return /^\d{1,15}$/.test(bare) ? Number(bare) : undefined;
}

/** As `readCount`, with a sign: distributors correct earlier months by negative lines. */
export function readSignedCount(text: string): number | undefined {
  const bare = text.trim();
  const unsigned = bare.replace(/^[-−]/, '');
  const count = readCount(unsigned);
  // 0 has no sign, and nothing has none either.
  return count && unsigned !== bare ? -count : count;
}

/** How to read `3/5/2025`, as a person said: no file says it itself. */
export type SlashDates = 'mdy' | 'dmy';

export type ReadDay = { readonly day: Day } | { readonly problem: 'ambiguous' | 'no day' };

const slashed = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/;

const pad = (digits: string): string => digits.padStart(2, '0');

/**
 * A day as `YYYY-MM-DD`, or as a spreadsheet rewrites it (`3/5/2025`). The latter is read when only
 * one order makes a day of it or a person has said which order it is.
 */
export function readDay(text: string, slashDates: SlashDates | undefined): ReadDay {
  const bare = text.trim();
  // What has no slashes stays as it is.
  const byOrder = {
    mdy: bare.replace(slashed, (_, month, day, year) => `${year}-${pad(month)}-${pad(day)}`),
    dmy: bare.replace(slashed, (_, day, month, year) => `${year}-${pad(month)}-${pad(day)}`),
  };
  const orders = slashDates ? [slashDates] : (['mdy', 'dmy'] as const);
  const days = new Set(orders.map((order) => byOrder[order]).filter(isDay));
  const [day] = days;
  if (days.size > 1) return { problem: 'ambiguous' };
  return day === undefined ? { problem: 'no day' } : { day };
}

/** Apple's own files: ISO, `YYYYMMDD`, or `MM/DD/YYYY`, which Apple always means month first. */
export function readAppleDay(text: string): Day | undefined {
  const bare = text.trim();
  const compact = /^(\d{4})(\d{2})(\d{2})$/.exec(bare);
  const iso = compact ? compact.slice(1).join('-') : bare;
  const read = readDay(iso, 'mdy');
  return 'day' in read ? read.day : undefined;
}

/** A month as `YYYY-MM` or as its first day. */
export function readMonth(text: string): Month | undefined {
  const bare = text.trim();
  const month = isDay(bare) && bare.endsWith('-01') ? monthOf(bare) : bare;
  return isMonth(month) ? month : undefined;
}

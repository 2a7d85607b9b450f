import { CENTS_PER_USD, MICROS_PER_CENT, microsOfUsd, percentOfPpm } from './money.ts';
import type { Cents, Millis, SharePpm, UsdMicros } from './units.ts';

/** The minus sign on screens: U+2212. */
export const MINUS = '−';
/** The text for an unknown value, which is never shown as zero. */
export const UNKNOWN = '–';

/** Formats a username as '@vinylvera': '' is 'Unnamed', null is `UNKNOWN`. */
export const formatPerson = (username: string | null): string => {
  if (username === null) return UNKNOWN;
  return username === '' ? 'Unnamed' : `@${username}`;
};

export function formatCount(value: number): string {
  const digits = Math.abs(Math.trunc(value)).toString();
  const grouped = digits.replace(/\B(?=(\d{3})+(?!\d))/g, ',');
  return value < 0 ? `${MINUS}${grouped}` : grouped;
}

export const tokenWord = (count: number): string => (count === 1 ? 'token' : 'tokens');

export const isOrAre = (count: number): string => (count === 1 ? 'is' : 'are');

export const formatTokens = (
  count: number,
  kind?: 'utility' | 'reward' | 'listed' | 'other',
): string => `${formatCount(count)} ${kind ? `${kind} ` : ''}${tokenWord(count)}`;

export function formatCents(cents: Cents): string {
  const whole = Math.abs(Math.round(cents));
  const rest = (whole % CENTS_PER_USD).toString().padStart(2, '0');
  const sign = cents < 0 ? MINUS : '';
  return `${sign}$${formatCount(Math.floor(whole / CENTS_PER_USD))}.${rest}`;
}

/** Formats micros with 2 decimals, rounded to the nearest cent (R-ANA-07). */
export const formatMicros = (micros: UsdMicros): string =>
  formatCents(Math.round(micros / MICROS_PER_CENT));

const MICROS_PER_THOUSANDTH = 1_000;

/** Rounds micros to thousandths of a dollar, halves away from zero (R-ANA-07, N-FIG-05). */
export const shownMicros = (micros: UsdMicros): UsdMicros =>
  // Adding zero turns the negative zero of a small negative amount into zero.
  Math.sign(micros) * Math.round(Math.abs(micros) / MICROS_PER_THOUSANDTH) * MICROS_PER_THOUSANDTH +
  0;

/** Formats micros with 2 or 3 decimals: '$0.417', '$1.50' (R-ANA-07). */
export function formatMicrosUpTo3(micros: UsdMicros): string {
  const thousandths = Math.abs(shownMicros(micros)) / MICROS_PER_THOUSANDTH;
  const whole = formatCount(Math.floor(thousandths / 1000));
  const decimals = (thousandths % 1000).toString().padStart(3, '0').replace(/0$/, '');
  return `${micros < 0 && thousandths > 0 ? MINUS : ''}$${whole}.${decimals}`;
}

export const formatUsdUpTo3 = (usd: number): string => formatMicrosUpTo3(microsOfUsd(usd));

/** Formats a royalty share in percent, up to 4 decimals: 25000 → '2.5%'. */
export function formatShare(sharePpm: SharePpm): string {
  const text = percentOfPpm(sharePpm)
    .toFixed(4)
    .replace(/\.?0+$/, '');
  return `${text}%`;
}

const count = (value: number, word: string): string =>
  `${formatCount(value)} ${word}${value === 1 ? '' : 's'}`;

/** Formats a waiting time, rounded up to whole minutes: '1 minute', '2 hours 5 minutes'. */
export function formatDuration(millis: Millis): string {
  const minutes = Math.max(1, Math.ceil(millis / 60_000));
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  if (hours === 0) return count(rest, 'minute');
  return rest === 0 ? count(hours, 'hour') : `${count(hours, 'hour')} ${count(rest, 'minute')}`;
}

const months = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

export const formatMonth = (month: string): string =>
  new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    Date.parse(`${month}-01`),
  );

export function formatDate(at: Millis): string {
  const date = new Date(at);
  return `${date.getUTCDate()} ${months[date.getUTCMonth()]} ${date.getUTCFullYear()}`;
}

export const formatDay = (day: string): string => formatDate(Date.parse(day));

/** '9 to 15 Nov 2026', '30 Nov to 6 Dec 2026', '28 Dec 2026 to 3 Jan 2027'. */
export function formatDays(first: string, last: string): string {
  if (first === last) return formatDay(last);
  if (first.slice(0, 4) !== last.slice(0, 4)) return `${formatDay(first)} to ${formatDay(last)}`;
  const [date, month] = formatDay(first).split(' ');
  const isOneMonth = first.slice(0, 7) === last.slice(0, 7);
  return `${isOneMonth ? date : `${date} ${month}`} to ${formatDay(last)}`;
}

export function formatTime(at: Millis): string {
  const date = new Date(at);
  const two = (value: number) => value.toString().padStart(2, '0');
  return `${two(date.getUTCHours())}:${two(date.getUTCMinutes())} UTC`;
}

export const formatDateTime = (at: Millis): string => `${formatDate(at)}, ${formatTime(at)}`;

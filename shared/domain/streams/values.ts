import { type Day, isDay, isMonth, type Month, monthOf } from '../time.ts';
import { inOneScript } from '../typed-amount.ts';

/** Thousands separators, as Excel writes them in different countries. */
const grouped =
  /^[1-9]\d{0,2}([,.'’ \u00a0\u2007\u2009\u202f])\d{3}(?:\1\d{3})*$|^[1-9]\d?(?:(,)\d{2})+,\d{3}$/;

/** A count with a zero fraction: `12.0`. Three zeros after a possible group are thousands: `12.000`. */
const whole = /^(.*\d)([.,])0+$/;

/** A number that can be thousands or have three decimals, unless the column's other counts decide. */
const oneDot = /^\d{1,3}\.\d{3}$/;

interface ReadCount {
  readonly count: number;
  readonly group?: string;
  readonly decimal?: string;
}

function readGroups(text: string): ReadCount | undefined {
  const [, one, other] = grouped.exec(text) ?? [];
  const group = one ?? other;
  if (group === undefined && !/^\d+$/.test(text)) return undefined;
  const count = Number(text.replace(/\D/g, ''));
  if (!Number.isSafeInteger(count)) return undefined;
  return group === undefined ? { count } : { count, group };
}

function readCount(text: string): ReadCount | undefined {
  const read = readGroups(text);
  if (read) return read;
  const [, before = '', decimal] = whole.exec(text) ?? [];
  const known = readGroups(before);
  if (!known || decimal === undefined || known.group === decimal) return undefined;
  return { ...known, decimal };
}

export type CountOrProblem =
  | { readonly count: number }
  | { readonly problem: 'is empty' | 'is below zero' | 'is not a whole number in digits 0–9' };

/**
 * Reads a column of whole counts, with or without thousands separators (`1,024`, `1.024`, `1 024`). Plays are
 * whole, so one count is unambiguous, but two counts can contradict each other about a separator. A count is
 * never guessed, and never silently 0.
 */
export class CountColumn {
  readonly #name: string;
  readonly #isSigned: boolean;
  /** The first count that shows the use of each separator. */
  readonly #groups = new Map<string, string>();
  readonly #decimals = new Map<string, string>();
  /**
   * The first count with one dot before three digits. `#isDotKnown` is set once another count shows that dots
   * separate thousands.
   */
  #dotted: { readonly text: string; readonly count: number } | undefined;
  #isDotKnown = false;

  /** @param isSigned true for distributors, who correct earlier months with negative lines */
  constructor(name: string, isSigned = false) {
    this.#name = name;
    this.#isSigned = isSigned;
  }

  read(text: string): CountOrProblem {
    const bare = inOneScript(text).trim();
    if (bare === '') return { problem: 'is empty' };
    const unsigned = bare.replace(/^[-−]\s*/, '');
    const read = readCount(unsigned);
    if (!read) return { problem: 'is not a whole number in digits 0–9' };
    const { count, group, decimal } = read;
    if (group && !this.#groups.has(group)) this.#groups.set(group, bare);
    if (decimal && !this.#decimals.has(decimal)) this.#decimals.set(decimal, bare);
    if (oneDot.test(unsigned))
      this.#dotted ??= { text: bare, count: unsigned === bare ? count : -count };
    else this.#isDotKnown ||= group === '.' || decimal === ',';
    if (unsigned === bare || count === 0) return { count };
    return this.#isSigned ? { count: -count } : { problem: 'is below zero' };
  }

  /** Warns about counts that a program with three decimals would write the same way. */
  warnings(): string[] {
    if (!this.#dotted || this.#isDotKnown) return [];
    const { text, count } = this.#dotted;
    const read = count.toLocaleString('en-US');
    return [
      `the column "${this.#name}" has "${text}", which was read as ${read}, since plays are whole. If the dot begins a fraction, write the numbers in digits alone and import the file again.`,
    ];
  }

  /** Returns why the counts cannot be trusted: a separator has two meanings, or thousands have two separators. */
  problem(): string | undefined {
    const parted = ['.', ','].flatMap((sign) => this.#groups.get(sign) ?? []);
    const both = ['.', ','].flatMap((sign) => {
      const [group, decimal] = [this.#groups.get(sign), this.#decimals.get(sign)];
      return group !== undefined && decimal !== undefined ? [group, decimal] : [];
    });
    const [one, other] = parted.length > 1 ? parted : both;
    if (one === undefined || other === undefined) return undefined;
    return `The column "${this.#name}" has both "${one}" and "${other}", so it cannot be told which sign is between thousands. Write its numbers in digits alone.`;
  }
}

/** The order of `3/5/2025`, as the importing person states it: files do not. */
export type SlashDates = 'mdy' | 'dmy';

export type NoDay = { readonly problem: 'ambiguous' | 'no day' };
export type ReadDay = { readonly day: Day } | NoDay;

const slashed = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/;

const pad = (digits: string): string => digits.padStart(2, '0');

/** Reads a day `YYYY-MM-DD`, or `3/5/2025` if only one order gives a day or a person stated the order. */
export function readDay(text: string, slashDates: SlashDates | undefined): ReadDay {
  const bare = inOneScript(text).trim();
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

/** Reads a day of Apple's files: ISO, `YYYYMMDD`, or `MM/DD/YYYY`, always month first. */
export function readAppleDay(text: string): Day | undefined {
  const bare = text.trim();
  const compact = /^(\d{4})(\d{2})(\d{2})$/.exec(bare);
  const iso = compact ? compact.slice(1).join('-') : bare;
  const read = readDay(iso, 'mdy');
  return 'day' in read ? read.day : undefined;
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** Reads a month: `YYYY-MM`, its first day, or an English spreadsheet's `Feb-26`. */
export function readMonth(text: string): Month | undefined {
  const bare = text.trim();
  const month = isDay(bare) && bare.endsWith('-01') ? monthOf(bare) : bare;
  if (isMonth(month)) return month;
  const [, name = '', year] = /^([a-z]{3})-(\d{2})$/i.exec(bare) ?? [];
  const number = MONTHS.indexOf(name.toLowerCase()) + 1;
  return year === undefined || number === 0 ? undefined : `20${year}-${pad(String(number))}`;
}

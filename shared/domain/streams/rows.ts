import { type Day, type Month, monthOf, utcDay } from '../time.ts';
import type { Millis } from '../units.ts';
import type { Plays } from './claims.ts';
import { plainHeader } from './headers.ts';
import type { Platform } from './platforms.ts';
import type { Source } from './sources.ts';
import type { NoDay, SlashDates } from './values.ts';
import type { Named } from './work-names.ts';

export type Period =
  | { readonly kind: 'day'; readonly day: Day }
  | { readonly kind: 'month'; readonly month: Month }
  | { readonly kind: 'period'; readonly start: Day; readonly end: Day };

export type Row =
  | {
      readonly kind: 'figure';
      readonly named: Named;
      readonly platform: Platform;
      readonly period: Period;
      readonly plays: Plays;
      /** The batch of the row; absent in snapshots. */
      readonly batch?: string;
    }
  | { readonly kind: 'names'; readonly named: Named }
  | { readonly kind: 'skip'; readonly reason: string }
  /** An unusable row; too many of them refuse the file. `example` is the wrong cell. */
  | { readonly kind: 'bad'; readonly reason: string; readonly example?: string }
  /** A row that no program can decide: the file waits for an answer. */
  | { readonly kind: 'ask'; readonly question: string };

export const skip = (reason: string): Row => ({ kind: 'skip', reason });
export const bad = (reason: string, example?: string): Row =>
  example === undefined
    ? { kind: 'bad', reason }
    : { kind: 'bad', reason, example: example.trim() };

export function badDay(name: string, text: string, { problem }: NoDay): Row {
  const day = text.trim();
  if (problem === 'no day') return bad(`${name} is not a day written YYYY-MM-DD`, day);
  const question = `"${day}" may be a month and a day or a day and a month. Say --dates mdy or --dates dmy.`;
  return { kind: 'ask', question };
}

const late = (what: string, time: Day | Month, madeAt: Millis): Row =>
  bad(
    `the ${what} is later than the file, which was last changed on ${utcDay(madeAt)}. If it was exported later, say when: --made-at 2026-07-31T12:00:00Z`,
    time,
  );

/** The first month with music streams. Spreadsheets count days from 1900 or 1904. */
const FIRST_MONTH = '2001-12';

const early = (what: string, time: Day | Month): Row =>
  bad(`the ${what} is before music was streamed`, time);

/** Refuses a day after the file was made, or before streaming existed (N-INP-05). */
export function impossibleDay(day: Day, madeAt: Millis): Row | undefined {
  if (monthOf(day) < FIRST_MONTH) return early('day', day);
  return day > utcDay(madeAt) ? late('day', day, madeAt) : undefined;
}

/** Refuses a month after the file was made, or before streaming existed (N-INP-05). */
export function impossibleMonth(month: Month, madeAt: Millis): Row | undefined {
  if (month < FIRST_MONTH) return early('month', month);
  return month > monthOf(utcDay(madeAt)) ? late('month', month, madeAt) : undefined;
}

/** Several times the daily streams of the world's most played song on a platform. */
const MAX_STREAMS_A_DAY = 100_000_000;

/** Refuses an impossible figure: it is an id, or two numbers run together. */
export function impossibleFigure(row: Row): Row | undefined {
  if (row.kind !== 'figure') return undefined;
  const { streams } = row.plays;
  const days = row.period.kind === 'day' ? 1 : 366;
  return streams > MAX_STREAMS_A_DAY * days
    ? bad('the streams are more than any song has', String(streams))
    : undefined;
}

export interface FileFacts {
  readonly name: string;
  /** The latest time at which the file was made. */
  readonly madeAt: Millis;
  /** The song that the importing person names for the whole file: a DAT, or title and artist. */
  readonly song?: Named | undefined;
  readonly artist?: string | undefined;
  readonly platform?: Platform | undefined;
  readonly slashDates?: SlashDates | undefined;
}

/** Reads the text of a line's cell by column; '' if the column or the cell is missing. */
export type Cell = (column: string) => string;

export type Opened =
  | {
      readonly kind: 'lines';
      readonly read: (cell: Cell) => Row;
      /** Returns, after the last line, why the file cannot be read after all. */
      readonly problem?: () => string | undefined;
      /** Returns warnings about the lines so far, as sentences after `Line 2: `. */
      readonly warnings?: () => readonly string[];
    }
  | { readonly kind: 'ask'; readonly question: string };

export interface Format {
  readonly source: Source;
  readonly fits: (columns: ReadonlySet<string>) => boolean;
  /** The required columns, as the report spells them. */
  readonly needs: readonly string[];
  /** Groups of columns that name a song; one group is enough. */
  readonly namedBy: readonly (readonly string[])[];
  readonly hint?: string;
  /** False if a quote at the start of a tab-separated cell can be text. */
  readonly hasQuotes?: boolean;
  /** Reads the period that only the file's name has: two such files can have equal bytes. */
  readonly periodInName?: (name: string) => string | undefined;
  readonly open: (facts: FileFacts, columns: ReadonlySet<string>) => Opened;
}

export const hasAll = (columns: ReadonlySet<string>, ...names: string[]): boolean =>
  names.every((name) => columns.has(name));

export const hasAny = (columns: ReadonlySet<string>, ...names: string[]): boolean =>
  names.some((name) => columns.has(name));

const said = (columns: readonly string[]): string =>
  columns.map((column) => `"${column}"`).join(' and ');

/**
 * Returns why a file's columns are refused (N-INP-06): one is missing or there twice.
 *
 * @param columns normalised by `plainHeader`
 */
export function columnProblem(
  { needs, namedBy, hint }: Pick<Format, 'needs' | 'namedBy' | 'hint'>,
  columns: readonly string[],
): string | undefined {
  const isThere = (column: string) => columns.includes(plainHeader(column));
  const missing = needs.filter((column) => !isThere(column));
  const more = hint === undefined ? '' : ` ${hint}`;
  if (missing.length > 0) return `It has no column ${said(missing)}.${more}`;
  if (namedBy.length > 0 && !namedBy.some((group) => group.every(isThere))) {
    return `It has no column that names a song: ${namedBy.map(said).join(', or ')}.${more}`;
  }
  const twice = [...needs, ...namedBy.flat()].find((column) => {
    const name = plainHeader(column);
    return columns.indexOf(name) !== columns.lastIndexOf(name);
  });
  return twice && `It has the column "${twice}" twice, so it cannot be told which one is meant.`;
}

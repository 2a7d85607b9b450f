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
      /** The batch it belongs to; absent in snapshots. */
      readonly batch?: string;
    }
  /** Two names of one work, without a figure. */
  | { readonly kind: 'names'; readonly named: Named }
  /** Valid, but not for us. */
  | { readonly kind: 'skip'; readonly reason: string }
  /** Cannot be used; too many of these and the file is refused. `example` is the cell that is wrong. */
  | { readonly kind: 'bad'; readonly reason: string; readonly example?: string }
  /** Cannot be decided by a program: the file waits for an answer. */
  | { readonly kind: 'ask'; readonly question: string };

export const skip = (reason: string): Row => ({ kind: 'skip', reason });
export const bad = (reason: string, example?: string): Row =>
  example === undefined
    ? { kind: 'bad', reason }
    : { kind: 'bad', reason, example: example.trim() };

/** A cell that is no day, or may be one of two days: then a person has to say which. */
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

/** No platform streamed music before; a spreadsheet counts its days from 1900 or 1904. */
const FIRST_MONTH = '2001-12';

const early = (what: string, time: Day | Month): Row =>
  bad(`the ${what} is before music was streamed`, time);

/** The refusal of a day after the last one the file can know, or before there were streams (N-INP-05). */
export function impossibleDay(day: Day, madeAt: Millis): Row | undefined {
  if (monthOf(day) < FIRST_MONTH) return early('day', day);
  return day > utcDay(madeAt) ? late('day', day, madeAt) : undefined;
}

/** The same for a month. */
export function impossibleMonth(month: Month, madeAt: Millis): Row | undefined {
  if (month < FIRST_MONTH) return early('month', month);
  return month > monthOf(utcDay(madeAt)) ? late('month', month, madeAt) : undefined;
}

/** Several times what the most played song of the world has on a platform in a day. */
const MOST_A_DAY = 100_000_000;

/** The refusal of a figure that no song can have: such a number is an id, or two that ran together. */
export function impossibleFigure(row: Row): Row | undefined {
  if (row.kind !== 'figure') return undefined;
  const { streams } = row.plays;
  const days = row.period.kind === 'day' ? 1 : 366;
  return streams > MOST_A_DAY * days
    ? bad('the streams are more than any song has', String(streams))
    : undefined;
}

/** What is known about a file besides its lines, from its name and from the person who imports it. */
export interface FileFacts {
  readonly name: string;
  /** When it was made, at the latest. */
  readonly madeAt: Millis;
  /** A DAT, or a title and artist, a person says the whole file is about. */
  readonly song?: Named | undefined;
  readonly artist?: string | undefined;
  readonly platform?: Platform | undefined;
  readonly slashDates?: SlashDates | undefined;
}

/** The text of a line's cell by column; empty when the column or the cell is missing. */
export type Cell = (column: string) => string;

/** A reader for the lines of one file, or why the file cannot be read as it is. */
export type Opened =
  | {
      readonly kind: 'lines';
      readonly read: (cell: Cell) => Row;
      /** After the last line: why the file cannot be read after all. */
      readonly problem?: () => string | undefined;
      /** What people should know of how the lines so far were read, as sentences behind `Line 2: `. */
      readonly warnings?: () => readonly string[];
    }
  | { readonly kind: 'ask'; readonly question: string };

export interface Format {
  readonly source: Source;
  /** Whether a header belongs to this format. */
  readonly fits: (columns: ReadonlySet<string>) => boolean;
  /** Columns without which no line can be read, as the report spells them. */
  readonly needs: readonly string[];
  /** Columns that name a song; those of one group are enough. */
  readonly namedBy: readonly (readonly string[])[];
  readonly hint?: string;
  /** Whether a quote at the beginning of a tab-separated cell can be part of the text. */
  readonly hasQuotes?: boolean;
  /** The period that only the name of a file says: of two such files, all bytes may be equal. */
  readonly periodInName?: (name: string) => string | undefined;
  readonly open: (facts: FileFacts, columns: ReadonlySet<string>) => Opened;
}

export const hasAll = (columns: ReadonlySet<string>, ...names: string[]): boolean =>
  names.every((name) => columns.has(name));

export const hasAny = (columns: ReadonlySet<string>, ...names: string[]): boolean =>
  names.some((name) => columns.has(name));

const said = (columns: readonly string[]): string =>
  columns.map((column) => `"${column}"`).join(' and ');

/** Why a file cannot be read by its columns (N-INP-06): one is missing or there twice. @param columns as compared */
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

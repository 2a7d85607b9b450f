import type { Day, Month } from '../time.ts';
import type { Millis } from '../units.ts';
import type { Plays } from './claims.ts';
import type { Platform } from './platforms.ts';
import type { Source } from './sources.ts';
import type { SlashDates } from './values.ts';
import type { Named } from './works.ts';

/** The time a figure is for. */
export type Period =
  | { readonly kind: 'day'; readonly day: Day }
  | { readonly kind: 'month'; readonly month: Month }
  | { readonly kind: 'period'; readonly start: Day; readonly end: Day };

/** What one line of a report says. */
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
  /** Cannot be used; too many of these and the file is refused. */
  | { readonly kind: 'bad'; readonly reason: string }
  /** Cannot be decided by a program: the file waits for an answer. */
  | { readonly kind: 'ask'; readonly question: string };

export const skip = (reason: string): Row => ({ kind: 'skip', reason });
export const bad = (reason: string): Row => ({ kind: 'bad', reason });

/**
 * What is known about a file besides its lines, from its name and from the person who imports it.
 */
export interface FileFacts {
  readonly name: string;
  /** When it was made, at the latest. */
  readonly madeAt: Millis;
  /** A DAT, or a title and artist, a person says the whole file is about. */
  readonly song?: Named | undefined;
  /** The artist, for files that do not name one. */
  readonly artist?: string | undefined;
  readonly platform?: Platform | undefined;
  readonly slashDates?: SlashDates | undefined;
}

/** The text of a line's cell by column; empty when the column or the cell is missing. */
export type Cell = (column: string) => string;

/** A reader for the lines of one file, or why the file cannot be read as it is. */
export type Opened =
  | { readonly kind: 'lines'; readonly read: (cell: Cell) => Row }
  | { readonly kind: 'ask'; readonly question: string };

/** A report we take. */
export interface Format {
  readonly source: Source;
  /** Whether a header belongs to this format. */
  readonly fits: (columns: ReadonlySet<string>) => boolean;
  readonly open: (facts: FileFacts, columns: ReadonlySet<string>) => Opened;
}

export const hasAll = (columns: ReadonlySet<string>, ...names: string[]): boolean =>
  names.every((name) => columns.has(name));

export const hasAny = (columns: ReadonlySet<string>, ...names: string[]): boolean =>
  names.some((name) => columns.has(name));

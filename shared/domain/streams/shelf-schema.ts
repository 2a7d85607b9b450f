import * as v from 'valibot';
import { whole } from '../whole.ts';
import { platforms } from './platforms.ts';

/** Shelves as they are stored, separate from their rules. */

/** What files say about one figure: the same statement in several files is one claim. */
export const claimSchema = v.object({
  streams: whole,
  downloads: v.exactOptional(whole),
  /**
   * The files that say so, by when they were made: the first and the last eleven of them. None for a zero that a
   * correction has left.
   */
  said: v.array(
    v.object({
      /** When the file was made, in milliseconds. */
      at: whole,
      /** Beginning of its SHA-256, with the period that only its name says. */
      file: v.string(),
      /** The last row in it that says so, as an editor counts lines. */
      line: whole,
    }),
  ),
  /** The names of the credited row: a link that a person makes or undoes may show it to be another work's. */
  names: v.exactOptional(v.array(v.string())),
  /**
   * Lines of a batch that were summed; 0 for a snapshot. A report with fewer lines may be
   * filtered.
   */
  lines: whole,
  /** A person vouched that the report is the whole batch. */
  complete: v.boolean(),
  /** False while the day may not be over: kept, but not shown. */
  settled: v.boolean(),
});

/** By source, by day, month or period, by part. */
const cellsBySource = v.record(
  v.string(),
  v.record(v.string(), v.record(v.string(), v.array(claimSchema))),
);

/**
 * Everything reported about one work on one platform in one month: the truth from which the
 * summaries are derived. Figures of a day, of a month and of any other period are kept apart: they
 * are never added to each other, nor spread.
 */
export const shelfSchema = v.object({
  platform: v.picklist(platforms),
  month: v.string(),
  /** By source, then by day. */
  days: cellsBySource,
  /** By source, then by month (this one). */
  months: cellsBySource,
  /** By source, then by `start..end`; on the shelf of the month in which the period ends. */
  periods: cellsBySource,
});

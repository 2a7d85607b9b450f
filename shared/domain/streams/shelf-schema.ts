import * as v from 'valibot';
import { whole } from '../whole.ts';
import { platforms } from './platforms.ts';

/** Shelves as they are stored, separate from their rules. */

/** What files say about one figure: the same statement in several files is one claim. */
export const claimSchema = v.object({
  streams: whole,
  downloads: v.exactOptional(whole),
  /** The files that say so, by when they were made: the first and the last eleven; none for a corrected zero. */
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
  /** Lines of a batch that were summed; 0 for a snapshot. A report with fewer lines may be filtered. */
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
 * Everything reported about a work on a platform in a month. Figures of days, months and periods are never added
 * up.
 */
export const shelfSchema = v.object({
  platform: v.picklist(platforms),
  month: v.string(),
  days: cellsBySource,
  months: cellsBySource,
  /** By source, then by `start..end`; on the shelf of the month in which the period ends. */
  periods: cellsBySource,
});

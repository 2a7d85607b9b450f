import * as v from 'valibot';
import { whole } from '../whole.ts';
import { platforms } from './platforms.ts';

/** A statement about one figure; files with the same statement share one claim. */
export const claimSchema = v.object({
  streams: whole,
  downloads: v.exactOptional(whole),
  /**
   * The files with this statement, by when they were made: the first and the last eleven; none for a
   * corrected zero.
   */
  said: v.array(
    v.object({
      at: whole,
      /** The first digits of the file's SHA-256, with the period if only its name has it. */
      file: v.string(),
      /** The number of the last row with the statement, as an editor counts lines. */
      line: whole,
    }),
  ),
  /** The names in the credited row. A person can later link one of them to another work. */
  names: v.exactOptional(v.array(v.string())),
  /** The summed lines of a batch, 0 for a snapshot. A report with fewer lines can be filtered. */
  lines: whole,
  /** True if a person vouched that the report is the whole batch. */
  complete: v.boolean(),
  /** False while the day may not be over: the claim is kept, but not shown. */
  final: v.boolean(),
});

/** Cells by source, by day, month or period, and by part. */
const cellsBySource = v.record(
  v.string(),
  v.record(v.string(), v.record(v.string(), v.array(claimSchema))),
);

/** All reports about a work on one platform in one month. Figures of days, months and periods are never added up. */
export const monthRecordSchema = v.object({
  platform: v.picklist(platforms),
  month: v.string(),
  days: cellsBySource,
  months: cellsBySource,
  /** Other periods, by source and then by `start..end`. They are in the record of the month in which they end. */
  periods: cellsBySource,
});

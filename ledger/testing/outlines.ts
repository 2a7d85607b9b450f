import type { PublicData } from '../../functions/stores/public-data.ts';
import { rowBrief } from '../src/rows/dat-brief.ts';
import { type Known, outlineOf, type PlannedOutline } from '../src/rows/outline.ts';
import {
  indexRows,
  type RowIndex,
  readStoredData,
  rowsIn,
  type SnapshotReading,
} from '../src/snapshot.ts';
import { storedAt } from './stored-world.ts';

/** Rows whose prints say all that is in them. */
export const rowsOf = (
  reading: SnapshotReading,
  before: RowIndex = {},
  readAt = storedAt,
): RowIndex =>
  indexRows(
    Array.from(rowsIn(reading, readAt), ({ value, ...row }) => ({
      ...row,
      print: JSON.stringify(value),
    })),
    before,
  );

/** What is known of what was read, as the rows beside a site say it. */
export const knownOf = (reading: SnapshotReading): Known => {
  const { blocks, metrics, bookDays, dats, histories, figures } = reading;
  return {
    ...{ blocks, metrics, bookDays },
    briefs: dats.map((dat) => rowBrief(dat, histories[dat.id])),
    totalStreams: new Map(Object.entries(figures).map(([id, own]) => [id, own.totalStreams])),
    images: new Map(),
    previews: 'https://storage.test/o/previews%2F',
  };
};

/** What is read of stored data, and what a build knows of it. */
export function outlined(
  stored: PublicData,
  before: RowIndex = {},
  readAt = storedAt,
): {
  readonly reading: SnapshotReading;
  readonly rows: RowIndex;
  readonly outline: PlannedOutline;
} {
  const reading = readStoredData(stored);
  const rows = rowsOf(reading, before, readAt);
  return { reading, rows, outline: outlineOf(knownOf(reading), rows) };
}

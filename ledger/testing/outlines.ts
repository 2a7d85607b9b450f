import type { PublicData } from '../../functions/stores/public-data.ts';
import { outlineOf, type PlannedOutline } from '../src/rows/outline.ts';
import { indexRows, type RowIndex, readStoredData, type SnapshotReading } from '../src/snapshot.ts';
import { storedAt } from './stored-world.ts';

/** Rows whose prints say all that is in them. */
export const rowsOf = (
  reading: SnapshotReading,
  before: RowIndex = {},
  readAt = storedAt,
): RowIndex => indexRows(reading, before, { readAt, put: (_key, value) => JSON.stringify(value) });

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
  const addresses = { shareImages: {}, previews: 'https://storage.test/o/previews%2F' };
  return { reading, rows, outline: outlineOf(reading, rows, addresses) };
}

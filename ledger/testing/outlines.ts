import type { PublicData } from '@datchain/functions/stores/public-data.ts';
import { briefedRows } from '../src/rows/dat-brief.ts';
import { buildOutline, type PlannedOutline } from '../src/rows/outline.ts';
import type { KnownRow } from '../src/rows/row-file.ts';
import { readStoredData, type SnapshotReading } from '../src/snapshot.ts';
import { storedAt } from './stored-world.ts';

/** Rows whose prints say all that is in them; those that were the same before keep their times. */
function rowsOf(reading: SnapshotReading, before: readonly KnownRow[], readAt: number): KnownRow[] {
  const known = new Map(before.map((row) => [row.key, row]));
  return Array.from(briefedRows(reading, readAt), ({ key, value, at, brief }) => {
    const print = JSON.stringify(value);
    const last = known.get(key);
    return { key, print, at: last?.print === print ? last.at : at, brief };
  });
}

const previews = 'https://storage.test/o/previews%2F';

export const outlineOfRows = (
  { blocks, metrics, bookDays }: SnapshotReading,
  rows: readonly KnownRow[],
): PlannedOutline => buildOutline({ blocks, metrics, bookDays, previews, rows });

export function outlined(
  stored: PublicData,
  before: readonly KnownRow[] = [],
  readAt = storedAt,
): {
  readonly reading: SnapshotReading;
  readonly rows: readonly KnownRow[];
  readonly outline: PlannedOutline;
} {
  const reading = readStoredData(stored);
  const rows = rowsOf(reading, before, readAt);
  return { reading, rows, outline: outlineOfRows(reading, rows) };
}

import { isRecord, readList, readNumber, readText } from './tolerant.ts';

/** Where the site keeps its index of all works, column by column. The ledger's build writes it. */
export const datsIndexPath = '/dats-index.json';

/**
 * The works' total streams by id, as the ledger's pages show them; without those that have no
 * reports.
 */
export function readStreamTotals(index: unknown): ReadonlyMap<string, number> {
  const stored = isRecord(index) ? index : {};
  const streams = Array.isArray(stored.streams) ? stored.streams : [];
  const totals = readList(stored.id).map(
    (id, at) => [readText(id), readNumber(streams[at], Number.NaN)] as const,
  );
  return new Map(totals.filter(([id, total]) => id !== '' && !Number.isNaN(total)));
}

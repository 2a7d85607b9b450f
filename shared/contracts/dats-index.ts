import { type Day, isDay } from '../domain/time.ts';
import { type SummaryPlatform, summaryPlatforms } from './documents/analytics.ts';
import { isRecord, readList, readNumber, readText } from './tolerant.ts';

/** The address of the index of all works, a list for each column. The ledger's build writes it. */
export const datsIndexPath = '/dats-index.json';

const idsIn = (index: Readonly<Record<string, unknown>>): string[] =>
  readList(index.id).map((id) => readText(id));

/** Reads the works' total streams by id; works without reports are left out. */
export function readStreamTotals(index: unknown): ReadonlyMap<string, number> {
  const stored = isRecord(index) ? index : {};
  const streams = Array.isArray(stored.streams) ? stored.streams : [];
  const totals = idsIn(stored).map((id, at) => [id, readNumber(streams[at], Number.NaN)] as const);
  return new Map(totals.filter(([id, total]) => id !== '' && !Number.isNaN(total)));
}

export interface LastReported {
  readonly datId: string;
  readonly platform: SummaryPlatform;
  readonly upTo: Day;
}

/** Reads the last day that each platform reported for these works, in the order of the platforms. */
export function readLastReported(index: unknown, datIds: ReadonlySet<string>): LastReported[] {
  const stored = isRecord(index) ? index : {};
  const columns = isRecord(stored.upTo) ? stored.upTo : {};
  const days = readList(stored.days);
  const places = idsIn(stored).flatMap((datId, at) => (datIds.has(datId) ? [{ datId, at }] : []));
  return summaryPlatforms.flatMap((platform) => {
    const column = columns[platform];
    // readList would drop the gaps.
    if (!Array.isArray(column)) return [];
    return places.flatMap(({ datId, at }) => {
      const upTo = readText(days[readNumber(column[at], -1)]);
      return isDay(upTo) ? [{ datId, platform, upTo }] : [];
    });
  });
}

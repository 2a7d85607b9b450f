import { readDatGuard } from '@datchain/shared/contracts/documents/guards.ts';
import {
  type DatMonthRecord,
  readMonthRecord,
} from '@datchain/shared/contracts/documents/month-record.ts';
import { readStreamShares } from '@datchain/shared/contracts/documents/stream-shares.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import type { DatGuard } from '@datchain/shared/domain/books/guards.ts';
import { isRefusal } from '@datchain/shared/domain/refusal.ts';
import { shownDays } from '@datchain/shared/domain/streams/month-record.ts';
import { utcDay } from '@datchain/shared/domain/time.ts';
import type { Millis } from '@datchain/shared/domain/units.ts';
import { type DayOfStreams, distributeEntry } from '../journal/entries/streams.ts';
import { log } from '../log.ts';
import type { Services } from '../services.ts';
import { type Found, pages, put } from '../stores/document-store.ts';
import { liveDatabase, type SharedValues } from '../stores/live-database.ts';
import { publishMonthRecords } from './publish.ts';
import { unsharedDays } from './unshared-days.ts';

type Needs = Pick<Services, 'books' | 'clock' | 'store'>;

export interface DistributionResult {
  readonly distributed: number;
  /** Days that could not be shared now, and days of works that are not in the books. */
  readonly skipped: number;
}

const RECORD_PAGE_SIZE = 50;
/** Limit of entries that wait at the door at once. */
const DAY_CONCURRENCY = 200;

const hasDayThatIsNotOver = (record: DatMonthRecord, now: Millis): boolean =>
  [...shownDays(record).keys()].some((date) => date >= utcDay(now));

/** The unshared days of a month record. `dat` is undefined if the work is not in the books. */
interface Change {
  readonly found: Found;
  readonly dat: DatGuard | undefined;
  readonly days: readonly DayOfStreams[];
  readonly isOver: boolean;
}

/**
 * Reads the records again together with their shares. With an older figure beside a newer share, this job would
 * take back what another one has just shared.
 */
async function readChanges({ store, clock }: Needs, listed: readonly Found[]): Promise<Change[]> {
  const now = clock.now();
  const paths = listed.flatMap(({ path, data }) => {
    const { datId, month } = readMonthRecord(data);
    return [path, docs.datGuard(datId), docs.streamShares(datId, month)];
  });
  const stored = await store.read([...new Set(paths)]);
  return listed.flatMap(({ path }): Change[] => {
    const found = stored.get(path);
    if (!found) return [];
    const record = readMonthRecord(found.data);
    if (!record.published || record.shared) return [];
    const { datId, month } = record;
    const shares = readStreamShares(datId, stored.get(docs.streamShares(datId, month))?.data);
    const days = unsharedDays(record, shares, now).map(({ day }) => day);
    const dat = readDatGuard(stored.get(docs.datGuard(datId))?.data);
    if (!dat && days.length > 0) log.warn('Streams of a work that is not in the books', { datId });
    return [{ found: { ...found, path }, dat, days, isOver: !hasDayThatIsNotOver(record, now) }];
  });
}

async function isShared({ books }: Needs, day: DayOfStreams, dat: DatGuard): Promise<boolean> {
  const outcome = await books.commit(distributeEntry(day, dat));
  if (!isRefusal(outcome)) return true;
  log.warn('Streams were not shared', { ...day, reason: outcome.message });
  return false;
}

/**
 * Shares what is left of some month records.
 *
 * @returns the counts of days, and the new flags of the records
 */
async function shareMonthRecords(services: Needs, changes: readonly Change[]) {
  let [distributed, skipped] = [0, 0];
  const left = new Set<Change>(changes.filter(({ isOver }) => !isOver));
  const begun = new Set<Change>();
  const all = changes.flatMap((change) => change.days.map((day) => ({ change, day })));
  for (const some of inChunks(all, DAY_CONCURRENCY)) {
    const shared = await Promise.all(
      some.map(async ({ change, day }) => {
        const done = change.dat !== undefined && (await isShared(services, day, change.dat));
        (done ? begun : left).add(change);
        return done;
      }),
    );
    const done = shared.filter(Boolean).length;
    distributed += done;
    skipped += shared.length - done;
  }
  // The public figures count streams that wait, so the record is published again without those shared now.
  const flags = changes
    .filter((change) => begun.has(change) || !left.has(change))
    .map((change) => ({
      found: change.found,
      flag: { shared: !left.has(change), published: false },
    }));
  return { distributed, skipped, flags };
}

/**
 * Shares newly reported streams among the owners of each day, however late the report, and books corrections
 * (R-WAL-15, N-FIG-03). Killed half-way or run twice, it shares each day and each correction exactly once. A
 * month record is read again until all of it is shared. Then it publishes the figures of what still waits.
 */
export async function distributeStreams(
  services: Needs,
  live: SharedValues = liveDatabase(),
): Promise<DistributionResult> {
  const { store, clock } = services;
  let [distributed, skipped] = [0, 0];
  const unshared = { field: 'shared', is: false };
  for await (const page of pages(store, docs.monthRecords, RECORD_PAGE_SIZE, unshared)) {
    const done = await shareMonthRecords(services, await readChanges(services, page));
    distributed += done.distributed;
    skipped += done.skipped;
    // The write conflicts if an import has changed the record meanwhile; the next run reads it again.
    await Promise.all(
      done.flags.map(({ found, flag }) => store.write(put(found.path, flag, found))),
    );
  }
  await publishMonthRecords({ store, live }, clock.now);
  return { distributed, skipped };
}

function* inChunks<T>(all: readonly T[], size: number): Generator<readonly T[]> {
  for (let start = 0; start < all.length; start += size) yield all.slice(start, start + size);
}

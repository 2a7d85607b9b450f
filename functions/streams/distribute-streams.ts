import { readDatGuard } from '@datchain/shared/contracts/documents/guards.ts';
import { readStreamShares } from '@datchain/shared/contracts/documents/stream-shares.ts';
import { type DatShelf, readShelf } from '@datchain/shared/contracts/documents/stream-shelf.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import type { DatGuard } from '@datchain/shared/domain/books/guards.ts';
import { isRefusal } from '@datchain/shared/domain/refusal.ts';
import { shownDays } from '@datchain/shared/domain/streams/shelf.ts';
import { utcDay } from '@datchain/shared/domain/time.ts';
import type { Millis } from '@datchain/shared/domain/units.ts';
import { type DayOfStreams, distributeEntry } from '../journal/entries/streams.ts';
import { log } from '../log.ts';
import type { Services } from '../services.ts';
import { type Found, pages, put } from '../stores/document-store.ts';
import { liveDatabase, type SharedValues } from '../stores/live-database.ts';
import { publishShelves } from './publish.ts';
import { unsharedDays } from './unshared-days.ts';

type Needs = Pick<Services, 'books' | 'clock' | 'store'>;

export interface DistributionResult {
  /** Days shared for the first time, or corrected. */
  readonly distributed: number;
  /** Days that could not be shared now, and works that are not in the books. */
  readonly skipped: number;
}

const SHELVES_AT_ONCE = 50;
/** Entries wait for their turn at the door, but not without end. */
const DAYS_AT_ONCE = 200;

const hasDayThatIsNotOver = (shelf: DatShelf, now: Millis): boolean =>
  [...shownDays(shelf).keys()].some((date) => date >= utcDay(now));

/** The days of a shelf that are left to share. There is no DAT where the work is not in the books. */
interface Change {
  readonly found: Found;
  readonly dat: DatGuard | undefined;
  readonly days: readonly DayOfStreams[];
  readonly isOver: boolean;
}

/**
 * The shelves are read again, together with what was shared: with an older figure beside a newer share, a
 * job would take back what another one has just shared.
 */
async function changesOf({ store, clock }: Needs, listed: readonly Found[]): Promise<Change[]> {
  const now = clock.now();
  const paths = listed.flatMap(({ path, data }) => {
    const { datId, month } = readShelf(data);
    return [path, docs.datGuard(datId), docs.streamShares(datId, month)];
  });
  const stored = await store.read([...new Set(paths)]);
  return listed.flatMap(({ path }): Change[] => {
    const found = stored.get(path);
    if (!found) return [];
    const shelf = readShelf(found.data);
    if (!shelf.published || shelf.shared) return [];
    const { datId, month } = shelf;
    const shares = readStreamShares(datId, stored.get(docs.streamShares(datId, month))?.data);
    const days = unsharedDays(shelf, shares, now).map(({ day }) => day);
    const dat = readDatGuard(stored.get(docs.datGuard(datId))?.data);
    if (!dat && days.length > 0) log.warn('Streams of a work that is not in the books', { datId });
    return [{ found: { ...found, path }, dat, days, isOver: !hasDayThatIsNotOver(shelf, now) }];
  });
}

async function isShared({ books }: Needs, day: DayOfStreams, dat: DatGuard): Promise<boolean> {
  const outcome = await books.commit(distributeEntry(day, dat));
  if (!isRefusal(outcome)) return true;
  log.warn('Streams were not shared', { ...day, reason: outcome.message });
  return false;
}

/** Shares what is left of some shelves. @returns how many days, and what changes in the shelves' marks */
async function shareShelves(services: Needs, changes: readonly Change[]) {
  let [distributed, skipped] = [0, 0];
  const left = new Set<Change>(changes.filter(({ isOver }) => !isOver));
  const begun = new Set<Change>();
  const all = changes.flatMap((change) => change.days.map((day) => ({ change, day })));
  for (const some of inChunks(all, DAYS_AT_ONCE)) {
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
  // The public figures say how many streams wait: they are published again without those shared now.
  const marks = changes
    .filter((change) => begun.has(change) || !left.has(change))
    .map((change) => ({
      found: change.found,
      mark: { shared: !left.has(change), published: false },
    }));
  return { distributed, skipped, marks };
}

/**
 * Shares newly reported streams among the owners of each day, however late the report, and
 * books what corrections change (R-WAL-15, N-FIG-03). Killed half-way or run twice, each day of a work
 * on a platform is shared exactly once, and so is each of its corrections: a shelf is looked at until
 * nothing of it is left. Afterwards the public figures say what still waits.
 */
export async function distributeStreams(
  services: Needs,
  live: SharedValues = liveDatabase(),
): Promise<DistributionResult> {
  const { store, clock } = services;
  let [distributed, skipped] = [0, 0];
  const unshared = { field: 'shared', is: false };
  for await (const page of pages(store, docs.streamShelves, SHELVES_AT_ONCE, unshared)) {
    const done = await shareShelves(services, await changesOf(services, page));
    distributed += done.distributed;
    skipped += done.skipped;
    // The next run looks at a shelf that an import has changed meanwhile.
    await Promise.all(
      done.marks.map(({ found, mark }) => store.write(put(found.path, mark, found))),
    );
  }
  await publishShelves({ store, live }, clock.now);
  return { distributed, skipped };
}

function* inChunks<T>(all: readonly T[], size: number): Generator<readonly T[]> {
  for (let start = 0; start < all.length; start += size) yield all.slice(start, start + size);
}

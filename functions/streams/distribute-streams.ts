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
import {
  type DayOfStreams,
  type DueDay,
  distributeEntry,
  shareId,
} from '../journal/entries/streams.ts';
import { log } from '../log.ts';
import type { Services } from '../services.ts';
import { type Found, pages } from '../stores/document-store.ts';
import { liveDatabase, type SharedValues } from '../stores/live-database.ts';
import { keepRun } from './keep-run.ts';
import { attempt, inChunks, postShares, readShared, type SharedDay } from './post-shares.ts';
import { publishMonthRecords } from './publish.ts';
import { countClosedDays, unsharedDays } from './unshared-days.ts';

type Needs = Pick<Services, 'books' | 'clock' | 'store'>;

export interface DistributionResult {
  readonly distributed: number;
  /** Days that could not be shared now, and days of works that are not in the books. */
  readonly skipped: number;
}

const RECORD_PAGE_SIZE = 50;
/** Limit of entries that wait at the door at once. */
const DAY_CONCURRENCY = 200;
/** Days that are posted together, of about ten thousand works. Each holds the shares of its payees. */
const ROUND_SIZE = 30_000;

const hasDayThatIsNotOver = (record: DatMonthRecord, now: Millis): boolean =>
  [...shownDays(record).keys()].some((date) => date >= utcDay(now));

/** The unshared days of a month record. `dat` is undefined if the work is not in the books. */
interface Change {
  readonly found: Found;
  readonly dat: DatGuard | undefined;
  readonly days: readonly DayOfStreams[];
  /** Shares of the work and month that an interrupted run may not have posted. */
  readonly due: readonly DueDay[];
  readonly isOver: boolean;
  readonly closedDays: number;
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
    const due = shares.due.map((one) => ({ ...one, datId }));
    const dat = readDatGuard(stored.get(docs.datGuard(datId))?.data);
    if (!dat && days.length > 0) log.warn('Streams of a work that is not in the books', { datId });
    const isOver = !hasDayThatIsNotOver(record, now);
    const closedDays = countClosedDays(record, shares, now);
    return [{ found: { ...found, path }, dat, days, due, isOver, closedDays }];
  });
}

async function share(
  services: Needs,
  day: DayOfStreams,
  dat: DatGuard,
): Promise<SharedDay | undefined> {
  const outcome = await attempt(services, distributeEntry(day, dat));
  if (outcome && !isRefusal(outcome)) return { ...day, shared: outcome.result };
  log.warn('Streams were not shared', { ...day, reason: outcome?.message });
  return undefined;
}

/** A month record whose days were shared. Without its figures, because those of all would not fit in memory. */
interface SharedRecord {
  readonly path: string;
  readonly version: unknown;
  /** The shares that must be posted before the record is done. */
  readonly ids: readonly string[];
  readonly isBegun: boolean;
  readonly isLeft: boolean;
}

/**
 * Some month records whose days are shared and then posted together: what a payee gets of all of them on a day is
 * one entry. Its size bounds what the job holds.
 */
class Round {
  distributed = 0;
  skipped = 0;
  closedDays = 0;
  /** The days that could not be shared or posted. */
  readonly open: string[] = [];
  readonly #services: Needs;
  #records: SharedRecord[] = [];
  #shared = new Map<string, SharedDay>();

  constructor(services: Needs) {
    this.#services = services;
  }

  get isFull(): boolean {
    return this.#shared.size >= ROUND_SIZE;
  }

  /** Shares the days of some month records, and adds what an interrupted run left to be posted. */
  async share(changes: readonly Change[]): Promise<void> {
    const failed = new Set<Change>();
    const all = changes.flatMap((change) => change.days.map((day) => ({ change, day })));
    for (const some of inChunks(all, DAY_CONCURRENCY)) {
      await Promise.all(
        some.map(async ({ change, day }) => {
          const shared = change.dat && (await share(this.#services, day, change.dat));
          if (shared) this.#shared.set(shareId(shared), shared);
          else failed.add(change);
          if (shared) this.distributed += 1;
          else this.skipped += 1;
          if (!shared) this.open.push(day.date);
        }),
      );
    }
    await this.#addDue(changes.flatMap(({ due }) => due));
    for (const change of changes) {
      const { found, days, due, isOver } = change;
      this.closedDays += change.closedDays;
      const ids = [...days, ...due].map(shareId).filter((id) => this.#shared.has(id));
      const isBegun = days.some((day) => this.#shared.has(shareId(day)));
      const isLeft = failed.has(change) || !isOver;
      this.#records.push({ path: found.path, version: found.version, ids, isBegun, isLeft });
    }
  }

  async #addDue(due: readonly DueDay[]): Promise<void> {
    const missing = new Map(due.map((day) => [shareId(day), day]));
    for (const id of this.#shared.keys()) missing.delete(id);
    for (const day of await readShared(this.#services, [...missing.values()])) {
      this.#shared.set(shareId(day), day);
    }
  }

  /** Posts what was shared, and marks the month records of which nothing is left. */
  async end(): Promise<void> {
    const posted = await postShares(this.#services, [...this.#shared.values()]);
    for (const [id, { date }] of this.#shared) if (!posted.has(id)) this.open.push(date);
    for (const some of inChunks(this.#records, DAY_CONCURRENCY)) {
      await Promise.all(some.map((record) => this.#mark(record, posted)));
    }
    this.#records = [];
    this.#shared = new Map();
  }

  async #mark(record: SharedRecord, posted: ReadonlySet<string>): Promise<void> {
    const { path, version, ids, isBegun } = record;
    const isLeft = record.isLeft || ids.some((id) => !posted.has(id));
    if (isLeft && !isBegun) return;
    // The public figures count streams that wait, so the record is published again without those shared now.
    // The write conflicts if an import has changed the record meanwhile; the next run reads it again.
    const data = { shared: !isLeft, published: false };
    await this.#services.store.write({ replace: [{ path, data, version }] });
  }
}

/**
 * Shares newly reported streams among the owners of each day, however late the report, and books corrections
 * (R-WAL-15, N-FIG-03). Killed half-way or run twice, it shares each day and each correction exactly once. A
 * month record is read again until all of it is shared and posted. Then it publishes the figures of what still
 * waits.
 */
export async function distributeStreams(
  services: Needs,
  live: SharedValues = liveDatabase(),
): Promise<DistributionResult> {
  const { store, clock } = services;
  const round = new Round(services);
  const unshared = { field: 'shared', is: false };
  for await (const page of pages(store, docs.monthRecords, RECORD_PAGE_SIZE, unshared)) {
    await round.share(await readChanges(services, page));
    if (round.isFull) await round.end();
  }
  await round.end();
  const { open, closedDays } = round;
  const [oldestOpenDay = null] = [...open].sort();
  await keepRun({ store }, { at: clock.now(), openDays: open.length, oldestOpenDay, closedDays });
  await publishMonthRecords({ store, live }, clock.now);
  return { distributed: round.distributed, skipped: round.skipped };
}

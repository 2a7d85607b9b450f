import { readStreamShares } from '@datchain/shared/contracts/documents/stream-shares.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import { WORKS_A_PAGE } from '@datchain/shared/domain/books/works.ts';
import { isRefusal, type Refusal } from '@datchain/shared/domain/refusal.ts';
import { monthOf } from '@datchain/shared/domain/time.ts';
import {
  type DuePart,
  type PayeeDay,
  type PostedDay,
  postId,
  postStreamsEntry,
} from '../journal/entries/post-streams.ts';
import {
  type DueDay,
  readSharedStreams,
  type SharedStreams,
  shareId,
} from '../journal/entries/streams.ts';
import type { Committed, Entry } from '../journal/entry.ts';
import { log } from '../log.ts';
import type { Services } from '../services.ts';
import { pages, put } from '../stores/document-store.ts';
import { alwaysLate, retryOnConflict } from '../stores/retry-on-conflict.ts';

type Needs = Pick<Services, 'books' | 'clock' | 'store'>;

/** A share in the books, with what it gives to whom. */
export interface SharedDay extends DueDay {
  readonly shared: SharedStreams;
}

/** Limit of payees' days that wait at the door at once. */
const PAYEE_CONCURRENCY = 200;
const READ_BATCH_SIZE = 300;
/** Postings of a payee's day to read at once; most days have one or a few. */
const POSTED_BATCH_SIZE = 10;
/** The shares of an entry; a payee of more gets further entries for the day. */
const MAX_SHARES_PER_ENTRY = 300;

export function* inChunks<T>(all: readonly T[], size: number): Generator<readonly T[]> {
  for (let start = 0; start < all.length; start += size) yield all.slice(start, start + size);
}

/** Reads shares that an interrupted run left to be posted. */
export async function readShared(
  { store }: Pick<Needs, 'store'>,
  due: readonly DueDay[],
): Promise<SharedDay[]> {
  const days: SharedDay[] = [];
  for (const some of inChunks(due, READ_BATCH_SIZE)) {
    const found = await store.read(some.map((day) => docs.entry(shareId(day))));
    for (const day of some) {
      const entry = found.get(docs.entry(shareId(day)));
      if (!entry) throw new Error(`${shareId(day)} is due, and not in the journal`);
      days.push({ ...day, shared: readSharedStreams(entry.data.result) });
    }
  }
  return days;
}

type Due = Omit<PayeeDay, 'revision'>;

const inOrder = (a: DuePart, b: DuePart): number =>
  a.datId.localeCompare(b.datId) || a.platform.localeCompare(b.platform) || a.revision - b.revision;

/** Collects the shares of each payee and day, over all works and platforms. */
export function listDue(days: readonly SharedDay[]): Due[] {
  const due = new Map<string, { uid: string; date: string; shares: DuePart[] }>();
  for (const { datId, platform, date, revision, shared } of days) {
    const { streams, streamMicros } = shared;
    for (const { uid, ...share } of shared.shares) {
      const key = `${date} ${uid}`;
      const one = due.get(key) ?? { uid, date, shares: [] };
      one.shares.push({ ...share, datId, platform, revision, streams, streamMicros });
      due.set(key, one);
    }
  }
  // Days of one payee follow each other, so that one write has several of them.
  return [...due.values()]
    .sort((a, b) => a.uid.localeCompare(b.uid) || a.date.localeCompare(b.date))
    .map((one) => ({ ...one, shares: one.shares.sort(inOrder) }));
}

/** Sorts the shares of a payee of many works by page of works, so that an entry writes few of them. */
async function sortByPage({ store }: Pick<Needs, 'store'>, due: Due): Promise<Due> {
  const works = [...new Set(due.shares.map(({ datId }) => datId))];
  if (works.length <= WORKS_A_PAGE) return due;
  const pages = new Map<string, number>();
  for (const some of inChunks(works, READ_BATCH_SIZE)) {
    const found = await store.read(some.map((datId) => docs.workHoldings(due.uid, datId)));
    for (const { data } of found.values()) pages.set(String(data.datId), Number(data.page));
  }
  const pageOf = ({ datId }: DuePart) => pages.get(datId) ?? Number.MAX_SAFE_INTEGER;
  return { ...due, shares: [...due.shares].sort((a, b) => pageOf(a) - pageOf(b) || inOrder(a, b)) };
}

/** Commits an entry. One that fails is logged and left to the next run, so that it stops no other one. */
export async function attempt<Result>(
  { books }: Pick<Needs, 'books'>,
  entry: Entry<Result>,
): Promise<Committed<Result> | Refusal | undefined> {
  try {
    return await books.commit(entry);
  } catch (error) {
    log.error('Streams could not be booked', { id: entry.id, error: String(error) });
    return undefined;
  }
}

/** Reads the postings of a payee's day in their order, from a revision on. */
async function readPosted({ store }: Needs, from: PayeeDay): Promise<PostedDay[]> {
  const posted: PostedDay[] = [];
  for (;;) {
    const revision = from.revision + posted.length;
    const paths = Array.from({ length: POSTED_BATCH_SIZE }, (_, index) =>
      docs.entry(postId({ ...from, revision: revision + index })),
    );
    const found = await store.read(paths);
    const missing = paths.findIndex((path) => !found.has(path));
    const existing = missing < 0 ? paths : paths.slice(0, missing);
    posted.push(...existing.map((path) => found.get(path)?.data.result as PostedDay));
    if (missing >= 0) return posted;
  }
}

/**
 * Posts what is due to a payee of a day, in the first revision that nobody has written. Another run may have
 * posted some of it, so the shares of all earlier revisions are left out.
 */
async function postOne(services: Needs, due: Due): Promise<boolean> {
  const { uid, date } = due;
  let left = due.shares;
  for (let revision = 0; left.length > 0; ) {
    const day = { uid, date, revision, shares: left.slice(0, MAX_SHARES_PER_ENTRY) };
    const outcome = await attempt(services, postStreamsEntry(day, services.clock.now()));
    if (!outcome || (isRefusal(outcome) && !outcome.keyTaken)) {
      log.warn('Streams were not posted', { uid, date, outcome });
      return false;
    }
    const posted = isRefusal(outcome) ? await readPosted(services, day) : [outcome.result];
    const done = new Set(posted.flatMap((one) => one.posted));
    left = left.filter((share) => !done.has(shareId({ ...share, date })));
    revision += posted.length;
  }
  return true;
}

/**
 * Posts everything that is due to one payee, before their account closes: from then on the platform keeps their
 * shares.
 *
 * @throws if something could not be posted
 */
export async function postDueTo(services: Needs, uid: string): Promise<void> {
  const { store } = services;
  const ofPayee = { field: 'dueTo', has: uid };
  for await (const page of pages(store, docs.guards, READ_BATCH_SIZE, ofPayee)) {
    const listed = page.flatMap(({ data }): DueDay[] => {
      const { datId, due } = readStreamShares(String(data.datId), data);
      return due.map((one) => ({ ...one, datId }));
    });
    const all = listDue(await readShared(services, listed));
    for (const due of all.filter((one) => one.uid === uid)) {
      if (!(await postOne(services, due))) throw new Error(`Shares of ${due.date} were not posted`);
    }
  }
}

/**
 * Posts shares to their payees, one entry for each payee and day over all works and platforms, and notes at
 * each work that nothing is due. Killed half-way or run twice, it posts each share exactly once.
 *
 * @returns the ids of the shares that all of their payees have
 */
export async function postShares(
  services: Needs,
  days: readonly SharedDay[],
): Promise<ReadonlySet<string>> {
  const failed = new Set<string>();
  for (const some of inChunks(listDue(days), PAYEE_CONCURRENCY)) {
    await Promise.all(
      some.map(async (due) => {
        if (await postOne(services, await sortByPage(services, due))) return;
        for (const share of due.shares) failed.add(shareId({ ...share, date: due.date }));
      }),
    );
  }
  const posted = days.filter((day) => !failed.has(shareId(day)));
  await clearDue(services, posted);
  return new Set(posted.map(shareId));
}

async function clearDue({ store }: Needs, posted: readonly SharedDay[]): Promise<void> {
  const byMonth = new Map<string, { datId: string; ids: Set<string> }>();
  for (const day of posted) {
    const path = docs.streamShares(day.datId, monthOf(day.date));
    const { ids } = byMonth.get(path) ?? { ids: new Set<string>() };
    byMonth.set(path, { datId: day.datId, ids: ids.add(shareId(day)) });
  }
  for (const some of inChunks([...byMonth], PAYEE_CONCURRENCY)) {
    await Promise.all(
      some.map(([path, { datId, ids }]) =>
        retryOnConflict(alwaysLate('these shares'), async () => {
          const stored = (await store.read([path])).get(path);
          const { due } = readStreamShares(datId, stored?.data);
          const left = due.filter((one) => !ids.has(shareId({ ...one, datId })));
          if (!stored || left.length === due.length) return 'written';
          const dueTo = left.length > 0 ? {} : { dueTo: [] };
          return store.write(put(path, { due: left, ...dueTo }, stored));
        }),
      ),
    );
  }
}

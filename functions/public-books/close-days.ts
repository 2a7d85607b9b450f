import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { StoredBookDay } from '@datchain/shared/contracts/documents/book-day.ts';
import type { Asset, Posting } from '@datchain/shared/domain/books/postings.ts';
import {
  closingOf,
  DayOfBooks,
  nothingYet,
} from '@datchain/shared/domain/public-books/book-day.ts';
import { endOfDay, MINUTE_MILLIS, startOfDay, utcDay } from '@datchain/shared/domain/time.ts';
import type { Millis } from '@datchain/shared/domain/units.ts';
import type { Services } from '../services.ts';
import type { UserBalance } from '../stores/books-behind.ts';
import type { StoredEntry } from '../stores/journal-entries.ts';
import { clearBehind } from './clear-behind.ts';
import { type ClosingNeeds, writeClosing } from './closing.ts';
import { DayBalances, dueToAll, type SaltOf } from './day-balances.ts';
import { countedUpTo, findLate } from './late-entries.ts';

/** How long after its date an entry may be written; anything later is late. */
const SETTLED_MILLIS = 10 * MINUTE_MILLIS;
const MAX_DAYS_PER_RUN = 60;

type Needs = Pick<Services, 'entries' | 'bookDays' | 'clock'> &
  ClosingNeeds & {
    /** Random if missing; a demonstration uses fixed ones. */
    readonly saltOf?: SaltOf;
  };

interface Written {
  readonly days: number;
  readonly latest: string | undefined;
}

interface Before {
  /** The newest day, read first: nothing is written once another run has written a newer one. */
  readonly newest: StoredBookDay | undefined;
  readonly closed: StoredBookDay | undefined;
  readonly balances: readonly UserBalance[];
  /** Entries of closed days that were written after those were closed; the next day counts them. */
  readonly late: readonly StoredEntry[];
}

/**
 * Writes the public books of every day since the last closed one, including the unfinished current day. A day
 * without entries has no books of its own. A closed day is never rewritten: later entries for it are counted,
 * as late, in the first open day (docs/decisions/0021). A killed run leaves whole days: the next one starts
 * after the last closed day. A run that others have overtaken writes and removes nothing more.
 */
export async function closeDays(needs: Needs): Promise<Written> {
  // Balances are cleared before days are replaced, so that current readers keep theirs until the next run.
  await clearBehind(needs, 'balances');
  const { closed, ...written } = await writeDays(needs);
  if (closed > 0) {
    await clearBehind(needs, 'entries');
    await clearBehind(needs, 'coins');
  }
  return written;
}

async function writeDays(needs: Needs): Promise<Written & { readonly closed: number }> {
  const now = needs.clock.now();
  let before = await readBefore(needs);
  let days = 0;
  for (; days < MAX_DAYS_PER_RUN; days++) {
    const date = await nextDate(needs, before, now);
    if (date === undefined) break;
    const isClosed = now >= endOfDay(date) + SETTLED_MILLIS;
    const upTo = isClosed ? endOfDay(date) : Math.min(now, endOfDay(date));
    const day = await writeDay(needs, before, { date, upTo, isClosed });
    if (!day) break;
    if (!isClosed) return { days: days + 1, closed: days, latest: date };
    before = { newest: day.stored, closed: day.stored, balances: day.balances, late: [] };
  }
  return { days, closed: days, latest: before.closed?.date };
}

async function readBefore(needs: Needs): Promise<Before> {
  const newest = await needs.bookDays.latest();
  const closed = await needs.bookDays.latestClosed();
  const balances = closed ? await needs.bookDays.balancesOf(closed) : [];
  return { newest, closed, balances, late: await findLate(needs, closed) };
}

/**
 * Finds the next day to write: the open one, or that of the next entry; today for late entries if nothing else
 * has happened.
 */
async function nextDate(
  { entries }: Needs,
  { newest, closed, late }: Before,
  now: Millis,
): Promise<string | undefined> {
  if (newest && !newest.isClosed) return now >= newest.upTo ? newest.date : undefined;
  const next = await entries.nextAt(closed ? endOfDay(closed.date) : 0);
  if (next !== undefined && next <= now) return utcDay(next);
  const today = utcDay(now);
  return late.length > 0 && closed && closed.date < today ? today : undefined;
}

const postingsOf = ({ postings }: Pick<StoredEntry, 'postings'>): Posting[] =>
  postings.map((one) => ({ ...one, asset: one.asset as Asset }));

export class CountedDay {
  readonly books = new DayOfBooks();
  readonly ids: string[] = [];
  readonly #start: Millis;
  readonly #balances: DayBalances;

  constructor(date: string, balances: DayBalances) {
    this.#start = startOfDay(date);
    this.#balances = balances;
  }

  add({ id, kind, at, ...entry }: StoredEntry): void {
    const postings = postingsOf(entry);
    if (at < this.#start) this.books.addLate({ kind, postings }, utcDay(at));
    else this.books.add({ kind, postings });
    for (const posting of postings) this.#balances.add(posting);
    this.ids.push(id);
  }
}

/** @returns undefined when another run has written a day meanwhile */
async function writeDay(
  needs: Needs,
  before: Before,
  day: Pick<StoredBookDay, 'date' | 'upTo' | 'isClosed'>,
): Promise<{ stored: StoredBookDay; balances: readonly UserBalance[] } | undefined> {
  const { entries, bookDays } = needs;
  const continued = new DayBalances(before.balances, needs.saltOf);
  const counted = new CountedDay(day.date, continued);
  const since = before.closed ? endOfDay(before.closed.date) : 0;
  for await (const page of entries.between(since, day.upTo)) {
    for (const entry of page) counted.add(entry);
  }
  for (const entry of before.late) counted.add(entry);
  const balances = continued.all();
  const { newest } = before;
  const from = { generation: randomUUID(), over: newest?.generation ?? null };
  const closing = day.isClosed ? await writeClosing(needs, day, from, balances) : undefined;
  const opening = before.closed ? closingOf(before.closed) : nothingYet;
  const books = counted.books.after(opening, day);
  const stored: StoredBookDay = {
    ...(structuredClone(books) as Pick<StoredBookDay, keyof typeof books>),
    total: (await countedUpTo({ entries }, before.closed)) + books.entries,
    balances: dueToAll(balances),
    users: balances.length,
    ...(closing && { closing }),
    generation: from.generation,
  };
  if (newest && isSame(newest, stored)) return { stored: newest, balances };
  // Nobody reads the balances and entries of an open day: its sums are enough.
  if (day.isClosed) {
    await bookDays.putBalances(from, balances);
    await bookDays.putEntries(from, counted.ids);
  }
  const isPublished = await bookDays.publish(stored, from.over);
  return isPublished ? { stored, balances } : undefined;
}

/** Whether nothing has happened since the day was written; then it stays, and so do the pages that show it. */
const isSame = (a: StoredBookDay, b: StoredBookDay): boolean =>
  a.date === b.date &&
  a.isClosed === b.isClosed &&
  a.entries === b.entries &&
  isDeepStrictEqual(a.balances, b.balances);

import { createHash, randomUUID } from 'node:crypto';
import type { StoredBookDay } from '@datchain/shared/contracts/documents/book-day.ts';
import type { Asset, Posting } from '@datchain/shared/domain/books/postings.ts';
import {
  type BalanceLeaf,
  balanceTree,
  rootOf,
} from '@datchain/shared/domain/public-books/balance-tree.ts';
import {
  closingOf,
  DayOfBooks,
  nothingYet,
} from '@datchain/shared/domain/public-books/book-day.ts';
import { utcDay } from '@datchain/shared/domain/streams/days.ts';
import type { Millis } from '@datchain/shared/domain/units.ts';
import type { Services } from '../services.ts';
import type { StoredEntry } from '../stores/journal-entries.ts';
import { DayBalances, treeLeaves } from './day-balances.ts';

const DAY_MILLIS = 86_400_000;
/** An entry is written within its patience of the time it carries; nothing is later than this. */
const SETTLED_MILLIS = 10 * 60_000;
/** So many days at most in one run: the next one goes on. */
const DAYS_A_RUN = 60;

type Needs = Pick<Services, 'entries' | 'bookDays' | 'clock'>;

export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

const startOf = (date: string): Millis => Date.parse(`${date}T00:00:00Z`);

interface Written {
  readonly days: number;
  /** The newest day there is now. */
  readonly latest: string | undefined;
}

/**
 * Writes the public books of every day since the last closed one, and of today so far. A day
 * without entries has no books of its own: they stay as they were. Killed anywhere it leaves whole
 * days: the next run begins after the last closed one.
 */
export async function closeDays({ entries, bookDays, clock }: Needs): Promise<Written> {
  const now = clock.now();
  let closed = await bookDays.latestClosed();
  let leaves = closed ? await bookDays.balancesOf(closed.generation) : [];
  let days = 0;
  for (; days < DAYS_A_RUN; days++) {
    const next = await entries.nextAt(closed ? startOf(closed.date) + DAY_MILLIS : 0);
    if (next === undefined || next > now) break;
    const date = utcDay(next);
    const end = startOf(date) + DAY_MILLIS;
    const isClosed = now >= end + SETTLED_MILLIS;
    const from = { closed, leaves };
    const day = await writeDay({ entries, bookDays }, from, {
      date,
      upTo: isClosed ? end : Math.min(now, end),
      isClosed,
    });
    await bookDays.forgetBalancesBut(
      [closed?.generation, day.stored.generation].filter((one) => one !== undefined),
    );
    if (!isClosed) return { days: days + 1, latest: date };
    closed = day.stored;
    leaves = day.leaves;
  }
  return { days, latest: closed?.date };
}

interface Before {
  readonly closed: StoredBookDay | undefined;
  readonly leaves: readonly BalanceLeaf[];
}

const postingsOf = (entry: StoredEntry): Posting[] =>
  entry.postings.map((one) => ({ ...one, asset: one.asset as Asset }));

async function writeDay(
  { entries, bookDays }: Pick<Needs, 'entries' | 'bookDays'>,
  before: Before,
  day: Pick<StoredBookDay, 'date' | 'upTo' | 'isClosed'>,
): Promise<{ stored: StoredBookDay; leaves: BalanceLeaf[] }> {
  const books = new DayOfBooks();
  const balances = new DayBalances(before.leaves);
  for await (const page of entries.between(startOf(day.date), day.upTo)) {
    for (const entry of page) {
      const postings = postingsOf(entry);
      books.add({ kind: entry.kind, postings });
      for (const posting of postings) balances.add(posting);
    }
  }
  const leaves = balances.leaves();
  const opening = before.closed ? closingOf(before.closed) : nothingYet;
  const { entries: count, figures } = books.after(opening, day);
  const stored: StoredBookDay = {
    ...day,
    entries: count,
    figures: structuredClone(figures) as StoredBookDay['figures'],
    balances: rootOf(await balanceTree(treeLeaves(leaves), sha256)),
    users: leaves.length,
    generation: randomUUID(),
  };
  const latest = await bookDays.latest();
  if (latest && isSame(latest, stored)) return { stored: latest, leaves };
  await bookDays.publish(stored, leaves);
  return { stored, leaves };
}

/** Nothing happened since it was written: it stays, and so do the pages that show it. */
const isSame = (a: StoredBookDay, b: StoredBookDay): boolean =>
  a.date === b.date &&
  a.isClosed === b.isClosed &&
  a.entries === b.entries &&
  a.balances.hash === b.balances.hash;

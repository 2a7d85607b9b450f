import { isDeepStrictEqual } from 'node:util';
import type { StoredBookDay } from '@datchain/shared/contracts/documents/book-day.ts';
import {
  type Closing,
  closingOf,
  nothingYet,
} from '@datchain/shared/domain/public-books/book-day.ts';
import { asLogged, CoinTally, isAsLogged } from '@datchain/shared/domain/public-books/coins.ts';
import { bookFigures } from '@datchain/shared/domain/public-books/figures.ts';
import { endOfDay, startOfDay, utcDay } from '@datchain/shared/domain/time.ts';
import type { Services } from '../services.ts';
import type { StoredEntry } from '../stores/journal-entries.ts';
import { newestClosed } from './clear-behind.ts';
import { CountedDay } from './close-days.ts';
import { DayBalances, dueToAll } from './day-balances.ts';

type Needs = Pick<Services, 'entries' | 'bookDays'>;

const LIST_CONCURRENCY = 40;

class InOrder {
  readonly #pages: AsyncGenerator<StoredEntry[]>;
  #ahead: StoredEntry[] = [];

  constructor(pages: AsyncGenerator<StoredEntry[]>) {
    this.#pages = pages;
  }

  async until(end: number): Promise<StoredEntry[]> {
    const found: StoredEntry[] = [];
    for (;;) {
      const first = this.#ahead.findIndex(({ at }) => at >= end);
      found.push(...this.#ahead.splice(0, first < 0 ? this.#ahead.length : first));
      if (first >= 0) return found;
      const page = await this.#pages.next();
      if (page.done) return found;
      this.#ahead = [...page.value];
    }
  }
}

class Recount {
  readonly differences: string[] = [];
  readonly #needs: Needs;
  readonly #balances = new DayBalances([]);
  readonly #uncounted = new Map<string, StoredEntry>();
  #last: StoredBookDay | undefined;
  #opening: Closing = nothingYet;
  #total = 0;

  constructor(needs: Needs) {
    this.#needs = needs;
  }

  async run(): Promise<string[]> {
    const { bookDays, entries } = this.#needs;
    const days: StoredBookDay[] = [];
    for await (const day of bookDays.closed()) days.push(day);
    const last = days.at(-1);
    const journal = new InOrder(entries.between(0, last ? endOfDay(last.date) : 0));
    // Read concurrently; otherwise each day ever closed would cost a round trip.
    for (let start = 0; start < days.length; start += LIST_CONCURRENCY) {
      const some = days.slice(start, start + LIST_CONCURRENCY);
      const lists = await Promise.all(some.map((day) => bookDays.entriesOf(day)));
      for (const [index, day] of some.entries()) {
        await this.#day(day, await journal.until(endOfDay(day.date)), lists[index] ?? []);
      }
    }
    if (this.#last) await this.#compareBalances(this.#last);
    await this.#compareCoins();
    await this.#nameUncounted();
    return this.differences;
  }

  #say(date: string, what: string): void {
    this.differences.push(`books of ${date}: ${what}`);
  }

  async #day(
    day: StoredBookDay,
    entries: readonly StoredEntry[],
    list: readonly string[],
  ): Promise<void> {
    const counted = this.#count(day, entries, list);
    const books = counted.books.after(this.#opening, day);
    this.#total += books.entries;
    for (const { key, name } of bookFigures) {
      if (!isDeepStrictEqual(day.figures[key], books.figures[key])) {
        const [is, should] = [day.figures[key], books.figures[key]].map((one) =>
          JSON.stringify(one),
        );
        this.#say(day.date, `${name} ${is}, the journal has ${should}`);
      }
    }
    const balances = this.#balances.all();
    const due = dueToAll(balances);
    const values: [what: string, is: unknown, should: unknown][] = [
      ['entries', day.entries, books.entries],
      ['late entries', day.late, books.late],
      ['entries in all', day.total ?? this.#total, this.#total],
      ['users', day.users, balances.length],
      ['owed', day.balances.owedMicros, due.owedMicros],
      ['tokens', day.balances.tokens, due.tokens],
      ['reward tokens', day.balances.rewardTokens, due.rewardTokens],
    ];
    for (const [what, is, should] of values) {
      if (isDeepStrictEqual(is, should)) continue;
      this.#say(
        day.date,
        `${what} ${JSON.stringify(is)}, the journal has ${JSON.stringify(should)}`,
      );
    }
    this.#opening = closingOf(day);
    this.#last = day;
  }

  #count(
    { date }: StoredBookDay,
    entries: readonly StoredEntry[],
    list: readonly string[],
  ): CountedDay {
    const ids = new Set(list);
    // The day was closed before lists were stored, and counted every entry of its time.
    const isOld = ids.size === 0;
    const counted = new CountedDay(date, this.#balances);
    for (const entry of entries) {
      const isCounted = isOld ? entry.at >= startOfDay(date) : ids.delete(entry.id);
      if (isCounted) counted.add(entry);
      else this.#uncounted.set(entry.id, entry);
    }
    for (const id of ids) {
      const late = this.#uncounted.get(id);
      if (late) counted.add(late);
      else this.#say(date, `counts ${id}, which is not there to be counted`);
      this.#uncounted.delete(id);
    }
    return counted;
  }

  async #compareBalances(day: StoredBookDay): Promise<void> {
    const kept = await this.#needs.bookDays.balancesOf(day);
    const due = new Map(this.#balances.all().map((user) => [user.uid, user]));
    for (const { salt, ...is } of kept) {
      const { salt: _, ...should } = due.get(is.uid) ?? { salt };
      due.delete(is.uid);
      if (isDeepStrictEqual(is, should)) continue;
      const [one, other] = [is, should].map((each) => JSON.stringify(each));
      this.#say(day.date, `user ${is.uid} ${one}, should be ${other}`);
    }
    for (const uid of due.keys()) this.#say(day.date, `user ${uid} has no balance`);
  }

  async #compareCoins(): Promise<void> {
    const { bookDays } = this.#needs;
    for (const day of await newestClosed(bookDays)) {
      const { date, balances, closing } = day;
      if (!closing) continue;
      const tally = new CoinTally();
      for await (const text of bookDays.coinsOf(day)) tally.add(text);
      const list = tally.read();
      if ('faultyLine' in list) this.#say(date, `line ${list.faultyLine} of the coins is wrong`);
      else if (!isAsLogged(list, asLogged(balances, closing)))
        this.#say(date, 'the coins are not those of its root, or do not add up to what is owed');
    }
  }

  /**
   * Reports entries that no day counts. Late entries of the last closed day wait for the next run of the job.
   * Those of earlier days must be counted by the open day.
   */
  async #nameUncounted(): Promise<void> {
    const latest = await this.#needs.bookDays.latest();
    const inOpen = new Map(
      latest && !latest.isClosed ? latest.late.map(({ date, entries }) => [date, entries]) : [],
    );
    const byDate = new Map<string, string[]>();
    for (const { id, at } of this.#uncounted.values()) {
      const date = utcDay(at);
      byDate.set(date, [...(byDate.get(date) ?? []), id]);
    }
    for (const [date, ids] of byDate) {
      const isRecent = this.#last?.date === date;
      if (isRecent || ids.length <= (inOpen.get(date) ?? 0)) continue;
      this.#say(date, `was closed without ${ids.slice(0, 5).join(', ')}, which no day counts`);
    }
  }
}

/**
 * Compares every closed day of the public books with the journal: its figures, their opening, its entries and
 * what was due to users. Also checks that each entry is counted once.
 *
 * @returns the differences as text
 */
export const compareDays = (needs: Needs): Promise<string[]> => new Recount(needs).run();

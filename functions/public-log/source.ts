import {
  bookDaySchema,
  type StoredBookDay,
} from '@datchain/shared/contracts/documents/book-day.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import { isRecord, readText } from '@datchain/shared/contracts/tolerant.ts';
import type { ReadList } from '@datchain/shared/domain/public-books/write-coin-files.ts';
import * as v from 'valibot';
import { LISTED_DAYS } from '../public-books/clear-behind.ts';
import { bookDays } from '../stores/book-days.ts';
import type { Data } from '../stores/document-store.ts';
import { firestoreStore } from '../stores/firestore-store.ts';
import type { PublicCopy } from '../stores/public-copy.ts';
import { publicNames } from '../stores/public-names.ts';
import { type LogHead, linesOfHead, readHead } from './head.ts';
import { storedLines, storedLinesAfter } from './stored-lines.ts';

export interface PublicLog {
  readonly head: LogHead;
  /** Usernames by the commitment in the log, of people who did not choose to be unnamed. */
  handles(): Promise<Readonly<Record<string, string>>>;
  /** Lines with their line feed: all, or those after the first `from`. */
  lines(from?: number): AsyncGenerator<string>;
  /** The lists of coins of the newest closed days that have lines. */
  coins(): AsyncGenerator<DayCoins>;
}

export interface DayCoins {
  readonly day: string;
  readonly read: ReadList;
}

async function readHandles(copy: PublicCopy): Promise<Record<string, string>> {
  const people = [...copy.file.all(docs.publicLogPeople)];
  await copy.learnProfiles(people.map(({ id }) => id));
  // Two whole collections are read faster than two documents per user.
  const documents = new Map<string, Data>();
  const know = (path: string, value: unknown) => isRecord(value) && documents.set(path, value);
  for (const { id, value } of people) know(docs.publicLogPerson(id), value);
  for (const { id, value } of copy.file.all(docs.publicProfiles)) {
    know(docs.publicProfile(id), value);
  }
  const names = publicNames((path) => documents.get(path));
  const handles = people.flatMap(({ id, value }): [string, string][] => {
    const { username } = names.of(id);
    return username === '' || !isRecord(value) ? [] : [[readText(value.person), username]];
  });
  return Object.fromEntries(handles.sort(([a], [b]) => (a < b ? -1 : 1)));
}

/**
 * Lists the closed days whose coins are published, newest first. Older ones are not parsed: a bad one is left
 * out of the pages and reported, and does not stop the log.
 */
const listedDays = (copy: PublicCopy): StoredBookDay[] =>
  [...copy.file.all(docs.bookDays)]
    .flatMap(({ value }) => (isRecord(value) && value.isClosed === true ? [value] : []))
    .sort((a, b) => (readText(a.date) < readText(b.date) ? 1 : -1))
    .slice(0, LISTED_DAYS)
    .map((day) => v.parse(bookDaySchema, day));

/**
 * Opens the public log for building the site. The head is read before the copy of people and days is updated,
 * so it is never ahead of them.
 *
 * @throws when Firestore cannot be reached
 */
export async function openPublicLog(copy: PublicCopy): Promise<PublicLog> {
  const store = firestoreStore(copy.firestore);
  const stored = await store.read([docs.publicLogHead]);
  const head = readHead(stored.get(docs.publicLogHead)?.data);
  const days = bookDays(copy.firestore);
  let handles: ReturnType<typeof readHandles> | undefined;
  return {
    head,
    handles() {
      handles ??= readHandles(copy);
      return handles;
    },
    lines: (from = 0) =>
      from === 0
        ? storedLines(store, linesOfHead(head))
        : storedLinesAfter(store, linesOfHead(head), from),
    async *coins() {
      for (const day of listedDays(copy)) {
        // A day closed after the head was read waits for the next rebuild.
        if (!day.closing || day.date > head.lastDay) continue;
        yield { day: day.date, read: () => days.coinsOf(day) };
      }
    },
  };
}

import { randomUUID } from 'node:crypto';
import type { StoredBookDay } from '@datchain/shared/contracts/documents/book-day.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import { MINUTE_MILLIS } from '@datchain/shared/domain/time.ts';
import { othersAtClosing } from '@datchain/testing/server/a-shop.ts';
import { deleteApp, initializeApp } from 'firebase-admin/app';
import { getFirestore } from 'firebase-admin/firestore';
import { afterAll, expect, test } from 'vitest';
import { bookDays } from '../stores/book-days.ts';
import type { Behind } from '../stores/books-behind.ts';
import { setDocuments } from '../stores/bulk.ts';
import { journalEntries } from '../stores/journal-entries.ts';
import { shardOf } from '../stores/journal-shards.ts';
import { clearBehind } from './clear-behind.ts';
import { closeDays } from './close-days.ts';
import { compareDays } from './compare-days.ts';

const MIDNIGHT = Date.UTC(2026, 10, 21);
const ENTRY_COUNT = 1_100;

// A project of its own; the emulator keeps projects apart.
const app = initializeApp({ projectId: `demo-books-${randomUUID().slice(0, 8)}` }, 'books');
const database = getFirestore(app);
afterAll(() => deleteApp(app));

const entryOf = (id: string, at: number, cents: number) => ({
  kind: 'streams-distributed',
  at,
  actor: 'system',
  postings: [
    { account: 'promised', asset: 'USD', delta: -cents * 10_000 },
    { account: 'owed:ana', asset: 'USD', delta: cents * 10_000 },
  ],
  touched: [],
  projected: true,
  seq: null,
  // Few shards, so that one query finds all of them, in several pages.
  shard: shardOf(id) % 5,
});

test('entries written after a day was closed are found in the database, counted once and compared', {
  timeout: 240_000,
}, async () => {
  const needs = { entries: journalEntries(database), bookDays: bookDays(database) };
  const run = (now: number) =>
    closeDays({ ...needs, ...othersAtClosing, clock: { now: () => now } });
  const many = Array.from({ length: ENTRY_COUNT }, (_, n) => ({
    path: docs.entry(`e${n}`),
    data: entryOf(`e${n}`, MIDNIGHT - ENTRY_COUNT + n, 1),
  }));
  await setDocuments(database, many);
  await run(MIDNIGHT + 10 * MINUTE_MILLIS);
  const closed = await needs.bookDays.latestClosed();
  expect(closed).toMatchObject({
    date: '2026-11-20',
    entries: ENTRY_COUNT,
    total: ENTRY_COUNT,
    late: [],
  });
  const ids = closed && (await needs.bookDays.entriesOf(closed));
  expect(new Set(ids).size).toBe(ENTRY_COUNT);

  await database.doc(docs.entry('late')).create(entryOf('late', MIDNIGHT - MINUTE_MILLIS, 7));
  await Promise.all([run(MIDNIGHT + 11 * MINUTE_MILLIS), run(MIDNIGHT + 11 * MINUTE_MILLIS)]);
  expect(await needs.bookDays.latestClosed()).toEqual(closed);
  expect(await needs.bookDays.latest()).toMatchObject({
    date: '2026-11-21',
    entries: 1,
    late: [{ date: '2026-11-20', entries: 1 }],
    total: ENTRY_COUNT + 1,
  });
  expect(await compareDays(needs)).toEqual([]);

  await Promise.all([run(MIDNIGHT + 1_451 * MINUTE_MILLIS), run(MIDNIGHT + 1_451 * MINUTE_MILLIS)]);
  const next = await needs.bookDays.latestClosed();
  expect(next).toMatchObject({ date: '2026-11-21', isClosed: true, entries: 1 });
  expect(await compareDays(needs)).toEqual([]);
  if (!closed || !next) throw new Error('There are no closed days.');

  const publish = async (day: Partial<StoredBookDay>, over: string) => {
    const from = { generation: 'stale', over };
    await needs.bookDays.putBalances(from, []);
    await needs.bookDays.putEntries(from, ['stale']);
    return needs.bookDays.publish({ ...closed, generation: 'stale', ...day }, over);
  };
  expect(await publish({ entries: 1 }, next.generation)).toBe(false);
  // A run that began before the last day was written comes with a day that does not exist yet.
  expect(await publish({ date: '2026-11-22' }, closed.generation)).toBe(false);
  expect(await needs.bookDays.latest()).toEqual(next);
  await clearBehind(needs, 'entries');
  await clearBehind(needs, 'balances');
  const kept = async (of: Behind) =>
    (await needs.bookDays.generations(of)).map(({ generation }) => generation).sort();
  expect(await kept('entries')).toEqual([closed.generation, next.generation].sort());
  expect(await kept('balances')).toEqual([closed.generation, next.generation].sort());
  expect(await compareDays(needs)).toEqual([]);

  await database.doc(docs.entry('e7')).update({ kind: 'debt-paid' });
  expect((await compareDays(needs)).join('\n')).toContain(
    'books of 2026-11-20: Promised for streams, paid by the platform',
  );
});

import { ownLines, readCoinList } from '@datchain/shared/domain/public-books/coins.ts';
import { expect, test, vi } from 'vitest';
import { compareLog } from '../public-log/compare-log.ts';
import { memoryStore } from '../stores/memory-store.ts';
import { aPlatform, DAY, FIRST, MIDNIGHT, MINUTE } from '../testing/a-platform.ts';
import { memoryReaders } from '../testing/books/memory-readers.ts';
import { linesOf, memoryPublisher, mortal, readLog } from '../testing/public-log.ts';

// What is lost on purpose here would fill the screen.
vi.mock('../log.ts', () => ({ log: { info() {}, warn() {}, error() {} } }));

const CLOSED = MIDNIGHT + 10 * MINUTE;

test('a closed day has everyone’s coins, and what Stripe said at that moment', async () => {
  const { bookDays, earn, run } = aPlatform();
  earn('one', FIRST, 12_345);
  earn('two', FIRST, 70, 'Bo');
  await run(FIRST + MINUTE);
  expect((await bookDays.latest())?.closing, 'an open day has none').toBeUndefined();
  await run(CLOSED);
  const day = await bookDays.latestClosed();
  if (!day?.closing) throw new Error('There is no closed day.');
  const list = readCoinList(await bookDays.coinsOf(day.generation));
  if ('faultyLine' in list) throw new Error('The list is not in its form');
  const { coins, root, sums } = list;
  expect(day.closing).toEqual({
    at: CLOSED,
    coins,
    root,
    assets: { source: 'stripe', availableCents: 25_000, pendingCents: -75 },
  });
  expect(sums).toEqual({ USD: 124_150_000n, TOKEN: 0n, REWARD: 0n });
  const leaves = await bookDays.balancesOf(day.generation);
  expect(leaves.map(({ email }) => email)).toEqual(['ana@example.com', 'bo@example.com']);
  for (const { salt, email = '', ...due } of leaves) {
    for (const line of ownLines(day.date, { salt, email }, due)) expect(list.lines).toContain(line);
  }
});

test('Stripe that does not answer has said nothing', async () => {
  const silent = aPlatform();
  silent.earn('one', FIRST, 100);
  const connect = { balance: () => Promise.reject(new Error('no answer')) };
  await silent.run(CLOSED, { connect });
  expect((await silent.bookDays.latestClosed())?.closing).toMatchObject({ assets: null });
});

test('a day that is closed much later has no coins', async () => {
  const { bookDays, coins, earn, run } = aPlatform();
  earn('one', FIRST, 100);
  await run(MIDNIGHT + DAY);
  expect(await bookDays.latestClosed()).toMatchObject({ isClosed: true, date: '2026-11-20' });
  expect((await bookDays.latestClosed())?.closing).toBeUndefined();
  expect(coins.size).toBe(0);
});

test('an e-mail address that changes is another one from the next day on', async () => {
  const { bookDays, earn, run } = aPlatform();
  earn('one', FIRST, 100);
  await run(CLOSED);
  earn('two', MIDNIGHT, 100);
  await run(CLOSED + MINUTE);
  const open = await bookDays.latest();
  const leaves = await bookDays.balancesOf(open?.generation ?? '');
  expect(leaves.map((leaf) => 'email' in leaf)).toEqual([false]);
  const authUsers = { emails: async () => new Map([['ana', 'Ana@New.example']]) };
  await run(CLOSED + DAY, { authUsers });
  const closed = await bookDays.latestClosed();
  const [ana] = await bookDays.balancesOf(closed?.generation ?? '');
  expect(ana?.email).toBe('ana@new.example');
});

test('lists are kept for seven closed days', async () => {
  const { bookDays, coins, earn, run } = aPlatform();
  for (let day = 0; day < 9; day++) {
    earn(`day ${day}`, FIRST + day * DAY, 100);
    await run(CLOSED + day * DAY);
  }
  expect(coins.size).toBe(7);
  const newest = await bookDays.latestClosed();
  expect(await bookDays.coinsOf(newest?.generation ?? '')).not.toBe('');
});

test('a closed day is told in the log once, killed anywhere and by two at once', async () => {
  const { bookDays, earn, run } = aPlatform();
  earn('one', FIRST, 12_345);
  await run(CLOSED);
  earn('two', MIDNIGHT, 70);
  await run(CLOSED + DAY, { connect: { balance: () => Promise.reject(new Error('no answer')) } });
  const kinds = ['liabilities', 'assets', 'liabilities'];
  for (const when of ['before', 'after'] as const) {
    const memory = memoryStore();
    const clock = { now: () => CLOSED + DAY };
    const dying = memoryPublisher(memory, mortal(memory, { write: 1, when }), clock, bookDays);
    await expect(dying()).rejects.toThrow('killed');
    const publish = memoryPublisher(memory, memory, clock, bookDays);
    await Promise.all([publish(), publish()]);
    await publish();
    const log = await readLog(memory);
    expect(linesOf(log).map(({ kind }) => kind)).toEqual(kinds);
    const [line] = linesOf(log);
    const { closing, balances } = (await bookDays.closedBefore('2026-11-21')) ?? {};
    expect(line).toMatchObject({
      day: '2026-11-20',
      owedMicros: 123_450_000,
      users: 1,
      coins: closing?.coins,
      root: closing?.root,
    });
    expect(balances?.owedMicros).toBe(123_450_000);
    const { entries } = memoryReaders(memory);
    expect(await compareLog({ store: memory, entries, bookDays })).toEqual([]);
    const other = { ...bookDays, async *closed() {} };
    expect(await compareLog({ store: memory, entries, bookDays: other })).toHaveLength(3);
  }
});

test('killed before any of its writes and run again, a day has the list of its root', async () => {
  for (let killAt = 1; ; killAt++) {
    let step = 0;
    const { bookDays, coins, earn, run } = aPlatform(() => {
      step += 1;
      if (step === killAt) throw new Error('killed');
    });
    earn('one', FIRST, 12_345);
    const outcome = await run(CLOSED).catch((error: Error) => error);
    if (!(outcome instanceof Error)) break;
    await Promise.all([run(CLOSED), run(CLOSED)]);
    const day = await bookDays.latestClosed();
    const list = readCoinList(await bookDays.coinsOf(day?.generation ?? ''));
    expect(list, `killed at step ${killAt}`).toMatchObject({ root: day?.closing?.root });
    earn('two', MIDNIGHT, 100);
    await run(CLOSED + DAY);
    expect(coins.size, 'what a killed run left is gone').toBe(2);
  }
});

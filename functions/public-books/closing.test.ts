import type { StoredBookDay } from '@datchain/shared/contracts/documents/book-day.ts';
import { missingLines, ownLines } from '@datchain/shared/domain/public-books/coins.ts';
import { readCoinList, readSoundList } from '@datchain/testing/pure/coin-list.ts';
import { aShop, DAY, FIRST, MIDNIGHT, MINUTE } from '@datchain/testing/server/a-shop.ts';
import { memoryReaders } from '@datchain/testing/server/books/memory-readers.ts';
import {
  memoryPublisher,
  mortal,
  parseLogLines,
  readLog,
} from '@datchain/testing/server/public-log.ts';
import { expect, test, vi } from 'vitest';
import { compareLog } from '../public-log/compare-log.ts';
import type { BookDays } from '../stores/book-days.ts';
import { memoryStore } from '../stores/memory-store.ts';
import { proveBalance } from './balance-proof.ts';

vi.mock('../log.ts', () => ({ log: { info() {}, warn() {}, error() {} } }));

const CLOSED = MIDNIGHT + 10 * MINUTE;

async function coinsOf(bookDays: BookDays, day: StoredBookDay | undefined): Promise<string> {
  let text = '';
  if (day) for await (const part of bookDays.coinsOf(day)) text += part;
  return text;
}

test('a closed day has everyone’s coins, and Stripe’s balance at that moment', async () => {
  const { bookDays, earn, run } = aShop();
  earn('one', FIRST, 12_345);
  earn('two', FIRST, 70, 'Bo');
  await run(FIRST + MINUTE);
  expect((await bookDays.latest())?.closing, 'an open day has none').toBeUndefined();
  await run(CLOSED);
  const day = await bookDays.latestClosed();
  if (!day?.closing) throw new Error('There is no closed day.');
  const list = readSoundList(await coinsOf(bookDays, day));
  const { coins, root, sums } = list;
  expect(day.closing).toEqual({
    at: CLOSED,
    coins,
    root,
    assets: { source: 'stripe', availableCents: 25_000, pendingCents: -75 },
  });
  expect(sums).toEqual({ USD: 124_150_000n, TOKEN: 0n, REWARD: 0n });
  const balances = await bookDays.balancesOf(day);
  expect(balances.map(({ uid }) => uid)).toEqual(['ana', 'Bo']);
  for (const { uid, salt, ...due } of balances) {
    const email = `${uid}@example.com`.toLowerCase();
    for (const line of ownLines(day.date, { salt, email }, due)) expect(list.lines).toContain(line);
  }
  expect(JSON.stringify(balances), 'addresses are not kept').not.toContain('@');
});

test("a day is closed without Stripe's balance if Stripe does not answer", async () => {
  const silent = aShop();
  silent.earn('one', FIRST, 100);
  const connect = { balance: () => Promise.reject(new Error('no answer')) };
  await silent.run(CLOSED, { connect });
  expect((await silent.bookDays.latestClosed())?.closing).toMatchObject({ assets: null });
});

test('a day that is closed much later has no coins', async () => {
  const { bookDays, kept, earn, run } = aShop();
  earn('one', FIRST, 100);
  await run(MIDNIGHT + DAY);
  expect(await bookDays.latestClosed()).toMatchObject({ isClosed: true, date: '2026-11-20' });
  expect((await bookDays.latestClosed())?.closing).toBeUndefined();
  expect(kept('coins')).toEqual([]);
});

test('coins use the e-mail address at the close, and an empty one if the account is gone', async () => {
  const { bookDays, earn, run } = aShop();
  earn('one', FIRST, 100);
  earn('two', FIRST, 70, 'gone');
  const authUsers = { emails: async () => new Map([['ana', 'Ana@New.example']]) };
  await run(CLOSED, { authUsers });
  const day = await bookDays.latestClosed();
  if (!day) throw new Error('There is no closed day.');
  const list = readSoundList(await coinsOf(bookDays, day));
  const emails = new Map([
    ['ana', 'ana@new.example'],
    ['gone', ''],
  ]);
  const own = (await bookDays.balancesOf(day)).flatMap(({ uid, salt, ...due }) =>
    ownLines(day.date, { salt, email: emails.get(uid) ?? '?' }, due),
  );
  expect(missingLines(list.lines, own)).toEqual([]);
  expect(own).toHaveLength(list.coins);
});

test('users can read their own balance of a closed day, and other days are not found', async () => {
  const { bookDays, earn, run } = aShop();
  earn('one', FIRST, 100);
  await run(CLOSED);
  earn('two', MIDNIGHT, 30);
  await run(CLOSED + DAY);
  const balanceOn = (day: string, uid = 'ana') => proveBalance({ bookDays }, uid, { day });
  const secret = { salt: expect.stringMatching(/^[0-9a-f]{32}$/) };
  const none = { tokens: 0, rewardTokens: 0 };
  expect(await balanceOn('2026-11-20')).toEqual({ own: { ...secret, ...none, owedMicros: 1e6 } });
  expect(await balanceOn('2026-11-21')).toEqual({ own: { ...secret, ...none, owedMicros: 1.3e6 } });
  expect(await balanceOn('2026-11-21', 'Bo')).toEqual({ own: null });
  expect(await balanceOn('2026-11-22')).toMatchObject({ code: 'not-found' });
});

test('a day that is deleted while a user asks is not found, instead of showing a balance of zero', async () => {
  const { bookDays, earn, run } = aShop();
  earn('one', FIRST, 100);
  await run(CLOSED);
  const forgetful: BookDays = {
    ...bookDays,
    async balanceOf(day, uid) {
      await bookDays.forget('balances', day.generation);
      return bookDays.balanceOf(day, uid);
    },
  };
  const ask = { day: '2026-11-20' };
  expect(await proveBalance({ bookDays: forgetful }, 'ana', ask)).toMatchObject({
    code: 'not-found',
  });
});

test('the comparison of the books finds a list that does not match its root', async () => {
  const { bookDays, compare, documents, earn, run } = aShop();
  earn('one', FIRST, 12_345);
  await run(CLOSED);
  const path = [...documents.keys()].find((one) => one.startsWith('bookCoins/')) ?? '';
  const stored = documents.get(path) ?? { generation: '', over: null };
  const lines = await coinsOf(bookDays, await bookDays.latestClosed());
  for (const wrong of [lines.slice(lines.indexOf('\n') + 1), lines.replace(/^./, ' '), '']) {
    documents.set(path, { ...stored, text: wrong });
    expect((await compare()).join(), wrong).toContain('coins');
  }
  documents.delete(path);
  expect((await compare()).join()).toContain('coins');
  documents.set(path, stored);
  expect(await compare()).toEqual([]);
});

test('lists are kept for seven closed days', async () => {
  const { bookDays, kept, earn, run } = aShop();
  for (let day = 0; day < 9; day++) {
    earn(`day ${day}`, FIRST + day * DAY, 100);
    await run(CLOSED + day * DAY);
  }
  expect(kept('coins')).toHaveLength(7);
  expect(await coinsOf(bookDays, await bookDays.latestClosed())).not.toBe('');
});

test('a closed day has its lines in the log once, even if a run is killed or two run at once', async () => {
  const { bookDays, earn, run } = aShop();
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
    expect(parseLogLines(log).map(({ kind }) => kind)).toEqual(kinds);
    const [line] = parseLogLines(log);
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

test('a day that is closed again after a run was killed before any write has the list of its root', async () => {
  for (let killAt = 1; ; killAt++) {
    let step = 0;
    const { bookDays, kept, earn, run } = aShop(() => {
      step += 1;
      if (step === killAt) throw new Error('killed');
    });
    earn('one', FIRST, 12_345);
    const outcome = await run(CLOSED).catch((error: Error) => error);
    if (!(outcome instanceof Error)) break;
    await Promise.all([run(CLOSED), run(CLOSED)]);
    const day = await bookDays.latestClosed();
    const list = readCoinList(await coinsOf(bookDays, day));
    expect(list, `killed at step ${killAt}`).toMatchObject({ root: day?.closing?.root });
    earn('two', MIDNIGHT, 100);
    await run(CLOSED + DAY);
    expect(kept('coins'), 'what a killed run left is gone').toHaveLength(2);
  }
});

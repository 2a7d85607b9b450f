import { docs, live } from '@datchain/shared/contracts/paths.ts';
import { memoryServer } from '@datchain/testing/server/books/memory-server.ts';
import { openingEarningsEntry } from '@datchain/testing/server/opening.ts';
import { expect, test, vi } from 'vitest';
import { holdPayoutEntry } from '../journal/entries/payouts.ts';
import { openingPoolEntry } from '../journal/entries/tokens.ts';
import { payoutQuote } from './payout-quote.ts';

vi.mock('../log.ts', () => ({ log: { info() {}, warn() {}, error() {} } }));

async function ana() {
  const server = memoryServer(['ana']);
  const { services } = server;
  const { books } = services;
  await books.commit(openingPoolEntry(2_000, 1_000_000_000));
  const days = { '2026-09-01': 60_000_000, '2026-10-30': 5_000_000 };
  await books.commit(openingEarningsEntry('ana', 'a', { days, rewardQty: 500 }));
  const owe = (debtMicros: number) =>
    books.commit(openingEarningsEntry('ana', `owes ${debtMicros}`, { debtMicros }));
  return { ...server, owe, quote: (over = services) => payoutQuote(over, 'ana') };
}

const all = {
  eligibleCents: 6_000,
  pending: [{ date: '2026-10-30', countsFrom: Date.UTC(2026, 10, 3), micros: 5_000_000 }],
  days: 4,
  tokenQty: 500,
  tokenValue: 0.5,
  tokenCents: 25_000,
  payouts_enabled: true,
  setup: 'review',
  blockedBy: null,
};

test('a quote says what can be paid now and what waits, for earnings and for tokens', async () => {
  expect(await (await ana()).quote()).toEqual(all);
});

test('[R-WAL-08] tokens are worth the spot price if there is one', async () => {
  const { quote, live: database } = await ana();
  database.set(live.datToken, { spotPrice: 0.1 });
  expect(await quote()).toEqual({ ...all, tokenValue: 0.1, tokenCents: 5_000 });
});

test('the configuration says how long earnings wait', async () => {
  const { store, quote } = await ana();
  store.set(docs.timeToPayout, { days: 1 });
  expect(await quote()).toEqual({ ...all, eligibleCents: 6_500, pending: [], days: 1 });
});

test('an account that cannot be checked counts as not set up', async () => {
  const { services, quote } = await ana();
  const findAccount = async () => {
    throw new Error('no answer');
  };
  const unchecked = { ...services, connect: { ...services.connect, findAccount } };
  const notSetUp = { payouts_enabled: false, setup: 'begin' };
  expect(await quote(unchecked)).toEqual({ ...all, ...notSetUp });
  const gone = { ...services.connect, findAccount: async () => undefined };
  expect(await quote({ ...services, connect: gone })).toEqual({ ...all, ...notSetUp });
});

test('a debt is paid from the earnings before they are quoted', async () => {
  const { owe, quote, store } = await ana();
  await owe(20_000_000);
  expect(await quote()).toEqual({ ...all, eligibleCents: 4_000 });
  expect(store.all().get(docs.userGuard('ana'))).toMatchObject({ debtMicros: 0 });
});

test('a debt beyond the earnings leaves nothing to be paid, and the quote says so', async () => {
  const { owe, quote } = await ana();
  await owe(70_000_000);
  expect(await quote()).toEqual({
    ...all,
    eligibleCents: 0,
    pending: [],
    blockedBy:
      'You owe $5.00. Earnings pay it first; until then you cannot spend tokens, claim reward tokens or cash out.',
  });
});

test('a quote for a user without debt writes nothing to the books', async () => {
  const { services, quote } = await ana();
  const commit = async () => {
    throw new Error('The books cannot be reached');
  };
  expect(await quote({ ...services, books: { ...services.books, commit } })).toEqual(all);
});

test('a payout on its way blocks another one', async () => {
  const { services, quote } = await ana();
  const request = { payoutId: 'p', source: 'credits' as const, amountUsd: 30, accountId: 'acct' };
  await services.books.commit(holdPayoutEntry('ana', request, undefined));
  const blockedBy = 'A payout is already on its way.';
  expect(await quote()).toEqual({ ...all, eligibleCents: 3_000, blockedBy });
});

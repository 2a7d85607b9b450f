import { processPayout as contract } from '@datchain/shared/contracts/calls/payouts.ts';
import { docs, live } from '@datchain/shared/contracts/paths.ts';
import { memoryServer } from '@datchain/testing/server/books/memory-server.ts';
import { LostAnswer } from '@datchain/testing/server/lost-answers.ts';
import { openingEarningsEntry } from '@datchain/testing/server/opening.ts';
import * as v from 'valibot';
import { expect, test, vi } from 'vitest';
import { openingPoolEntry } from '../journal/entries/tokens.ts';
import type { Services } from '../services.ts';
import { processPayout } from './process-payout.ts';

vi.mock('../log.ts', () => ({ log: { info() {}, warn() {}, error() {} } }));

async function ana() {
  const server = memoryServer(['ana']);
  const { services } = server;
  await services.books.commit(openingPoolEntry(1_000, 1_000_000_000));
  const earned = { days: { '2026-09-01': 60_000_000 }, rewardQty: 500 };
  await services.books.commit(openingEarningsEntry('ana', 'a', earned));
  const ask = (
    payoutAmount: unknown,
    source: 'credits' | 'tokens' = 'credits',
    over = services,
    key?: string,
  ) => processPayout(over, 'ana', { payoutAmount, source, key });
  const payouts = async () => {
    const all = [];
    for await (const page of services.payouts.pages(100)) all.push(...page);
    return all.map(({ amountCents, source, state, accountId, qty }) => {
      return { amountCents, source, state, accountId, qty };
    });
  };
  const user = () => server.store.all().get(docs.userGuard('ana'));
  return { ...server, ask, payouts, user };
}

const paid = {
  amountCents: 3_000,
  source: 'credits',
  state: 'paid',
  accountId: 'acct_ana',
  qty: 0,
};
const onItsWay = { code: 'failed-precondition', message: 'A payout is already on its way.' };
const notSetUp = { code: 'failed-precondition', message: 'Complete your payout setup first.' };

test('a requested payout goes to the caller’s account, once', async () => {
  const { ask, payouts, transfers } = await ana();
  expect(await ask(30)).toEqual({ transferId: 'tr_0' });
  expect(await payouts()).toEqual([paid]);
  expect(transfers.transfers()).toMatchObject([{ amountCents: 3_000, accountId: 'acct_ana' }]);
});

test('[R-CAL-09] a payout with a key is not made twice after its answer was lost', async () => {
  const { services, ask, payouts } = await ana();
  const keyed = (amount: number, key: string) => ask(amount, 'credits', services, key);
  expect(await keyed(30, 'one')).toEqual({ transferId: 'tr_0' });
  expect(await keyed(30, 'one')).toEqual({ transferId: 'tr_0' });
  expect(await keyed(25, 'one')).toMatchObject({ code: 'aborted' });
  expect(await payouts()).toEqual([paid]);
  expect(await keyed(30, 'another')).toEqual({ transferId: 'tr_1' });
  const both = await Promise.all([ask(30), keyed(30, 'one')]);
  expect(both[1]).toEqual({ transferId: 'tr_0' });
});

test('[R-CAL-09] a key in capitals is the same key', () => {
  const key = '3F2504E0-4F89-41D3-9A0C-0305E82C3301';
  const read = v.parse(contract.input, { payoutAmount: 30, source: 'credits', key });
  expect(read.key).toBe(key.toLowerCase());
});

test('[R-CAL-09] a payout that came back is made again under the same key', async () => {
  const { services, ask, payouts, breakStripe } = await ana();
  const keyed = () => ask(30, 'credits', services, 'one');
  breakStripe('refused');
  expect(await keyed()).toMatchObject({ code: 'internal' });
  breakStripe('none');
  expect(await keyed()).toMatchObject({ transferId: expect.any(String) });
  expect((await payouts()).map(({ state }) => state).sort()).toEqual(['paid', 'returned']);
});

test.each<[string, (services: Services) => Partial<Services>]>([
  [
    'without an account',
    ({ stripeAccounts }) => ({
      stripeAccounts: {
        ...stripeAccounts,
        find: async () => ({ accountId: null, customerId: null }),
      },
    }),
  ],
  [
    'whose account is gone',
    ({ connect }) => ({ connect: { ...connect, findAccount: async () => undefined } }),
  ],
  [
    'whose account may not be paid',
    ({ connect }) => ({
      connect: {
        ...connect,
        findAccount: async (id) => ({ id, payoutsEnabled: false, setup: 'review' }),
      },
    }),
  ],
])('a user %s is asked to complete the setup, and nothing is held', async (_, change) => {
  const { services, ask, payouts } = await ana();
  expect(await ask(30, 'credits', { ...services, ...change(services) })).toMatchObject(notSetUp);
  expect(await payouts()).toEqual([]);
});

test('an amount that cannot be paid is refused, and nothing is held', async () => {
  const { ask, payouts } = await ana();
  expect(await ask(60.01)).toMatchObject({ message: 'Amount exceeds your available balance.' });
  expect(await ask('30')).toMatchObject({ message: 'Enter a valid payout amount.' });
  expect(await payouts()).toEqual([]);
});

test('a repeated request continues a payout without an answer; a different one is refused meanwhile', async () => {
  const { ask, payouts, transfers, breakStripe } = await ana();
  breakStripe('after');
  await expect(ask(30)).rejects.toThrow(LostAnswer);
  expect(await payouts()).toMatchObject([{ amountCents: 3_000, state: 'unknown' }]);
  expect(await ask(30)).toMatchObject(onItsWay);
  breakStripe('none');
  expect(await ask(30.01)).toMatchObject(onItsWay);
  expect(await ask(29.99)).toMatchObject(onItsWay);
  expect(await ask(30, 'tokens')).toMatchObject(onItsWay);
  expect(await ask('30')).toMatchObject(onItsWay);
  expect(await payouts()).toMatchObject([{ state: 'unknown' }]);
  expect(await ask(30)).toEqual({ transferId: 'tr_0' });
  expect(await payouts()).toEqual([paid]);
  expect(transfers.transfers()).toHaveLength(1);
});

test('a payout that Stripe refuses comes back at once, and the next one may be larger', async () => {
  const { ask, payouts, breakStripe } = await ana();
  breakStripe('refused');
  const failed = { code: 'internal', message: 'Failed to process payout. Please try again.' };
  expect(await ask(30)).toMatchObject(failed);
  expect(await payouts()).toMatchObject([{ state: 'returned' }]);
  breakStripe('none');
  expect(await ask(60)).toEqual({ transferId: 'tr_0' });
});

test('a debt is paid from the earnings first, and the remaining earnings can be paid out', async () => {
  const { services, ask, user } = await ana();
  await services.books.commit(openingEarningsEntry('ana', 'owes', { debtMicros: 20_000_000 }));
  expect(await ask(40.01)).toMatchObject({ message: 'Amount exceeds your available balance.' });
  expect(user()).toMatchObject({ debtMicros: 0 });
  expect(await ask(40)).toEqual({ transferId: 'tr_0' });
});

test('[R-WAL-08] reward tokens are paid at the spot price if there is one, otherwise by the pool', async () => {
  const { ask, payouts, live: database } = await ana();
  expect(await ask(30, 'tokens')).toEqual({ transferId: 'tr_0' });
  database.set(live.datToken, { spotPrice: 0.1 });
  expect(await ask(30, 'tokens')).toEqual({ transferId: 'tr_1' });
  expect((await payouts()).map(({ qty }) => qty)).toEqual([30, 300]);
});

test('earnings are paid out without reading the price of tokens', async () => {
  const { services, ask } = await ana();
  const read = async () => {
    throw new Error('The Realtime Database is out of reach');
  };
  const blind = { ...services, live: { ...services.live, read } };
  expect(await ask(30, 'credits', blind)).toEqual({ transferId: 'tr_0' });
  await expect(ask(30, 'tokens', blind)).rejects.toThrow('out of reach');
});

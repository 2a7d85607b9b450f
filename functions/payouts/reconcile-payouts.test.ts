import { docs } from '@datchain/shared/contracts/paths.ts';
import { DAY_MILLIS, MINUTE_MILLIS } from '@datchain/shared/domain/time.ts';
import { memoryServer } from '@datchain/testing/server/books/memory-server.ts';
import { openingEarningsEntry } from '@datchain/testing/server/opening.ts';
import { expect, test, vi } from 'vitest';
import { processPayout } from './process-payout.ts';
import { reconcilePayouts } from './reconcile-payouts.ts';

vi.mock('../log.ts', () => ({ log: { info() {}, warn() {}, error() {} } }));

const users = ['ana', 'bo', 'cy'];

async function earners() {
  const server = memoryServer(users);
  const { services } = server;
  for (const uid of users) {
    const days = { '2026-09-01': 30_000_000 };
    await services.books.commit(openingEarningsEntry(uid, 'a', { days }));
  }
  const payOut = (uid: string) =>
    processPayout(services, uid, { payoutAmount: 30, source: 'credits' });
  const stateOf = async (uid: string) => {
    const [, payout] = [...server.store.all('payouts/')].find(([, data]) => data.uid === uid) ?? [];
    return payout?.state;
  };
  const earned = (uid: string) =>
    server.store.all().get(docs.userGuard(uid))?.earnedDays as { spentMicros: number }[];
  return { ...server, payOut, stateOf, earned, sweep: (over = services) => reconcilePayouts(over) };
}

const nothing = { looked: 0, closed: 0, reversed: 0, failed: 0 };

test('a payout is left to its call for a minute and a half; then the sweep looks for its transfer', async () => {
  const { payOut, stateOf, breakStripe, wait, sweep } = await earners();
  breakStripe('after');
  await expect(payOut('ana')).rejects.toThrow();
  breakStripe('none');
  wait(90_000);
  expect(await sweep()).toEqual(nothing);
  wait(1);
  expect(await sweep()).toEqual({ ...nothing, looked: 1, closed: 1 });
  expect(await stateOf('ana')).toBe('paid');
  expect(await sweep()).toEqual(nothing);
});

test('a payout that fails does not delay others', async () => {
  const { services, payOut, stateOf, breakStripe, wait, sweep } = await earners();
  breakStripe('before');
  for (const uid of users) await expect(payOut(uid)).rejects.toThrow();
  breakStripe('none');
  wait(2 * MINUTE_MILLIS);
  const { connect } = services;
  const createTransfer: typeof connect.createTransfer = async (order) => {
    if (order.uid === 'bo') throw new Error('no answer');
    return connect.createTransfer(order);
  };
  expect(await sweep({ ...services, connect: { ...connect, createTransfer } })).toEqual({
    looked: 3,
    closed: 2,
    reversed: 0,
    failed: 1,
  });
  expect(await Promise.all(users.map(stateOf))).toEqual(['paid', 'unknown', 'paid']);
});

test('reversals are booked once, for thirty days; one that fails does not delay others', async () => {
  const { services, payOut, earned, transfers, wait, sweep } = await earners();
  for (const uid of users) await payOut(uid);
  expect(await sweep()).toEqual(nothing);
  transfers.reverse(0, 1_000);
  transfers.reverse(1, 1_000);
  const { connect } = services;
  const listReversals: typeof connect.listReversals = async (id) => {
    if (id === 'tr_1') throw new Error('no answer');
    return connect.listReversals(id);
  };
  const broken = { ...services, connect: { ...connect, listReversals } };
  expect(await sweep(broken)).toEqual({ ...nothing, reversed: 1, failed: 1 });
  expect(await sweep(broken)).toEqual({ ...nothing, failed: 1 });
  expect(await sweep()).toEqual({ ...nothing, reversed: 1 });
  expect(await sweep()).toEqual(nothing);
  expect(users.map((uid) => earned(uid)[0]?.spentMicros)).toEqual([
    20_000_000, 20_000_000, 30_000_000,
  ]);
  wait(30 * DAY_MILLIS);
  transfers.reverse(0, 1_000);
  expect(await sweep()).toEqual({ ...nothing, reversed: 1 });
  wait(1);
  transfers.reverse(0, 1_000);
  expect(await sweep()).toEqual(nothing);
});

test('a reversal is booked only for a transfer that matches its payout; transfers of others are ignored', async () => {
  const { services, payOut, stateOf, transfers, sweep } = await earners();
  await payOut('ana');
  transfers.reverse(0, 3_000);
  const { connect } = services;
  const listing = (over: object) => ({
    ...services,
    connect: {
      ...connect,
      async *listTransfersSince(at: number) {
        for await (const one of connect.listTransfersSince(at)) yield { ...one, ...over };
      },
    },
  });
  expect(await sweep(listing({ payoutId: null }))).toEqual(nothing);
  expect(await sweep(listing({ payoutId: 'of/others' }))).toEqual(nothing);
  expect(await sweep(listing({ amountCents: 2_999 }))).toEqual(nothing);
  expect(await stateOf('ana')).toBe('paid');
  expect(await sweep()).toEqual({ ...nothing, reversed: 1 });
  expect(await stateOf('ana')).toBe('reversed');
});

test('a payout whose transfer does not match stays open, and is not counted as closed', async () => {
  const { services, payOut, stateOf, breakStripe, wait, sweep } = await earners();
  breakStripe('before');
  await expect(payOut('ana')).rejects.toThrow();
  breakStripe('none');
  wait(2 * MINUTE_MILLIS);
  const { connect } = services;
  const createTransfer: typeof connect.createTransfer = async (order) => ({
    ...(await connect.createTransfer(order)),
    amountCents: 2_999,
  });
  const other = { ...services, connect: { ...connect, createTransfer } };
  expect(await sweep(other)).toEqual({ ...nothing, looked: 1 });
  expect(await stateOf('ana')).toBe('unknown');
});

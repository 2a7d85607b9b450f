import type { PaymentLink } from '@datchain/shared/contracts/calls/orders.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import { MINUTE_MILLIS } from '@datchain/shared/domain/time.ts';
import { fetchUserGuard } from '@datchain/testing/server/hot-block-books.ts';
import { type Answer, type Fan, market, until } from '@datchain/testing/server/market.ts';
import { type ServerProcess, startServer } from '@datchain/testing/server/start-server.ts';
import { afterAll, describe, expect, test } from 'vitest';
import { firestore } from '../stores/firebase.ts';

const m = market();
const servers: ServerProcess[] = [];

afterAll(async () => {
  await Promise.all(servers.map((server) => server.close()));
});

const ask = (fan: Fan, blockId: string, qty: number): Promise<Answer> =>
  m.call('createPaymentLinkDatTokenTesting', { blockId, qty }, fan.token);

async function order(fan: Fan, blockId: string, qty: number): Promise<PaymentLink> {
  const { status, body } = await ask(fan, blockId, qty);
  expect(status, JSON.stringify(body)).toBe(200);
  return body.result;
}

const refused = async (fan: Fan, blockId: string, qty: number): Promise<[number, string]> => {
  const { status, body } = await ask(fan, blockId, qty);
  return [status, body.error?.message];
};

const cancel = (fan: Fan, orderId: string) => m.call('cancelOrder', { orderId }, fan.token);

async function pay(fan: Fan, { url, orderId }: PaymentLink): Promise<void> {
  await m.pay(url);
  const status = () => m.call('getOrderStatus', { orderId }, fan.token);
  await until(status, ({ body }) => body.result?.state === 'settled');
}

const most = (limit: string, rest: string) =>
  `You can hold tokens for at most ${limit} before you pay. ${rest}`;

describe('a user’s unpaid orders', () => {
  test('[M-22] [N-MON-07] hold at most $1,000 before anything was paid, and then ten times the largest paid order', async () => {
    const fan = await m.signUp();
    const blockId = await m.newBlock(50, 10_000);
    expect(await refused(fan, blockId, 2_001)).toEqual([
      400,
      most('$1,000.00', '2,000 tokens of this block fit now.'),
    ]);
    const first = await order(fan, blockId, 500);
    expect(await refused(fan, blockId, 1_501)).toEqual([
      400,
      most('$1,000.00', '1,500 tokens of this block fit now.'),
    ]);
    const second = await order(fan, blockId, 1_500);
    expect(await refused(fan, blockId, 20)).toEqual([
      400,
      most('$1,000.00', 'Finish or cancel your open orders first.'),
    ]);
    await cancel(fan, second.orderId);
    await pay(fan, first);

    const third = await order(fan, blockId, 5_000);
    expect(await refused(fan, blockId, 20)).toEqual([
      400,
      most('$2,500.00', 'Finish or cancel your open orders first.'),
    ]);
    await cancel(fan, third.orderId);
    expect(await m.stockOf(blockId)).toBe(9_500);
  });

  test('[M-22] [N-MON-07] stay within the limit when several tabs and servers ask at once', async () => {
    const fan = await m.signUp();
    const blockId = await m.newBlock(50, 100_000);
    const clockOffset = await m.clockOffset();
    for (let n = 0; n < 3; n++) servers.push(await startServer(clockOffset));
    // From $350 to $460 each: two of them fit, never three.
    const asked = Array.from({ length: 12 }, (_, n) =>
      (servers[n % servers.length] as ServerProcess).start(fan.uid, blockId, 700 + 20 * n),
    );
    const answers = await Promise.all(asked);
    const opened = answers.filter((answer) => 'url' in answer);
    expect(opened).toHaveLength(2);
    const { openOrders } = await fetchUserGuard(fan.uid);
    const held = openOrders.reduce((sum, { totalCents }) => sum + totalCents, 0);
    expect(openOrders).toHaveLength(2);
    expect(held).toBeLessThanOrEqual(100_000);
    for (const answer of answers) {
      if (!('refused' in answer)) continue;
      expect(answer.refused).toMatch(
        /^You can hold tokens for at most \$1,000\.00 before you pay\./,
      );
    }
    expect(await m.stockOf(blockId)).toBe(100_000 - held / 50);
  });
});

describe('reservations that end unpaid', () => {
  const ended = (count: number, wait: string) =>
    `${count} of your orders ended unpaid within 24 hours. You can order again in ${wait}.`;

  test('[N-MON-07] count whether cancelled or expired: after three within a day the next one waits as long as the sentence says', async () => {
    const fan = await m.signUp();
    const blockId = await m.newBlock(50, 1_000);
    const lapsing = await order(fan, blockId, 20);
    await m.shiftClock(34 * MINUTE_MILLIS);
    await m.runScheduled('expireOrdersJob');
    expect((await m.call('getOrderStatus', { orderId: lapsing.orderId }, fan.token)).body).toEqual({
      result: expect.objectContaining({ state: 'ended' }),
    });
    for (const qty of [21, 22]) await cancel(fan, (await order(fan, blockId, qty)).orderId);
    expect(await refused(fan, blockId, 23)).toEqual([429, ended(3, '15 minutes')]);
    await m.shiftClock(14 * MINUTE_MILLIS);
    expect(await refused(fan, blockId, 23)).toEqual([429, ended(3, '1 minute')]);
    await m.shiftClock(MINUTE_MILLIS);
    const fourth = await order(fan, blockId, 23);
    await cancel(fan, fourth.orderId);
    expect(await refused(fan, blockId, 23)).toEqual([429, ended(4, '30 minutes')]);
    await m.shiftClock(24 * 60 * MINUTE_MILLIS - 10 * MINUTE_MILLIS);
    await order(fan, blockId, 23);
    expect(await m.stockOf(blockId)).toBe(977);
  });

  test('[N-MON-07] do not count if Stripe never had a payment page, nor if they were paid after all', async () => {
    const fan = await m.signUp();
    const blockId = await m.newBlock(50, 1_000);
    const create = { method: 'POST', path: '/v1/checkout/sessions' };
    await m.stripe('faults', { ...create, mode: 'before', kind: 'reset', times: 2 });
    expect((await ask(fan, blockId, 20)).status).toBe(500);
    await m.shiftClock(34 * MINUTE_MILLIS);
    await m.runScheduled('expireOrdersJob');
    expect(await fetchUserGuard(fan.uid)).toMatchObject({ endedUnpaid: [], openOrders: [] });
    const { url, orderId } = await order(fan, blockId, 20);
    await m.stripe('webhooks', { paused: true });
    await m.pay(url);
    await m.stripe('webhooks', { paused: false });
    await cancel(fan, orderId);
    expect(await fetchUserGuard(fan.uid)).toMatchObject({
      endedUnpaid: [],
      largestPaidCents: 1_000,
    });
  });
});

test('[N-MON-07] no one without a user document can order, not even with an account and a token', async () => {
  const fan = await m.signUp();
  const blockId = await m.newBlock(50, 100);
  await firestore().doc(docs.user(fan.uid)).delete();
  expect(await refused(fan, blockId, 20)).toEqual([
    400,
    'Your sign-up is not complete. Sign up again with the same e-mail address and password to finish it.',
  ]);
  expect(await m.stockOf(blockId)).toBe(100);
});

test('after these tests the books are clean', async () => {
  await m.shiftClock(40 * MINUTE_MILLIS);
  await m.runScheduled('expireOrdersJob');
  await m.runScheduled('sweepPaymentsJob');
  await m.runScheduled('sweepProjectionsJob');
  expect((await m.reconcile()).differences).toEqual([]);
});

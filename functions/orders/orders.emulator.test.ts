import { functionsRegion } from '@datchain/shared/contracts/site-addresses.ts';
import { type Fan, market, until } from '@datchain/testing/server/market.ts';
import { paymentEvents, sessionEvent, signature } from '@datchain/testing/server/payment-events.ts';
import { afterEach, describe, expect, test } from 'vitest';
import { services } from '../services.ts';

const m = market();
const events = paymentEvents(m);
const link = 'createPaymentLinkDatTokenTesting';

const order = async (fan: Fan, blockId: string, qty: number) => {
  const { status, body } = await m.call(link, { blockId, qty }, fan.token);
  expect(status, JSON.stringify(body)).toBe(200);
  return body.result as { url: string; orderId: string; expiresAt: number };
};

const statusOf = async (fan: Fan, orderId: string) =>
  (await m.call('getOrderStatus', { orderId }, fan.token)).body.result;

const settled = (fan: Fan, orderId: string) =>
  until(
    () => m.walletOf(fan.uid),
    ({ tokens }) => tokens !== null,
  ).then(() => statusOf(fan, orderId));

afterEach(async () => {
  await m.stripe('webhooks', { reset: true });
  await fetch(`${m.addresses.stripe}/_test/faults`, { method: 'DELETE' });
});

describe('buying tokens', () => {
  test('[R-CAL-03] [R-BLK-07] a paid order delivers its tokens and counts once in stock, wallet and spend', async () => {
    const fan = await m.signUp();
    const blockId = await m.newBlock(36, 100);
    const { url, orderId } = await order(fan, blockId, 30);
    expect(url).toMatch(/\/c\/pay\/cs_test_/);
    expect(await m.stockOf(blockId)).toBe(70);
    expect(await statusOf(fan, orderId)).toMatchObject({ state: 'reserved', url, total: 1080 });

    await m.pay(url);
    expect(await settled(fan, orderId)).toMatchObject({ state: 'settled', qty: 30, url: null });
    expect(await m.walletOf(fan.uid)).toEqual({
      tokens: { [blockId]: { price: 0.36, qty: 30 } },
      spend: { totalCents: 1080, awarded: 0 },
    });
    expect(await m.stockOf(blockId)).toBe(70);
    await m.pay(url);
    await statusOf(fan, orderId);
    expect((await m.walletOf(fan.uid)).spend?.totalCents).toBe(1080);
  });

  test('[M-21] clicking ten times at once opens one order with one address', async () => {
    const fan = await m.signUp();
    const blockId = await m.newBlock(50, 100);
    const click = () => order(fan, blockId, 20);
    const [one, ...others] = await Promise.all(Array.from({ length: 10 }, click));
    for (const other of others) expect(other).toEqual(one);
    expect(await click()).toEqual(one);
    expect((await services().guards.user(fan.uid)).openOrders).toHaveLength(1);
    expect(await m.stockOf(blockId)).toBe(80);
  });

  test('[M-22] three open orders are the limit, and a cancelled one makes room', async () => {
    const fan = await m.signUp();
    const blockId = await m.newBlock(50, 1000);
    const orders = [];
    for (const qty of [20, 21, 22]) orders.push(await order(fan, blockId, qty));
    const fourth = await m.call(link, { blockId, qty: 23 }, fan.token);
    expect(fourth.body.error.message).toBe('Finish or cancel your open orders first.');

    const cancelled = await m.call('cancelOrder', { orderId: orders[0]?.orderId }, fan.token);
    expect(cancelled.body.result.state).toBe('ended');
    expect(await m.stockOf(blockId)).toBe(1000 - 21 - 22);
    await order(fan, blockId, 23);
  });

  test('a payment page can be paid after a declined card', async () => {
    const fan = await m.signUp();
    const blockId = await m.newBlock(50, 100);
    const { url, orderId } = await order(fan, blockId, 20);
    await m.decline(url);
    expect(await statusOf(fan, orderId)).toMatchObject({ state: 'reserved', url });
    await m.pay(url);
    expect((await settled(fan, orderId)).state).toBe('settled');
  });
});

describe('the server refuses, and nothing is written', () => {
  /** Quantities as raw JSON: JSON has no NaN, and reads 1e309 as infinite. */
  const quantities = [
    ['0', '-1', '0.5', '1e309', 'NaN', '"10"', '"1e3"', 'null', '[]', '{}', '9007199254740992'],
    ['true', '-5', '1.5', '[30]', '1e300'],
  ].flat();

  test('[M-17] [R-BLK-05] wrong quantities are refused, each with its sentence', async () => {
    const fan = await m.signUp();
    const blockId = await m.newBlock(36, 100);
    const before = await services().guards.user(fan.uid);
    const send = async (qty: string) => {
      const url = `${m.addresses.functions}/${m.projectId}/${functionsRegion}/${link}`;
      const headers = { 'content-type': 'application/json', authorization: `Bearer ${fan.token}` };
      const number = qty === 'NaN' ? JSON.stringify(Number.NaN) : qty;
      const body = `{"data":{"blockId":"${blockId}","qty":${number}}}`;
      const answer = await fetch(url, { method: 'POST', headers, body });
      const { error } = (await answer.json()) as { error: { message: string } };
      return { status: answer.status, message: error.message };
    };
    for (const qty of quantities) {
      const refused = { status: 400, message: 'Enter a positive number' };
      expect(await send(qty), qty).toEqual(refused);
    }
    expect((await send('27')).message).toBe('Minimum purchase is $10 (28 tokens)');
    expect((await send('101')).message).toBe('Only 100 tokens remain in this block');
    expect(await m.stockOf(blockId)).toBe(100);
    expect(await services().guards.user(fan.uid)).toEqual(before);
  });

  test('[M-18] unknown blocks are refused, however they are written', async () => {
    const fan = await m.signUp();
    const none = ['', '..', 'a/b', '__proto__', '36.0', '$k', 1e9, 'x'.repeat(300)];
    for (const blockId of none) {
      const { status, body } = await m.call(link, { blockId, qty: 30 }, fan.token);
      expect([status, body.error.status], String(blockId)).toEqual([400, 'INVALID_ARGUMENT']);
    }
    const unknown = await m.call(link, { blockId: '999999999', qty: 30 }, fan.token);
    expect(unknown).toMatchObject({ status: 404, body: { error: { message: 'Block not found' } } });
    expect((await services().guards.user(fan.uid)).openOrders).toEqual([]);
  });
});

describe('when Stripe misbehaves', () => {
  const create = { method: 'POST', path: '/v1/checkout/sessions' };

  test.each(['before', 'after'])(
    '[R-BLK-14] a 500 that Stripe repeats for an order (%s the effect) does not block the next try',
    async (mode) => {
      const fan = await m.signUp();
      const blockId = await m.newBlock(50, 100);
      await m.stripe('faults', { ...create, mode, kind: '500', times: 20 });
      const failed = await m.call(link, { blockId, qty: 20 }, fan.token);
      expect(failed.body.error.message).toBe('Purchase failed');
      await fetch(`${m.addresses.stripe}/_test/faults`, { method: 'DELETE' });
      const { url, orderId } = await order(fan, blockId, 20);
      expect(await m.stockOf(blockId)).toBe(80);
      await m.pay(url);
      expect((await settled(fan, orderId)).state).toBe('settled');
    },
  );
});

describe('webhooks', () => {
  const undelivered = async () => {
    const fan = await m.signUp();
    await m.stripe('webhooks', { paused: true });
    const { url, orderId } = await order(fan, await m.newBlock(50, 100), 20);
    await m.pay(url);
    const now = await events.now();
    const event = sessionEvent('checkout.session.completed', { url, orderId });
    const v1 = (time: number, body: string | Buffer<ArrayBuffer>) => `v1=${signature(time, body)}`;
    const spent = async () => (await m.walletOf(fan.uid)).spend?.totalCents;
    return { now, event, v1, spent };
  };

  test('[M-10] are refused and do nothing when they are signed, but too large or no event', async () => {
    const { now, event, v1, spent } = await undelivered();
    const send = (body: string | Buffer<ArrayBuffer>) =>
      m.webhook(body, { 'stripe-signature': `t=${now},${v1(now, body)}` });
    const tooLarge = { status: 413, body: 'The body is larger than 256 KB.' };
    expect(await send(event.padEnd(257 * 1024))).toEqual(tooLarge);
    const noEvent = { status: 400, body: 'The body is not a Stripe event.' };
    for (const body of ['[]', '{}', `[${event}]`]) expect(await send(body)).toEqual(noEvent);
    const noText = Buffer.from(event);
    noText[noText.indexOf('evt_')] = 0xff;
    expect((await send(noText)).status).toBe(400);
    const address = `${m.addresses.functions}/${m.projectId}/${functionsRegion}/stripeWebhook`;
    expect((await fetch(address)).status).toBe(405);
    expect(await spent()).toBeUndefined();

    expect((await send(event)).status).toBe(200);
    expect(await spent()).toBe(1000);
  });

  test('[M-69] are refused with two times or none, whichever of them is signed', async () => {
    const { now, event, v1, spent } = await undelivered();
    const old = now - 3_600;
    const answer = async (header: string) =>
      (await m.webhook(event, { 'stripe-signature': header })).status;
    for (const header of [
      `t=${now},t=${old},${v1(old, event)}`,
      `t=${old},t=${now},${v1(now, event)}`,
      `t=${now},${v1(old, event)},t=${old}`,
      v1(now, event),
    ]) {
      expect(await answer(header), header).toBe(400);
    }
    expect(await spent()).toBeUndefined();

    expect(await answer(`t=${now},${v1(now, event)}`)).toBe(200);
    expect(await spent()).toBe(1000);
  });

  test('settle after the restart when they arrive while the functions are down', async () => {
    const fan = await m.signUp();
    const blockId = await m.newBlock(50, 100);
    const { url, orderId } = await order(fan, blockId, 20);
    await m.killFunctions();
    await m.pay(url);
    await m.startFunctions();
    expect((await settled(fan, orderId)).state).toBe('settled');
    expect((await m.walletOf(fan.uid)).spend?.totalCents).toBe(1000);
  });
});

describe('expired reservations', () => {
  test('[N-MON-07] return to the block once Stripe has closed the session; after three the user has to wait', async () => {
    const fan = await m.signUp();
    const blockId = await m.newBlock(50, 100);
    for (let lapse = 1; lapse <= 3; lapse++) {
      const { orderId } = await order(fan, blockId, 20);
      await m.shiftClock(34 * 60_000);
      await m.runScheduled('expireOrdersJob');
      expect((await statusOf(fan, orderId)).state).toBe('ended');
      expect(await m.stockOf(blockId)).toBe(100);
    }
    const slowed = await m.call(link, { blockId, qty: 20 }, fan.token);
    expect(slowed).toMatchObject({
      status: 429,
      body: {
        error: {
          message:
            '3 of your orders ended unpaid within 24 hours. You can order again in 15 minutes.',
        },
      },
    });
    await m.shiftClock(15 * 60_000);
    await order(fan, blockId, 20);
  });

  test('[M-14] an order that was opened during a full outage of Stripe is released by the first sweep after its expiry', async () => {
    const fan = await m.signUp();
    const blockId = await m.newBlock(50, 100);
    for (const method of ['GET', 'POST']) {
      const any = { method, path: '/v1/checkout/sessions', times: 20 };
      await m.stripe('faults', { ...any, mode: 'before', kind: 'reset' });
    }
    expect((await m.call(link, { blockId, qty: 20 }, fan.token)).status).toBe(500);
    expect(await m.stockOf(blockId)).toBe(80);
    await fetch(`${m.addresses.stripe}/_test/faults`, { method: 'DELETE' });
    await m.shiftClock(34 * 60_000);
    await m.runScheduled('expireOrdersJob');
    expect(await m.stockOf(blockId)).toBe(100);
  });
});

test('[M-64] after these tests the books are clean', async () => {
  await m.runScheduled('expireOrdersJob');
  await m.runScheduled('sweepProjectionsJob');
  expect((await m.reconcile()).differences).toEqual([]);
});

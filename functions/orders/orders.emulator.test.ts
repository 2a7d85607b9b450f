import { createHmac } from 'node:crypto';
import { stripeWebhookSecret } from '@datchain/emulators/stack/environment.ts';
import { afterEach, describe, expect, test } from 'vitest';
import { type Fan, market, until } from '../testing/market.ts';

const m = market();
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
  await m.stripe('webhooks', {
    paused: false,
    duplicate: 0,
    reorder: false,
    delayMs: 0,
    drop: 0,
    wrongSecret: false,
    timestampOffsetSeconds: 0,
  });
  await fetch(`${m.addresses.stripe}/_test/faults`, { method: 'DELETE' });
});

describe('buying tokens', () => {
  test('[R-CAL-03] [R-BLK-07] a paid order delivers the tokens and is counted everywhere, once', async () => {
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

  test('clicking twice, even at once, opens one order with one address', async () => {
    const fan = await m.signUp();
    const blockId = await m.newBlock(50, 100);
    const [one, two] = await Promise.all([order(fan, blockId, 20), order(fan, blockId, 20)]);
    expect(two).toEqual(one);
    expect(await order(fan, blockId, 20)).toEqual(one);
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
    expect(cancelled.body.result.state).toBe('released');
    expect(await m.stockOf(blockId)).toBe(1000 - 21 - 22);
    await order(fan, blockId, 23);
  });

  test('cancelling what is already paid settles it instead', async () => {
    const fan = await m.signUp();
    const blockId = await m.newBlock(50, 100);
    await m.stripe('webhooks', { paused: true });
    const { url, orderId } = await order(fan, blockId, 20);
    await m.pay(url);
    const { body } = await m.call('cancelOrder', { orderId }, fan.token);
    expect(body.result.state).toBe('settled');
    expect((await m.walletOf(fan.uid)).tokens?.[blockId]?.qty).toBe(20);
  });

  test('after a declined card the same page can be paid', async () => {
    const fan = await m.signUp();
    const blockId = await m.newBlock(50, 100);
    const { url, orderId } = await order(fan, blockId, 20);
    await m.decline(url);
    expect(await statusOf(fan, orderId)).toMatchObject({ state: 'reserved', url });
    await m.pay(url);
    expect((await settled(fan, orderId)).state).toBe('settled');
  });

  test('the marketplace sells from the cheapest block only', async () => {
    const fan = await m.signUp();
    const cheap = await m.newBlock(2, 2000);
    const dear = await m.newBlock(50, 100);
    const refused = await m.call(
      link,
      { blockId: dear, qty: 60, variant: 'marketplace' },
      fan.token,
    );
    expect(refused).toMatchObject({
      status: 409,
      body: { error: { status: 'ABORTED', message: 'A cheaper block is available.' } },
    });
    const taken = await m.call(
      link,
      { blockId: cheap, qty: 2000, variant: 'marketplace' },
      fan.token,
    );
    expect(taken.status).toBe(200);
  });
});

describe('what the server refuses, with nothing written', () => {
  test('[R-BLK-05] quantities by the spec sentences', async () => {
    const fan = await m.signUp();
    const blockId = await m.newBlock(36, 100);
    const sentence = async (qty: unknown) =>
      (await m.call(link, { blockId, qty }, fan.token)).body.error.message;
    for (const qty of [0, -5, 1.5, '30', null, {}, [30], true, 1e300]) {
      expect(await sentence(qty), JSON.stringify(qty)).toBe('Enter a positive number');
    }
    expect(await sentence(27)).toBe('Minimum purchase is $10 (28 tokens)');
    expect(await sentence(101)).toBe('Only 100 tokens remain in this block');
    expect(await m.stockOf(blockId)).toBe(100);
  });
});

describe('when Stripe misbehaves', () => {
  const create = { method: 'POST', path: '/v1/checkout/sessions' };

  test('a session that was made but never answered is found again, not made twice', async () => {
    const fan = await m.signUp();
    const blockId = await m.newBlock(50, 100);
    await m.stripe('faults', { ...create, mode: 'after', kind: 'reset', times: 2 });
    const failed = await m.call(link, { blockId, qty: 20 }, fan.token);
    expect(failed).toMatchObject({ status: 500, body: { error: { message: 'Purchase failed' } } });
    expect(await m.stockOf(blockId)).toBe(80);
    const { url, orderId } = await order(fan, blockId, 20);
    expect(await m.stockOf(blockId)).toBe(80);
    await m.pay(url);
    expect((await settled(fan, orderId)).state).toBe('settled');
  });

  test('while it is down nothing is lost, and the next try works', async () => {
    const fan = await m.signUp();
    const blockId = await m.newBlock(50, 100);
    await m.stripe('faults', { ...create, mode: 'before', kind: 'reset', times: 2 });
    const failed = await m.call(link, { blockId, qty: 20 }, fan.token);
    expect(failed.body.error.message).toBe('Purchase failed');
    const { url } = await order(fan, blockId, 20);
    expect(url).toContain('cs_test_');
    expect(await m.stockOf(blockId)).toBe(80);
  });

  test.each(['before', 'after'])(
    '[R-BLK-14] a 500 that Stripe keeps for the order (%s the effect) holds up no further try',
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

  test('an order that could not be checked shows what is known', async () => {
    const fan = await m.signUp();
    const { orderId } = await order(fan, await m.newBlock(50, 100), 20);
    const retrieve = { method: 'GET', path: '/v1/checkout/sessions/*' };
    await m.stripe('faults', { ...retrieve, mode: 'before', kind: 'reset', times: 2 });
    expect(await statusOf(fan, orderId)).toMatchObject({ state: 'reserved', url: null });
  });
});

describe('webhooks', () => {
  test('duplicated and reordered, they settle once', async () => {
    const fan = await m.signUp();
    const blockId = await m.newBlock(50, 100);
    await m.stripe('webhooks', { duplicate: 3, reorder: true });
    const { url, orderId } = await order(fan, blockId, 20);
    await m.pay(url);
    expect((await settled(fan, orderId)).state).toBe('settled');
    await m.stripe('webhooks/settle');
    expect((await m.walletOf(fan.uid)).spend?.totalCents).toBe(1000);
  });

  test('delayed, the return page settles first and the late event changes nothing', async () => {
    const fan = await m.signUp();
    const blockId = await m.newBlock(50, 100);
    await m.stripe('webhooks', { paused: true });
    const { url, orderId } = await order(fan, blockId, 20);
    await m.pay(url);
    expect((await statusOf(fan, orderId)).state).toBe('settled');
    await m.stripe('webhooks', { paused: false });
    await m.stripe('webhooks/settle');
    expect((await m.walletOf(fan.uid)).spend?.totalCents).toBe(1000);
  });

  test('lost, the sweep settles', async () => {
    const fan = await m.signUp();
    const blockId = await m.newBlock(50, 100);
    await m.stripe('webhooks', { drop: 3 });
    const { url } = await order(fan, blockId, 20);
    await m.pay(url);
    await m.shiftClock(2 * 60_000);
    await m.runScheduled('expireOrdersJob');
    expect((await m.walletOf(fan.uid)).tokens?.[blockId]?.qty).toBe(20);
  });

  test.each([
    ['forged', { wrongSecret: true }],
    ['301 s old', { timestampOffsetSeconds: -301 }],
    ['301 s in the future', { timestampOffsetSeconds: 301 }],
  ])('%s, they are refused with 400 and do nothing', async (_, settings) => {
    const fan = await m.signUp();
    const blockId = await m.newBlock(50, 100);
    await m.stripe('webhooks', { ...settings, paused: true });
    const { url } = await order(fan, blockId, 20);
    await m.pay(url);
    const { body } = await m.stripe('webhooks/deliver', { type: 'checkout.session.completed' });
    const statuses = body.results.map(({ status }: { status: number }) => status);
    expect(statuses.length).toBeGreaterThan(0);
    expect(new Set(statuses)).toEqual(new Set([400]));
    expect((await m.walletOf(fan.uid)).tokens).toBeNull();
  });

  test('without a signature they are refused', async () => {
    const body = JSON.stringify({ type: 'checkout.session.completed' });
    expect((await m.webhook(body, {})).status).toBe(400);
    expect((await m.webhook(body, { 'stripe-signature': 't=x,v1=y' })).status).toBe(400);
  });

  /** A paid order that Stripe has not told of yet, and its event, to be sent by hand. */
  const untold = async () => {
    const fan = await m.signUp();
    await m.stripe('webhooks', { paused: true });
    const { url, orderId } = await order(fan, await m.newBlock(50, 100), 20);
    await m.pay(url);
    const now = Math.floor((Date.now() + (await m.clockOffset())) / 1000);
    const session = { id: url.split('/').at(-1), client_reference_id: orderId };
    const type = 'checkout.session.completed';
    const event = JSON.stringify({ id: 'evt_1', object: 'event', type, data: { object: session } });
    const v1 = (time: number, body: string | Buffer) => {
      const hash = createHmac('sha256', stripeWebhookSecret).update(`${time}.`).update(body);
      return `v1=${hash.digest('hex')}`;
    };
    const spent = async () => (await m.walletOf(fan.uid)).spend?.totalCents;
    return { now, event, v1, spent };
  };

  test('[M-10] signed, but too large or no event, they are refused and do nothing', async () => {
    const { now, event, v1, spent } = await untold();
    const send = (body: string | Buffer<ArrayBuffer>) =>
      m.webhook(body, { 'stripe-signature': `t=${now},${v1(now, body)}` });
    const tooLarge = { status: 413, body: 'The body is larger than 256 KB.' };
    expect(await send(event.padEnd(257 * 1024))).toEqual(tooLarge);
    const noEvent = { status: 400, body: 'The body is no event of Stripe.' };
    for (const body of ['[]', '{}', `[${event}]`]) expect(await send(body)).toEqual(noEvent);
    const noText = Buffer.from(event);
    noText[noText.indexOf('evt_1')] = 0xff;
    expect((await send(noText)).status).toBe(400);
    const address = `${m.addresses.functions}/${m.projectId}/us-central1/stripeWebhook`;
    expect((await fetch(address)).status).toBe(405);
    expect(await spent()).toBeUndefined();

    expect((await send(event)).status).toBe(200);
    expect(await spent()).toBe(1000);
  });

  test('[M-69] with two times, or with none, they are refused whichever is signed', async () => {
    const { now, event, v1, spent } = await untold();
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

  test('arriving while the functions are down, they settle after the restart', async () => {
    const fan = await m.signUp();
    const blockId = await m.newBlock(50, 100);
    const { url, orderId } = await order(fan, blockId, 20);
    await m.killFunctions('SIGKILL');
    await m.pay(url);
    await m.startFunctions();
    expect((await settled(fan, orderId)).state).toBe('settled');
    expect((await m.walletOf(fan.uid)).spend?.totalCents).toBe(1000);
  });
});

describe('reservations that run out', () => {
  test('[N-MON-07] go back to the block once Stripe has closed the session, and slow the user down', async () => {
    const fan = await m.signUp();
    const blockId = await m.newBlock(50, 100);
    for (let lapse = 1; lapse <= 3; lapse++) {
      const { orderId } = await order(fan, blockId, 20);
      await m.shiftClock(34 * 60_000);
      await m.runScheduled('expireOrdersJob');
      expect((await statusOf(fan, orderId)).state).toBe('released');
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

  test('an order that never got a session is released too', async () => {
    const fan = await m.signUp();
    const blockId = await m.newBlock(50, 100);
    const create = { method: 'POST', path: '/v1/checkout/sessions' };
    await m.stripe('faults', { ...create, mode: 'before', kind: 'reset', times: 2 });
    await m.call(link, { blockId, qty: 20 }, fan.token);
    expect(await m.stockOf(blockId)).toBe(80);
    await m.shiftClock(34 * 60_000);
    await m.runScheduled('expireOrdersJob');
    expect(await m.stockOf(blockId)).toBe(100);
  });
});

test('after all of this the books are clean', async () => {
  await m.runScheduled('expireOrdersJob');
  await m.runScheduled('sweepProjectionsJob');
  const { differences, orders } = await m.reconcile();
  expect(differences).toEqual([]);
  expect(orders).toBeGreaterThan(20);
});

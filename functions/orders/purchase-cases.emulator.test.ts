import { randomUUID } from 'node:crypto';
import { docs } from '@datchain/shared/contracts/paths.ts';
import { isRefusal } from '@datchain/shared/domain/refusal.ts';
import { scale } from '@datchain/testing/pure/scale.ts';
import { type Fan, market } from '@datchain/testing/server/market.ts';
import { signedUp } from '@datchain/testing/server/signed-up.ts';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { setClockOffset } from '../clock.ts';
import { services } from '../services.ts';
import { firestore } from '../stores/firebase.ts';
import { startOrder } from './start-order.ts';

const m = market();
const link = 'createPaymentLinkDatTokenTesting';
const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));

const buy = (fan: Fan, blockId: string, qty: number) => m.call(link, { blockId, qty }, fan.token);
const clearFaults = () => fetch(`${m.addresses.stripe}/_test/faults`, { method: 'DELETE' });
const sessionOf = (url: string) =>
  services().stripe.checkout.sessions.retrieve(url.split('/').at(-1) ?? '');

beforeAll(async () => {
  // A short timeout for calls that hang: nothing else is slow here.
  await m.killFunctions();
  await m.startFunctions({ STRIPE_TIMEOUT_MILLIS: '1000' });
  setClockOffset(await m.clockOffset());
});
afterEach(clearFaults);

// This group is first, because the marketplace sells from the cheapest block of all.
describe('the smallest purchase', () => {
  /** Every price in the long run; in the short one, prices that meet a minimum exactly, and some between. */
  const prices = times(76, (index) => 100 - index).filter(
    (cents) => scale(0, 1) === 1 || [25, 26, 36, 37, 49, 50, 51, 99, 100].includes(cents),
  );
  const start = async (blockId: string, qty: number, variant: 'block' | 'marketplace') => {
    const uid = randomUUID();
    await signedUp([uid]);
    return startOrder(services(), uid, { blockId, qty, variant });
  };
  const refusalOf = (answer: Awaited<ReturnType<typeof start>>) =>
    isRefusal(answer) ? answer.message : 'accepted';

  // In descending order, because the marketplace sells from the cheapest block.
  test(`[M-19] a block’s page and the marketplace accept the minimum and refuse one token less at ${prices.length} prices`, {
    timeout: scale(120_000, 600_000),
  }, async () => {
    for (const cents of prices) {
      const blockId = await m.newBlock(cents, 1_000);
      const [ten, more] = [Math.ceil(1_000 / cents), Math.ceil(2_500 / cents)];
      const said = `${cents} cents`;
      expect(refusalOf(await start(blockId, ten - 1, 'block')), said).toBe(
        `Minimum purchase is $10 (${ten} tokens)`,
      );
      expect(refusalOf(await start(blockId, ten, 'block')), said).toBe('accepted');
      expect(refusalOf(await start(blockId, more - 1, 'marketplace')), said).toBe(
        `Minimum purchase is $25 (~${more} tokens)`,
      );
      expect(refusalOf(await start(blockId, more, 'marketplace')), said).toBe('accepted');
    }
  });

  test('[M-19] a block worth $25.00 is sold only whole, and one worth $24.99 from the smallest card payment on', async () => {
    const whole = await m.newBlock(20, 125);
    expect(refusalOf(await start(whole, 124, 'marketplace'))).toBe(
      'Minimum purchase is $25 (~125 tokens)',
    );
    expect(refusalOf(await start(whole, 125, 'marketplace'))).toBe('accepted');
    const rest = await m.newBlock(17, 147);
    expect(refusalOf(await start(rest, 2, 'marketplace'))).toBe(
      'Minimum card payment is $0.50 (3 tokens)',
    );
    expect(refusalOf(await start(rest, 3, 'marketplace'))).toBe('accepted');
  });
});

describe('a payment page is opened once, under one key', () => {
  const create = { method: 'POST', path: '/v1/checkout/sessions' };

  test.each([
    ['a 500', { kind: '500', mode: 'before', times: 1, stored: false }],
    ['a connection that breaks after it was opened', { kind: 'reset', mode: 'after', times: 2 }],
    ['no answer before it was opened', { kind: 'hang', mode: 'before', times: 2 }],
    ['no answer after it was opened', { kind: 'hang', mode: 'after', times: 2 }],
    ['too many requests', { kind: '429', mode: 'before', times: 2 }],
  ])('[M-13] an order has one payment page after %s', { timeout: 60_000 }, async (_, fault) => {
    const fan = await m.signUp();
    const blockId = await m.newBlock(50, 100);
    await m.stripe('faults', { ...create, ...fault });
    const first = await buy(fan, blockId, 20);
    if (first.status !== 200) expect(first.body.error.message).toBe('Purchase failed');
    await clearFaults();
    const { url, orderId } = (await buy(fan, blockId, 20)).body.result;
    const [open, ...others] = (await services().guards.user(fan.uid)).openOrders;
    expect([open?.orderId, others]).toEqual([orderId, []]);
    expect(await m.stockOf(blockId)).toBe(80);

    const { data: sessions } = await services().stripe.checkout.sessions.list({ limit: 100 });
    const own = sessions.filter(({ client_reference_id }) => client_reference_id === orderId);
    expect(own.map(({ id }) => id)).toEqual([url.split('/').at(-1)]);
    const { calls } = await m.stripeCalls(create);
    const made = calls.filter(({ params }) => params.client_reference_id === orderId);
    expect(made.length).toBeGreaterThan(1);
    for (const { idempotencyKey } of made) expect(idempotencyKey).toBe(`cs:${orderId}`);
  });
});

const [BUYERS, ROUNDS] = [scale(40, 200), scale(3, 20)];

test(`[M-15] one of ${BUYERS} buyers who ask for the last token gets it, ${ROUNDS} times over`, {
  timeout: scale(120_000, 1_200_000),
}, async () => {
  const fans = await Promise.all(times(BUYERS, () => m.signUp()));
  for (let round = 0; round < ROUNDS; round++) {
    const blockId = await m.newBlock(1_000, 1);
    const answers = await Promise.all(fans.map((fan) => buy(fan, blockId, 1)));
    const winners = answers.flatMap(({ status }, index) => (status === 200 ? [index] : []));
    expect(winners).toHaveLength(1);
    const [winner = 0] = winners;
    for (const [index, { body }] of answers.entries()) {
      if (index === winner) continue;
      expect(body.error.message).toBe('Only 0 tokens remain in this block');
    }
    const { url, orderId } = answers[winner]?.body.result ?? {};
    await m.pay(url);
    const { token } = fans[winner] as Fan;
    expect((await m.call('getOrderStatus', { orderId }, token)).body.result.state).toBe('settled');
    expect(await m.stockOf(blockId)).toBe(0);
  }
});

test('[M-20] a buyer is charged the price at reservation, whatever the price was before or becomes after', async () => {
  const fan = await m.signUp();
  const blockId = await m.newBlock(50, 100);
  // No entry changes a block's price. Even if it changed, the order has its own.
  const setPrice = (priceCents: number) =>
    firestore().doc(docs.blockGuard(blockId)).update({ priceCents });
  await setPrice(60);
  const { url, orderId } = (await buy(fan, blockId, 20)).body.result;
  expect((await sessionOf(url)).amount_total).toBe(1_200);
  await setPrice(90);
  await m.pay(url);
  const { body } = await m.call('getOrderStatus', { orderId }, fan.token);
  expect(body.result).toMatchObject({ state: 'settled', total: 1_200 });
  const order = await services().orders.find(orderId);
  const charged = await services().stripe.paymentIntents.retrieve(order?.paymentIntentId ?? '');
  expect(charged.amount_received).toBe(1_200);
  const [lot] = (await services().guards.user(fan.uid)).lots;
  expect(lot).toMatchObject({ priceCents: 60, qty: 20, faceMicros: 12_000_000 });
  await setPrice(50);
  await services().projector.project([`block:${blockId}`], []);
});

test('[M-64] after these tests the books are clean', async () => {
  await m.shiftClock(40 * 60_000);
  await m.runScheduled('expireOrdersJob');
  await m.runScheduled('sweepProjectionsJob');
  expect((await m.reconcile()).differences).toEqual([]);
});

import { isDeepStrictEqual } from 'node:util';
import { docs } from '@datchain/shared/contracts/paths.ts';
import type { Order } from '@datchain/shared/domain/books/orders.ts';
import { isRefusal } from '@datchain/shared/domain/refusal.ts';
import { afterEach, describe, expect, test } from 'vitest';
import { releaseEntry } from '../journal/entries/close-order.ts';
import { queueTokensEntry } from '../journal/entries/tokens.ts';
import { services } from '../services.ts';
import { firestore } from '../stores/firebase.ts';
import { userGuardOf } from '../testing/hot-block-books.ts';
import { type Fan, market, until } from '../testing/market.ts';

const m = market();
const PRICE = 50;

const open = async (fan: Fan, blockId: string, qty: number) => {
  const name = 'createPaymentLinkDatTokenTesting';
  const { status, body } = await m.call(name, { blockId, qty }, fan.token);
  expect(status, JSON.stringify(body)).toBe(200);
  return body.result as { url: string; orderId: string };
};

const find = async (orderId: string): Promise<Order> => {
  const order = await services().orders.find(orderId);
  if (!order) throw new Error(`There is no order ${orderId}`);
  return order;
};

const orderWith = (orderId: string, expected: (order: Order) => boolean) =>
  until(() => find(orderId), expected);

const refundedOf = (orderId: string, cents: number) =>
  orderWith(orderId, ({ refundedCents }) => refundedCents === cents);

/** A fan with a paid order of a new block. */
async function aPaidOrder(qty = 100) {
  const fan = await m.signUp();
  const blockId = await m.newBlock(PRICE, 1_000);
  const { url, orderId } = await open(fan, blockId, qty);
  await m.pay(url);
  const order = await orderWith(orderId, ({ state }) => state === 'settled');
  return { fan, blockId, orderId, payment: order.paymentIntentId ?? '', url };
}

const refund = (payment: string, amount?: number) =>
  services().stripe.refunds.create({ payment_intent: payment, ...(amount ? { amount } : {}) });

const dispute = async (paymentIntent: string): Promise<string> =>
  (await m.stripe('disputes', { paymentIntent })).body.id;

/** The screens follow the books; on a busy machine a moment later. */
const expectShown = async <T>(read: () => Promise<T>, expected: T): Promise<void> => {
  await until(read, (shown) => isDeepStrictEqual(shown, expected));
};

const expectTokens = (fan: Fan, blockId: string, qty: number) =>
  expectShown(async () => (await m.walletOf(fan.uid)).tokens?.[blockId]?.qty ?? 0, qty);

const expectStock = (blockId: string, qty: number) => expectShown(() => m.stockOf(blockId), qty);

const expectSpend = (fan: Fan, totalCents: number) =>
  expectShown(async () => (await m.walletOf(fan.uid)).spend?.totalCents, totalCents);

const movementsOf = async (fan: Fan): Promise<string[]> => {
  const history = firestore().collection(`${docs.user(fan.uid)}/movements`);
  return (await history.orderBy('at').get()).docs.map((one) => one.get('kind'));
};

const delivered = () => m.stripe('webhooks/settle');

afterEach(async () => {
  await m.stripe('webhooks', { reset: true });
  await fetch(`${m.addresses.stripe}/_test/faults`, { method: 'DELETE' });
});

describe('refunds', () => {
  test('a full refund takes the tokens back, and the spend, and shows on the order', async () => {
    const { fan, blockId, orderId, payment } = await aPaidOrder();
    await expectTokens(fan, blockId, 100);
    await refund(payment);
    await refundedOf(orderId, 5_000);
    await delivered();
    const status = await m.call('getOrderStatus', { orderId }, fan.token);
    expect(status.body.result).toMatchObject({
      state: 'settled',
      total: 5_000,
      refundedCents: 5_000,
    });
    await expectTokens(fan, blockId, 0);
    await expectSpend(fan, 0);
    await expectStock(blockId, 1_000);
    expect(await movementsOf(fan)).toEqual(['tokens-bought', 'payment-refunded']);
  });

  test('partial refunds, their events duplicated and reordered, count once each', async () => {
    const { fan, blockId, orderId, payment } = await aPaidOrder();
    await m.stripe('webhooks', { duplicate: 3, reorder: true });
    for (const cents of [1_010, 49, 1_441]) await refund(payment, cents);
    await refundedOf(orderId, 2_500);
    await delivered();
    const order = await refundedOf(orderId, 2_500);
    expect(order.takenBack).toMatchObject({ tokens: 50, missing: 0 });
    expect(order.clawbacks).toHaveLength(3);
    await expectTokens(fan, blockId, 50);
    await expectSpend(fan, 2_500);
    await expectStock(blockId, 950);
  });

  test('a refund that is told before the payment settles the order and takes it back', async () => {
    const fan = await m.signUp();
    const blockId = await m.newBlock(PRICE, 1_000);
    const { url, orderId } = await open(fan, blockId, 100);
    await m.stripe('webhooks', { paused: true });
    const { body } = await m.pay(url);
    await refund(body.session.payment_intent, 2_000);
    expect((await find(orderId)).state).toBe('reserved');
    await m.stripe('webhooks/deliver', { type: 'charge.refunded' });
    const order = await find(orderId);
    expect(order).toMatchObject({ state: 'settled', refundedCents: 2_000 });
    await expectTokens(fan, blockId, 60);
    await m.stripe('webhooks', { paused: false });
    await delivered();
    expect(await find(orderId)).toEqual({ ...order, chargeFee: expect.anything() });
    await expectTokens(fan, blockId, 60);
  });

  test('[N-MON-03] listed tokens are taken back; one at someone’s checkout is a debt, which its sale pays', async () => {
    const { fan: seller, blockId, orderId, payment } = await aPaidOrder();
    const listing = `sold-${orderId}`;
    // A price of its own, and below what may be held unpaid.
    const price = 90_000;
    const listed = await services().books.commit(queueTokensEntry(listing, seller.uid, price, 60));
    expect(isRefusal(listed)).toBe(false);
    const buyer = await m.signUp();
    const { url, orderId: bought } = await open(buyer, String(price), 1);
    await refund(payment);
    await refundedOf(orderId, 5_000);
    await delivered();
    await expectTokens(seller, blockId, 0);
    expect((await userGuardOf(seller.uid)).debtMicros).toBe(PRICE * 10_000);
    await m.pay(url);
    await orderWith(bought, ({ state }) => state === 'settled');
    await m.runScheduled('sweepPaymentsJob');
    const guard = await userGuardOf(seller.uid);
    expect(guard.debtMicros).toBe(0);
    const [day] = guard.earnedDays;
    expect(day?.spentMicros).toBe(PRICE * 10_000);
    expect(await movementsOf(seller)).toContain('debt-paid');
  });

  test('[M-65] [N-MON-01] [N-MON-02] [N-MON-03] listed dearer, taken off and refunded: nothing is left, nothing is owed', async () => {
    const { fan, blockId, orderId, payment } = await aPaidOrder(70);
    await expectTokens(fan, blockId, 70);
    const before = await m.walletOf(fan.uid);
    const listed = await m.call('listDatChainTokens', { blockId: '55', qty: 70 }, fan.token);
    expect(listed.status, JSON.stringify(listed.body)).toBe(200);
    await expectTokens(fan, blockId, 0);
    const { listingId } = listed.body.result;
    await m.call('cancelTokenListing', { listingId }, fan.token);
    await expectShown(() => m.walletOf(fan.uid), before);
    await refund(payment);
    await refundedOf(orderId, 3_500);
    await delivered();
    await expectTokens(fan, blockId, 0);
    expect(await userGuardOf(fan.uid)).toMatchObject({ lots: [], debtMicros: 0, spendCents: 0 });
    expect((await find(orderId)).takenBack).toMatchObject({ tokens: 70, missing: 0 });
  });

  test('[N-MON-06] who sold what is refunded keeps what it brought, and the queue keeps its order', async () => {
    const sellers = [await aPaidOrder(40), await aPaidOrder(40)];
    const price = 2_400;
    for (const { fan, orderId } of sellers) {
      const queued = queueTokensEntry(`kept-${orderId}`, fan.uid, price, 30);
      expect(isRefusal(await services().books.commit(queued))).toBe(false);
    }
    const buyer = await m.signUp();
    const { url, orderId } = await open(buyer, String(price), 40);
    await m.pay(url);
    const order = await orderWith(orderId, ({ state }) => state === 'settled');
    const queue = async () => {
      const pages = await services().guards.listQueuePages();
      return pages
        .filter(({ blockId }) => blockId === String(price))
        .flatMap((page) => page.entries);
    };
    const earned = () => Promise.all(sellers.map(async ({ fan }) => userGuardOf(fan.uid)));
    const before = { queue: await queue(), sellers: await earned() };
    expect(before.queue).toMatchObject([{ sellerUid: sellers[1]?.fan.uid, qty: 20 }]);
    await refund(order.paymentIntentId ?? '');
    await until(
      () => find(orderId),
      ({ takenBack }) => takenBack.tokens === 40,
    );
    await delivered();
    expect({ queue: await queue(), sellers: await earned() }).toEqual(before);
  });

  test('[N-MON-05] reconciling names who holds tokens that were taken back', async () => {
    const { fan, orderId, payment } = await aPaidOrder(70);
    const path = docs.userGuard(fan.uid);
    const kept = (await firestore().doc(path).get()).get('lots');
    await refund(payment);
    await refundedOf(orderId, 3_500);
    await delivered();
    // As the books were before a refund looked for the tokens.
    await firestore().doc(path).update({ lots: kept });
    const named = `face of ${fan.uid}: $35 came, $70 is accounted for`;
    expect((await m.reconcile()).differences).toContain(named);
    await firestore().doc(path).update({ lots: [] });
    expect((await m.reconcile()).differences).not.toContain(named);
  });

  test('money returned because it came too late takes nothing from anyone', async () => {
    const [fan, quicker] = [await m.signUp(), await m.signUp()];
    const blockId = await m.newBlock(PRICE, 100);
    await m.stripe('webhooks', { paused: true });
    const { url, orderId } = await open(fan, blockId, 100);
    await m.pay(url);
    await services().books.commit(releaseEntry(await find(orderId), true));
    const other = await open(quicker, blockId, 100);
    await m.pay(other.url);
    await m.stripe('webhooks', { paused: false });
    await orderWith(orderId, ({ state }) => state === 'refunded');
    await orderWith(other.orderId, ({ state }) => state === 'settled');
    await delivered();
    const takenBack = { tokens: 0, missing: 0 };
    expect(await find(orderId)).toMatchObject({
      state: 'refunded',
      refundedCents: 5_000,
      takenBack,
    });
    expect((await userGuardOf(fan.uid)).debtMicros).toBe(0);
    await expectTokens(quicker, blockId, 100);
  });
});

describe('disputes', () => {
  test('a lost dispute takes back what was bought, and its fee is the platform’s', async () => {
    const { fan, blockId, orderId, payment } = await aPaidOrder();
    await m.stripe('webhooks', { duplicate: 2, reorder: true });
    const id = await dispute(payment);
    await refundedOf(orderId, 5_000);
    await m.stripe('disputes/close', { dispute: id, status: 'lost' });
    await delivered();
    const order = await orderWith(orderId, ({ otherFees }) => otherFees.length > 0);
    expect(order.clawbacks).toEqual([`clawback:${id}`]);
    expect(order.otherFees).toMatchObject([{ cents: 1_500 }]);
    await expectTokens(fan, blockId, 0);
    expect(await movementsOf(fan)).toEqual(['tokens-bought', 'payment-disputed']);
  });

  test('a won dispute gives all of it back', async () => {
    const { fan, blockId, orderId, payment } = await aPaidOrder();
    const id = await dispute(payment);
    await refundedOf(orderId, 5_000);
    await m.stripe('webhooks', { duplicate: 2, reorder: true });
    await m.stripe('disputes/close', { dispute: id, status: 'won' });
    const order = await refundedOf(orderId, 0);
    await delivered();
    expect(order.clawbacks).toEqual([`clawback:${id}`, `reinstate:${id}`]);
    await expectTokens(fan, blockId, 100);
    await expectSpend(fan, 5_000);
    await expectStock(blockId, 900);
    expect((await movementsOf(fan)).at(-1)).toBe('payment-reinstated');
  });

  test.each([
    ['lost', 'before the dispute', true],
    ['lost', 'after the dispute', false],
    ['won', 'before the dispute', true],
    ['won', 'after the dispute', false],
  ] as const)(
    '[M-67] %s, with a listing of the tokens cancelled %s: the same',
    async (status, _, isBefore) => {
      const { fan, blockId, orderId, payment } = await aPaidOrder();
      await expectTokens(fan, blockId, 100);
      const listed = await m.call('listDatChainTokens', { blockId: '55', qty: 60 }, fan.token);
      const { listingId } = listed.body.result;
      const cancel = () => m.call('cancelTokenListing', { listingId }, fan.token);
      if (isBefore) expect(await cancel()).toMatchObject({ status: 200 });
      const id = await dispute(payment);
      await refundedOf(orderId, 5_000);
      await delivered();
      expect(await userGuardOf(fan.uid)).toMatchObject({
        lots: [],
        openListings: [],
        debtMicros: 0,
      });
      // The dispute has ended the listing: there is nothing to cancel.
      if (!isBefore) expect(await cancel()).toMatchObject({ status: 404 });
      await m.stripe('disputes/close', { dispute: id, status });
      await delivered();
      const kept = status === 'won' ? 100 : 0;
      await refundedOf(orderId, status === 'won' ? 0 : 5_000);
      await expectTokens(fan, blockId, kept);
      const lots = kept ? [{ blockId, qty: 100, faceMicros: 50_000_000 }] : [];
      expect(await userGuardOf(fan.uid)).toMatchObject({ lots, openListings: [], debtMicros: 0 });
      await expectStock(blockId, 1_000 - kept);
    },
  );

  test('told only after it was won, both are in the books', async () => {
    const { fan, blockId, orderId, payment } = await aPaidOrder();
    await m.stripe('webhooks', { paused: true });
    const id = await dispute(payment);
    await m.stripe('disputes/close', { dispute: id, status: 'won' });
    await m.stripe('webhooks/deliver', { type: 'charge.dispute.funds_reinstated' });
    await m.stripe('webhooks', { paused: false });
    await delivered();
    expect((await find(orderId)).clawbacks).toEqual([`clawback:${id}`, `reinstate:${id}`]);
    await expectTokens(fan, blockId, 100);
  });
});

describe('when something fails on the way', () => {
  test('refunded and disputed while the functions are down, it is booked after the restart', async () => {
    const [one, two] = [await aPaidOrder(), await aPaidOrder()];
    await m.killFunctions();
    await refund(one.payment, 1_000);
    await dispute(two.payment);
    await m.startFunctions();
    await refundedOf(one.orderId, 1_000);
    await refundedOf(two.orderId, 5_000);
  });

  test('killed while it books, it books the rest once', async () => {
    const { fan, blockId, orderId, payment } = await aPaidOrder();
    await m.stripe('webhooks', { duplicate: 2 });
    for (let times = 0; times < 10; times++) await refund(payment, 500);
    await m.killFunctions();
    await m.startFunctions();
    await refundedOf(orderId, 5_000);
    await delivered();
    expect((await find(orderId)).clawbacks).toHaveLength(10);
    await expectTokens(fan, blockId, 0);
    await expectStock(blockId, 1_000);
  });

  test('lost webhooks are made up for by the sweep, and reconciliation names them until then', async () => {
    const { orderId, payment } = await aPaidOrder();
    await delivered();
    await m.stripe('webhooks', { drop: 100 });
    await refund(payment, 1_000);
    await m.runScheduled('sweepProjectionsJob');
    expect((await m.reconcile()).differences).toEqual([
      `order ${orderId}: 0 cents refunded, 1000 at Stripe`,
    ]);
    await m.runScheduled('sweepPaymentsJob');
    expect((await find(orderId)).refundedCents).toBe(1_000);
  });

  test('while Stripe cannot say what a payment cost, it is delivered, and the sweep books the fee', async () => {
    const fan = await m.signUp();
    const { url, orderId } = await open(fan, await m.newBlock(PRICE, 1_000), 100);
    const intents = { method: 'GET', path: '/v1/payment_intents/*' };
    await m.stripe('faults', { ...intents, mode: 'before', kind: '500', times: 2 });
    await m.pay(url);
    await orderWith(orderId, ({ state }) => state === 'settled');
    await delivered();
    expect((await find(orderId)).chargeFee).toBeNull();
    await m.runScheduled('sweepPaymentsJob');
    await m.runScheduled('sweepPaymentsJob');
    // 2.9% of $50 and 30 cents.
    expect((await find(orderId)).chargeFee?.cents).toBe(175);
  });

  test('payments and refunds of other products are left alone', async () => {
    const { stripe } = services();
    const page = 'http://127.0.0.1:9/';
    const item = { currency: 'usd', unit_amount: 5_000, product_data: { name: 'A T-shirt' } };
    const session = await stripe.checkout.sessions.create({
      mode: 'payment',
      line_items: [{ quantity: 1, price_data: item }],
      success_url: page,
      cancel_url: page,
    });
    const { body } = await m.stripe('pay', { sessionId: session.id });
    await refund(body.session.payment_intent);
    const sent = await m.stripe('webhooks/settle');
    expect(sent.body).toEqual({ settled: true });
  });
});

test('[M-64] after all of this the books are clean, to the cent of every fee', async () => {
  await m.runScheduled('sweepPaymentsJob');
  await m.runScheduled('sweepProjectionsJob');
  expect((await m.reconcile()).differences).toEqual([]);
  const orders: Order[] = [];
  for await (const page of services().orders.pages(500)) orders.push(...page);
  const paid = orders.filter(({ state }) => state === 'settled' || state === 'refunded');
  expect(paid.filter(({ chargeFee }) => chargeFee === null)).toEqual([]);
});

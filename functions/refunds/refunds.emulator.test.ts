import { isDeepStrictEqual } from 'node:util';
import { docs } from '@datchain/shared/contracts/paths.ts';
import type { Order } from '@datchain/shared/domain/books/orders.ts';
import { isRefusal } from '@datchain/shared/domain/refusal.ts';
import { fetchUserGuard } from '@datchain/testing/server/hot-block-books.ts';
import { type Fan, market, until } from '@datchain/testing/server/market.ts';
import { afterEach, describe, expect, test } from 'vitest';
import { queueTokensEntry } from '../journal/entries/tokens.ts';
import { services } from '../services.ts';
import { firestore } from '../stores/firebase.ts';

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

/** Waits for the screens, which follow the books a moment later on a busy machine. */
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

  test('[M-65] [N-MON-01] [N-MON-02] [N-MON-03] tokens that were listed at a higher price, withdrawn and refunded leave nothing behind, and no debt', async () => {
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
    expect(await fetchUserGuard(fan.uid)).toMatchObject({ lots: [], debtMicros: 0, spendCents: 0 });
    expect((await find(orderId)).takenBack).toMatchObject({ tokens: 70, missing: 0 });
  });

  test('[N-MON-06] a seller of refunded tokens keeps the earnings, and the queue keeps its order', async () => {
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
    const earned = () => Promise.all(sellers.map(async ({ fan }) => fetchUserGuard(fan.uid)));
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

  test('[N-MON-05] reconciling names a user who holds tokens that a refund took back', async () => {
    const { fan, orderId, payment } = await aPaidOrder(70);
    const path = docs.userGuard(fan.uid);
    const kept = (await firestore().doc(path).get()).get('lots');
    await refund(payment);
    await refundedOf(orderId, 3_500);
    await delivered();
    await firestore().doc(path).update({ lots: kept });
    const named = `face of ${fan.uid}: $35 came, $70 is accounted for`;
    expect((await m.reconcile()).differences).toContain(named);
    await firestore().doc(path).update({ lots: [] });
    expect((await m.reconcile()).differences).not.toContain(named);
  });
});

describe('disputes', () => {
  test.each([
    ['lost', 'before the dispute', true],
    ['lost', 'after the dispute', false],
    ['won', 'before the dispute', true],
    ['won', 'after the dispute', false],
  ] as const)(
    '[M-67] a dispute that is %s leaves no debt, with a listing of its tokens cancelled %s',
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
      expect(await fetchUserGuard(fan.uid)).toMatchObject({
        lots: [],
        openListings: [],
        debtMicros: 0,
      });
      if (!isBefore) expect(await cancel()).toMatchObject({ status: 404 });
      await m.stripe('disputes/close', { dispute: id, status });
      await delivered();
      const kept = status === 'won' ? 100 : 0;
      await refundedOf(orderId, status === 'won' ? 0 : 5_000);
      await expectTokens(fan, blockId, kept);
      const lots = kept ? [{ blockId, qty: 100, faceMicros: 50_000_000 }] : [];
      expect(await fetchUserGuard(fan.uid)).toMatchObject({
        lots,
        openListings: [],
        debtMicros: 0,
      });
      await expectStock(blockId, 1_000 - kept);
    },
  );
});

describe('when something fails on the way', () => {
  test('a process that is killed while it books refunds books the rest once after its restart', async () => {
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
});

test('[M-64] after these tests the books are clean, to the cent of every fee', async () => {
  await m.runScheduled('sweepPaymentsJob');
  await m.runScheduled('sweepProjectionsJob');
  expect((await m.reconcile()).differences).toEqual([]);
  const orders: Order[] = [];
  for await (const page of services().orders.pages(500)) orders.push(...page);
  const paid = orders.filter(({ state }) => state === 'settled' || state === 'refunded');
  expect(paid.filter(({ chargeFee }) => chargeFee === null)).toEqual([]);
});

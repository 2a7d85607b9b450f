import { randomUUID } from 'node:crypto';
import { docs } from '@datchain/shared/contracts/paths.ts';
import { debtText } from '@datchain/shared/domain/books/debts.ts';
import type { Order } from '@datchain/shared/domain/books/orders.ts';
import { onlyOwnText } from '@datchain/shared/domain/purchase.ts';
import { utcDay } from '@datchain/shared/domain/time.ts';
import { cashOut } from '@datchain/testing/server/cash-out.ts';
import { collectors, commit } from '@datchain/testing/server/collectors.ts';
import { fetchUserGuard } from '@datchain/testing/server/hot-block-books.ts';
import { type Answer, type Fan, market, until } from '@datchain/testing/server/market.ts';
import { openingEarningsEntry } from '@datchain/testing/server/opening.ts';
import { releasing } from '@datchain/testing/server/releasing.ts';
import { afterEach, describe, expect, test } from 'vitest';
import { Door } from '../journal/door.ts';
import { issueTokensEntry, queueTokensEntry } from '../journal/entries/tokens.ts';
import { services } from '../services.ts';
import { firestore } from '../stores/firebase.ts';

const m = market();
const c = cashOut(m);
const { release } = collectors(m);
const r = releasing(m);

const MICROS = 1_000_000;
const DEBT = debtText(10 * MICROS);

afterEach(() => m.stripe('webhooks', { reset: true }));

const message = ({ body }: Answer): string | undefined => body.error?.message;

const findOrder = async (orderId: string): Promise<Order> => {
  const order = await services().orders.find(orderId);
  if (!order) throw new Error(`There is no order ${orderId}`);
  return order;
};

async function order(fan: Fan, blockId: string, qty: number): Promise<{ id: string; url: string }> {
  const input = { blockId, qty };
  const { status, body } = await m.call('createPaymentLinkDatTokenTesting', input, fan.token);
  expect(status, JSON.stringify(body)).toBe(200);
  return { id: body.result.orderId, url: body.result.url };
}

const settled = (orderId: string): Promise<Order> =>
  until(
    () => findOrder(orderId),
    ({ state }) => state === 'settled',
  );

async function buy(fan: Fan, blockId: string, qty: number): Promise<Order> {
  const { id, url } = await order(fan, blockId, qty);
  await m.pay(url);
  return settled(id);
}

const purchase = (fan: Fan, datId: string, editionNumber: number, expectedPrice = 10) =>
  m.call('purchaseEdition', { datId, editionNumber, expectedPrice }, fan.token);

async function takeBack(kind: 'refund' | 'dispute', paid: Order, cents = paid.totalCents) {
  await m.stripe('webhooks', { duplicate: 3, reorder: true });
  const payment = paid.paymentIntentId ?? '';
  if (kind === 'refund') {
    await services().stripe.refunds.create({ payment_intent: payment, amount: cents });
  } else await m.stripe('disputes', { paymentIntent: payment });
  await until(
    () => findOrder(paid.id),
    ({ refundedCents }) => refundedCents === cents,
  );
  await m.stripe('webhooks/settle');
  await m.stripe('webhooks', { reset: true });
}

const kindsOf = async ({ uid }: Fan): Promise<string[]> => {
  const found = await firestore().collection(docs.movements(uid)).orderBy('at').get();
  return found.docs.map((one) => one.get('kind'));
};

const debtFree = ({ uid }: Fan) =>
  until(
    () => fetchUserGuard(uid),
    ({ debtMicros }) => debtMicros === 0,
  );

async function aDebtor(editions = 1) {
  const [fan, creator] = [await m.signUp(), await m.signUp()];
  const blockId = await m.newBlock(50, 10_000);
  const datId = await release(creator, editions);
  const paid = await buy(fan, blockId, 20);
  expect((await purchase(fan, datId, 1)).status).toBe(200);
  await takeBack('refund', paid);
  expect((await fetchUserGuard(fan.uid)).debtMicros).toBe(10 * MICROS);
  return { fan, creator, datId, blockId };
}

describe('returned money for tokens that were spent or not', () => {
  test.each([
    { kind: 'refund', spent: 0, cents: 5_000, debtCents: 0, left: 0 },
    { kind: 'refund', spent: 2, cents: 5_000, debtCents: 2_000, left: 0 },
    { kind: 'refund', spent: 5, cents: 5_000, debtCents: 5_000, left: 0 },
    // No whole number of tokens at 50 cents is worth $33.33, because a refund takes face (N-MON-18).
    { kind: 'refund', spent: 5, cents: 3_333, debtCents: 3_333, left: 0 },
    { kind: 'refund', spent: 2, cents: 2_500, debtCents: 0, left: 10 },
    { kind: 'dispute', spent: 0, cents: 5_000, debtCents: 0, left: 0 },
    { kind: 'dispute', spent: 3, cents: 5_000, debtCents: 3_000, left: 0 },
    { kind: 'dispute', spent: 5, cents: 5_000, debtCents: 5_000, left: 0 },
  ] as const)(
    '[M-12] a $kind of $cents cents after buying $spent of 5 editions leaves a debt of $debtCents cents, once',
    async ({ kind, spent, cents, debtCents, left }) => {
      const [fan, creator] = [await m.signUp(), await m.signUp()];
      const datId = await release(creator, 5);
      const paid = await buy(fan, await m.newBlock(50, 1_000), 100);
      for (let number = 1; number <= spent; number++) {
        expect((await purchase(fan, datId, number)).status).toBe(200);
      }
      await takeBack(kind, paid, cents);
      const guard = await fetchUserGuard(fan.uid);
      expect(guard.debtMicros).toBe(debtCents * 10_000);
      expect(guard.lots.reduce((sum, { qty }) => sum + qty, 0)).toBe(left);
      expect((await findOrder(paid.id)).clawbacks).toHaveLength(1);
      const kindOfMovement = kind === 'refund' ? 'payment-refunded' : 'payment-disputed';
      expect((await kindsOf(fan)).filter((one) => one === kindOfMovement)).toHaveLength(1);
    },
  );
});

describe('a debt', () => {
  test('[N-MON-04] refuses spending, claims and cash-outs in one sentence, and leaves buying and selling open', async () => {
    const { fan, datId, blockId } = await aDebtor(2);
    await buy(fan, blockId, 600);
    await c.setUp(fan);
    await c.fundPool(10_000);
    await c.grant(fan, { rewardQty: 30_000 });
    expect(message(await purchase(fan, datId, 2))).toBe(DEBT);
    expect(message(await m.call('claimRewardTokens', {}, fan.token))).toBe(DEBT);
    expect(message(await c.pay(fan, 25, 'tokens'))).toBe(DEBT);
    expect(message(await c.pay(fan, 25))).toBe(DEBT);
    expect((await c.quote(fan)).blockedBy).toBe(DEBT);
    const wallet = await firestore().doc(docs.wallet(fan.uid)).get();
    expect(wallet.get('debtMicros')).toBe(10 * MICROS);

    const listed = await m.call('listDatChainTokens', { blockId: '77', qty: 20 }, fan.token);
    expect(listed.status, JSON.stringify(listed.body)).toBe(200);
    // 95% of $15.40 settles the debt at once, before any job runs.
    await buy(await m.signUp(), '77', 20);
    expect((await debtFree(fan)).earnedDays).toMatchObject([
      { totalMicros: 14_630_000, spentMicros: 10 * MICROS },
    ]);
    expect((await kindsOf(fan)).slice(-2).sort()).toEqual(['debt-paid', 'tokens-sold']);
    await until(
      async () => (await firestore().doc(docs.wallet(fan.uid)).get()).data() ?? {},
      (shown) => !('debtMicros' in shown),
    );
    expect((await purchase(fan, datId, 2)).status).toBe(200);
    expect((await m.call('claimRewardTokens', {}, fan.token)).status).toBe(200);
    expect((await c.pay(fan, 25, 'tokens')).status).toBe(200);
  });

  test('[N-MON-04] is paid first by the sale of an edition, and the rest of it still blocks claims', async () => {
    const { fan, datId } = await aDebtor();
    const offer = { datId, editionNumber: 1, newPrice: 12 };
    expect((await m.call('setEditionForSaleCF', offer, fan.token)).status).toBe(200);
    const buyer = await m.signUp();
    await buy(buyer, await m.newBlock(50, 100), 24);
    expect((await purchase(buyer, datId, 1, 12)).status).toBe(200);
    expect((await fetchUserGuard(fan.uid)).debtMicros).toBe(MICROS);
    expect(message(await m.call('claimRewardTokens', {}, fan.token))).toBe(debtText(MICROS));
  });

  test.each([
    ['is still open', false],
    ['was cancelled meanwhile', true],
  ])(
    '[N-MON-19] ends when its tokens come back from an unpaid order whose listing %s',
    async (_, isCancelled) => {
      const [fan, creator, other] = [await m.signUp(), await m.signUp(), await m.signUp()];
      const own = await m.newBlock(50, 1_000);
      const paid = await buy(fan, own, 20);
      const price = isCancelled ? 4_001 : 4_000;
      const listingId = randomUUID();
      await commit(queueTokensEntry(listingId, fan.uid, price, 20));
      // A checkout holds all of them when the money goes back.
      const held = await order(other, String(price), 20);
      await takeBack('refund', paid);
      expect((await fetchUserGuard(fan.uid)).debtMicros).toBe(10 * MICROS);
      if (isCancelled) {
        const { body } = await m.call('cancelTokenListing', { listingId }, fan.token);
        expect(body.result).toEqual({ returned: 0 });
      }
      await m.call('cancelOrder', { orderId: held.id }, other.token);
      expect(await debtFree(fan)).toMatchObject({ lots: [], openListings: [], missed: [] });
      expect((await findOrder(paid.id)).takenBack).toMatchObject({ tokens: 20, missing: 0 });
      const again = { blockId: String(price), qty: 20 };
      const refused = await m.call('createPaymentLinkDatTokenTesting', again, other.token);
      expect(message(refused)).toBe('Only 0 tokens remain in this block');
      const datId = await release(creator, 1);
      await buy(fan, own, 20);
      expect((await purchase(fan, datId, 1)).status).toBe(200);
      expect((await kindsOf(fan)).filter((kind) => kind.startsWith('payment-'))).toEqual([
        'payment-refunded',
        'payment-recovered',
      ]);
    },
  );

  test('[N-MON-04] blocks nobody once earnings can pay it, even if the process that booked the earnings died', async () => {
    const { fan, datId, blockId } = await aDebtor(2);
    await buy(fan, blockId, 20);
    // Only the door writes, as if the writer crashed after it.
    const { store, clock } = services();
    const days = { [utcDay(Date.now())]: 12 * MICROS };
    await new Door(store, clock).commit(openingEarningsEntry(fan.uid, randomUUID(), { days }));
    expect((await fetchUserGuard(fan.uid)).debtMicros).toBe(10 * MICROS);
    expect((await purchase(fan, datId, 2)).status).toBe(200);
    expect((await fetchUserGuard(fan.uid)).debtMicros).toBe(0);
  });
});

describe('tokens sold at more than they were issued for', () => {
  const SOLD = 96;

  test('[N-MON-17] are bought by others, never by their own seller', async () => {
    const [fan, other] = [await m.signUp(), await m.signUp()];
    await buy(fan, await m.newBlock(50, 100), 20);
    const blockId = '97';
    const offer = { blockId, qty: 20 };
    expect((await m.call('listDatChainTokens', offer, fan.token)).status).toBe(200);
    const refused = await m.call('createPaymentLinkDatTokenTesting', offer, fan.token);
    expect(message(refused)).toBe(onlyOwnText);
    await buy(other, blockId, 20);
    expect((await fetchUserGuard(fan.uid)).earnedDays).toMatchObject([{ totalMicros: 18_430_000 }]);
  });

  test('[N-MON-18] [N-MON-20] are taken back at their face; the seller’s gain is a loss on the operators’ desk', async () => {
    const [fan, other] = [await m.signUp(), await m.signUp()];
    await buy(fan, await m.newBlock(50, 100), 20);
    const offer = { blockId: String(SOLD), qty: 20 };
    expect((await m.call('listDatChainTokens', offer, fan.token)).status).toBe(200);
    const ofFan = await buy(other, String(SOLD), 20);
    await commit(issueTokensEntry(randomUUID(), String(SOLD), SOLD, 20));
    await buy(other, String(SOLD), 20);
    await takeBack('dispute', ofFan);
    // $10 of face went; the platform's 20 tokens, for $19.20, are untouched.
    expect(await fetchUserGuard(other.uid)).toMatchObject({
      lots: [{ qty: 20, faceMicros: 19_200_000 }],
      debtMicros: 0,
    });
    // The seller earned $18.24 for tokens issued for $10.
    const operator = await r.deskOperator();
    const { body } = await m.call('getOperatorDesk', {}, operator.token);
    expect(body.result.losses).toContainEqual(
      expect.objectContaining({ orderId: ofFan.id, soldMicros: 8_240_000, closedMicros: 0 }),
    );
  });
});

test('[N-MON-21] an order buys no edition if its payment went back before the server knew of it', async () => {
  const [fan, creator] = [await m.signUp(), await m.signUp()];
  const [blockId, datId] = [await m.newBlock(50, 100), await release(creator, 1)];
  const edition = { datId, editionNumber: 1, expectedPrice: 10 };
  const input = { blockId, qty: 20, edition };
  const { body } = await m.call('createPaymentLinkDatTokenTesting', input, fan.token);
  const { orderId, url } = body.result;
  await m.stripe('webhooks', { drop: 100 });
  await m.pay(url);
  const { sessionId } = await findOrder(orderId);
  const session = await services().stripe.checkout.sessions.retrieve(sessionId ?? '');
  await services().stripe.refunds.create({ payment_intent: String(session.payment_intent) });
  const status = await m.call('getOrderStatus', { orderId }, fan.token);
  expect(status.body.result).toMatchObject({ state: 'settled', refundedCents: 1_000 });
  expect((await findOrder(orderId)).edition).toMatchObject({
    state: 'missed',
    reason: 'The payment went back to the card.',
  });
  expect(await fetchUserGuard(fan.uid)).toMatchObject({ lots: [], debtMicros: 0 });
});

test('after these tests the books are clean', async () => {
  await m.shiftClock(40 * 60_000);
  for (const job of ['expireOrdersJob', 'sweepPaymentsJob', 'sweepProjectionsJob']) {
    await m.runScheduled(job);
  }
  expect((await m.reconcile()).differences).toEqual([]);
});

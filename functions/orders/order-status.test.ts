import { isRefusal } from '@datchain/shared/domain/refusal.ts';
import { memoryServer } from '@datchain/testing/server/books/memory-server.ts';
import { LostAnswer } from '@datchain/testing/server/lost-answers.ts';
import { expect, test, vi } from 'vitest';
import { clawbackEntry } from '../journal/entries/clawbacks.ts';
import { endOrderEntry, reviewEntry } from '../journal/entries/close-order.ts';
import { reserveEntry } from '../journal/entries/reserve.ts';
import { issueTokensEntry } from '../journal/entries/tokens.ts';
import { StripeRefused } from '../stripe/checkout.ts';
import { cancelOrder, orderStatus } from './order-status.ts';
import { syncOrder } from './sync-order.ts';

vi.mock('../log.ts', () => ({ log: { info() {}, warn() {}, error() {} } }));

async function anOrder() {
  const server = memoryServer(['ana', 'bo']);
  const { services, asked } = server;
  await services.books.commit(issueTokensEntry('a', '50', 50, 100));
  const request = { orderId: 'o', blockId: '50', qty: 20, variant: 'block' as const };
  await services.books.commit(reserveEntry('ana', request, 'https://x.test'));
  const order = (await syncOrder(services, 'o'))?.order;
  if (!order) throw new Error('unreachable: it was just reserved');
  asked.length = 0;
  return { ...server, order, status: (uid = 'ana') => orderStatus(services, uid, 'o') };
}

const notFound = { code: 'not-found', message: 'Order not found' };
const closed = { qty: 20, total: 1_000, blockId: '50', url: null };

test('an open order shows its details, and where to pay', async () => {
  const { order, services, status } = await anOrder();
  expect(await status()).toEqual({
    state: 'reserved',
    blockId: '50',
    qty: 20,
    total: 1_000,
    expiresAt: order.expiresAt,
    now: services.clock.now(),
    settledAt: null,
    refundedCents: 0,
    url: 'https://stripe.test/cs_o',
  });
});

test('[M-43] another user’s order is refused like an unknown one, and nothing is read from Stripe or closed', async () => {
  const { services, status, asked } = await anOrder();
  for (const answer of [
    await status('bo'),
    await cancelOrder(services, 'bo', 'o'),
    await orderStatus(services, 'ana', 'none'),
    await cancelOrder(services, 'ana', 'none'),
  ]) {
    expect(isRefusal(answer)).toBe(true);
    expect(answer).toMatchObject(notFound);
  }
  expect(asked).toEqual([]);
  expect(await status()).toMatchObject({ state: 'reserved' });
});

test('reading a paid order settles it; later readings show the wallet and do not ask Stripe', async () => {
  const { card, status, asked, shown } = await anOrder();
  card.pay('o');
  expect(await status()).toMatchObject({ ...closed, state: 'settled' });
  expect([asked, shown]).toEqual([['retrieve cs_o'], []]);
  expect(await status()).toMatchObject({ ...closed, state: 'settled' });
  expect([asked, shown]).toEqual([['retrieve cs_o'], ['settle:o']]);
});

test('[N-MON-04] a refunded order shows how many of its tokens were taken, and how many were gone', async () => {
  const { services, card, status, order } = await anOrder();
  card.pay('o');
  expect(await status()).not.toHaveProperty('takenBack');
  const refund = { id: 're_1', kind: 'refund' as const, cents: 501 };
  await services.books.commit(clawbackEntry(order, refund));
  expect(await status()).toMatchObject({
    refundedCents: 501,
    takenBack: { qty: 10, otherQty: 0, missingQty: 0 },
  });
});

test('an unsettled order does not wait for the wallet', async () => {
  const { services, order, status, asked, shown } = await anOrder();
  await services.books.commit(endOrderEntry(order, true));
  expect(await status()).toMatchObject({ ...closed, state: 'ended' });
  expect([asked, shown]).toEqual([[], []]);
});

test('the stored state is returned without a payment page while Stripe is unreachable', async () => {
  const { status, breakStripe } = await anOrder();
  breakStripe('before');
  expect(await status()).toMatchObject({ ...closed, state: 'reserved' });
});

test('a payment page that is completed but not paid yet is neither offered nor closed', async () => {
  const { services, order, asked } = await anOrder();
  const { checkout } = services;
  const retrieve = async (id: string) =>
    ({ ...(await checkout.retrieve(id)), status: 'complete' }) as const;
  const waiting = { ...services, checkout: { ...checkout, retrieve } };
  expect(await orderStatus(waiting, 'ana', order.id)).toMatchObject({
    ...closed,
    state: 'reserved',
  });
  await cancelOrder(waiting, 'ana', order.id);
  expect(asked.filter((call) => call.startsWith('expire'))).toEqual([]);
});

test('cancelling an order closes its payment page first, then returns the tokens', async () => {
  const { services, asked } = await anOrder();
  expect(await cancelOrder(services, 'ana', 'o')).toMatchObject({ ...closed, state: 'ended' });
  expect(asked).toEqual(['retrieve cs_o', 'expire cs_o', 'retrieve cs_o']);
});

test('cancelling a paid order settles it, and nothing is closed', async () => {
  const { services, card, asked } = await anOrder();
  card.pay('o');
  expect(await cancelOrder(services, 'ana', 'o')).toMatchObject({ ...closed, state: 'settled' });
  expect(asked).toEqual(['retrieve cs_o']);
});

test('an order that is paid while it is being cancelled is settled', async () => {
  const { services, card } = await anOrder();
  const expire = async () => {
    card.pay('o');
    throw new StripeRefused('Only open sessions can be expired');
  };
  const racing = { ...services, checkout: { ...services.checkout, expire } };
  expect(await cancelOrder(racing, 'ana', 'o')).toMatchObject({ ...closed, state: 'settled' });
});

test('an order is not cancelled while its payment page cannot be closed', async () => {
  const { services, status } = await anOrder();
  const expire = async () => {
    throw new LostAnswer('No answer, and no effect');
  };
  const broken = { ...services, checkout: { ...services.checkout, expire } };
  await expect(cancelOrder(broken, 'ana', 'o')).rejects.toThrow(LostAnswer);
  expect(await status()).toMatchObject({ state: 'reserved' });
});

test('an order in review keeps its payment page, and nobody is sent there', async () => {
  const { services, order, asked } = await anOrder();
  await services.books.commit(reviewEntry(order, 'the amount is 1 cents'));
  expect(await cancelOrder(services, 'ana', 'o')).toMatchObject({ ...closed, state: 'review' });
  expect(asked).toEqual(['retrieve cs_o', 'retrieve cs_o']);
});

import { isRefusal } from '@datchain/shared/domain/refusal.ts';
import { memoryServer } from '@datchain/testing/server/books/memory-server.ts';
import { LostAnswer } from '@datchain/testing/server/lost-answers.ts';
import { expect, test, vi } from 'vitest';
import { clawbackEntry } from '../journal/entries/clawbacks.ts';
import { releaseEntry, reviewEntry } from '../journal/entries/close-order.ts';
import { reserveEntry } from '../journal/entries/reserve.ts';
import { issueTokensEntry } from '../journal/entries/tokens.ts';
import { StripeRefused } from '../stripe/checkout.ts';
import { cancelOrder, orderStatus } from './order-status.ts';
import { syncOrder } from './sync-order.ts';

// What goes wrong on purpose here would fill the screen.
vi.mock('../log.ts', () => ({ log: { info() {}, warn() {}, error() {} } }));

/** Ana's order `o` of 20 tokens at 50 cents, with its page open at Stripe. */
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

test('an open order says all there is to know of it, and where to pay', async () => {
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

test("[M-43] another user's order is not found, like none, and nothing is asked or closed", async () => {
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

test('looking at a paid order settles it; from then on its wallet is shown, and Stripe is left alone', async () => {
  const { card, status, asked, shown } = await anOrder();
  card.pay('o');
  expect(await status()).toMatchObject({ ...closed, state: 'settled' });
  expect([asked, shown]).toEqual([['retrieve cs_o'], []]);
  expect(await status()).toMatchObject({ ...closed, state: 'settled' });
  expect([asked, shown]).toEqual([['retrieve cs_o'], ['settle:o']]);
});

test('[N-MON-04] a refund of an order says how many of its tokens were taken, and how many were gone', async () => {
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

test('of what is not settled there is no wallet to show', async () => {
  const { services, order, status, asked, shown } = await anOrder();
  await services.books.commit(releaseEntry(order, true));
  expect(await status()).toMatchObject({ ...closed, state: 'released' });
  expect([asked, shown]).toEqual([[], []]);
});

test('while Stripe cannot be reached, what is known is answered, without a page to pay on', async () => {
  const { status, breakStripe } = await anOrder();
  breakStripe('before');
  expect(await status()).toMatchObject({ ...closed, state: 'reserved' });
});

test('a page that is completed and not paid yet is none to pay on, nor to close', async () => {
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

test('giving up an order closes its page first, then gives the tokens back', async () => {
  const { services, asked } = await anOrder();
  expect(await cancelOrder(services, 'ana', 'o')).toMatchObject({ ...closed, state: 'released' });
  expect(asked).toEqual(['retrieve cs_o', 'expire cs_o', 'retrieve cs_o']);
});

test('giving up what is paid settles it, and nothing is closed', async () => {
  const { services, card, asked } = await anOrder();
  card.pay('o');
  expect(await cancelOrder(services, 'ana', 'o')).toMatchObject({ ...closed, state: 'settled' });
  expect(asked).toEqual(['retrieve cs_o']);
});

test('paid in the moment in which it is given up, it is settled', async () => {
  const { services, card } = await anOrder();
  const expire = async () => {
    card.pay('o');
    throw new StripeRefused('Only open sessions can be expired');
  };
  const racing = { ...services, checkout: { ...services.checkout, expire } };
  expect(await cancelOrder(racing, 'ana', 'o')).toMatchObject({ ...closed, state: 'settled' });
});

test('while its page cannot be closed, nothing is given up', async () => {
  const { services, status } = await anOrder();
  const expire = async () => {
    throw new LostAnswer('No answer, and no effect');
  };
  const broken = { ...services, checkout: { ...services.checkout, expire } };
  await expect(cancelOrder(broken, 'ana', 'o')).rejects.toThrow(LostAnswer);
  expect(await status()).toMatchObject({ state: 'reserved' });
});

test('an order that a person has to look at keeps its page, which no one is sent to', async () => {
  const { services, order, asked } = await anOrder();
  await services.books.commit(reviewEntry(order, 'the amount is 1 cents'));
  expect(await cancelOrder(services, 'ana', 'o')).toMatchObject({ ...closed, state: 'review' });
  expect(asked).toEqual(['retrieve cs_o', 'retrieve cs_o']);
});

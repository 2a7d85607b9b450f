import { docs } from '@datchain/shared/contracts/paths.ts';
import { memoryServer } from '@datchain/testing/server/books/memory-server.ts';
import { expect, test, vi } from 'vitest';
import { attachSessionEntry } from '../journal/entries/attach-session.ts';
import { reviewEntry } from '../journal/entries/close-order.ts';
import { reserveEntry } from '../journal/entries/reserve.ts';
import { issueTokensEntry } from '../journal/entries/tokens.ts';
import { StripeRefused } from '../stripe/checkout.ts';
import { closeReviewed } from './close-reviewed.ts';

vi.mock('../log.ts', () => ({ log: { info() {}, warn() {}, error() {} } }));

const record = { path: docs.decision('d'), data: { reason: 'Seen' } };

async function reviewed(session: 'paid' | 'open' | 'none' | 'lost') {
  const server = memoryServer(['ana']);
  const { services, card, store } = server;
  const commit = (entry: Parameters<typeof services.books.commit>[0]) =>
    services.books.commit(entry);
  await commit(issueTokensEntry('a', '50', 50, 100));
  const request = { orderId: 'o', blockId: '50', qty: 20, variant: 'block' as const };
  await commit(reserveEntry('ana', request, 'https://x.test'));
  const reserved = await services.orders.find('o');
  if (!reserved) throw new Error('No order');
  if (session !== 'none') await services.checkout.create(reserved);
  if (session === 'paid' || session === 'open') await commit(attachSessionEntry('o', 'cs_o'));
  if (session === 'paid' || session === 'lost') card.pay('o');
  const order = (await services.orders.find('o')) ?? reserved;
  await commit(reviewEntry(order, 'the amount is 1 cents'));
  const after = async () => ({
    state: (await services.orders.find('o'))?.state,
    left: (await services.guards.listBlocks())[0]?.platformQty,
    held: (await services.guards.listBlocks())[0]?.platformReserved,
    isRecorded: store.all().has(record.path),
  });
  return { ...server, after };
}

test.each([
  ['paid', 'refunded'],
  ['lost', 'refunded'],
  ['open', 'ended'],
  ['none', 'ended'],
] as const)(
  '[N-PPL-10] an order in review whose session is %s becomes %s, and its tokens go back',
  async (session, state) => {
    const { services, card, after } = await reviewed(session);
    expect(await closeReviewed(services, 'o', record)).toBeUndefined();
    expect(await after()).toEqual({ state, left: 100, held: 0, isRecorded: true });
    if (session === 'open') {
      card.pay('o');
      expect(card.paid()).toEqual([]);
    }
    expect(await closeReviewed(services, 'o', record)).toMatchObject({
      message: 'This order is not in review any more.',
    });
  },
);

test.each([
  ['refunded in full', 'refund', 1_000, []],
  ['refunded in part', 'refund', 300, ['re_o']],
  ['disputed', 'dispute', 1_000, []],
] as const)(
  '[N-PPL-10] an order in review whose payment others %s is closed, and only the rest is refunded',
  async (_, kind, permille, made) => {
    const { services, card, after } = await reviewed('paid');
    card.takeBack('o', kind, permille, 'others');
    expect(await closeReviewed(services, 'o', record)).toBeUndefined();
    expect(await after()).toEqual({ state: 'refunded', left: 100, held: 0, isRecorded: true });
    const reversals = await services.payments.listReversals('pi_cs_o');
    expect(reversals.map(({ id }) => id)).toEqual(['others', ...made]);
    expect(reversals.reduce((cents, { leftCents }) => cents + leftCents, 0)).toBe(1_000);
  },
);

test('[N-PPL-10] a payment of another amount than the order’s is refunded in that amount', async () => {
  const { services, store } = await reviewed('paid');
  const { retrieve } = services.checkout;
  const odd = async (id: string) => ({ ...(await retrieve(id)), amountCents: 400 });
  const other = { ...services, checkout: { ...services.checkout, retrieve: odd } };
  expect(await closeReviewed(other, 'o', record)).toBeUndefined();
  expect(await services.orders.find('o')).toMatchObject({ totalCents: 1_000, paidCents: 400 });
  expect(store.get(docs.movement('ana', 'close:o'))).toMatchObject({ totalCents: 400 });
});

test('[N-PPL-10] an order stays in review when Stripe refuses its refund', async () => {
  const { services, after } = await reviewed('paid');
  const refused = () => Promise.reject(new StripeRefused('Try again', { code: 'lock_timeout' }));
  const broken = { ...services, checkout: { ...services.checkout, refund: refused } };
  await expect(closeReviewed(broken, 'o', record)).rejects.toThrow('Try again');
  expect(await after()).toMatchObject({ state: 'review', held: 20, isRecorded: false });
});

test('[N-PPL-10] a payment that arrives while its order is being closed is refunded', async () => {
  const { services, card, after } = await reviewed('open');
  const { retrieve } = services.checkout;
  let looks = 0;
  const paidMeanwhile = {
    ...services,
    checkout: {
      ...services.checkout,
      async retrieve(id: string) {
        const seen = await retrieve(id);
        if (looks++ === 0) card.pay('o');
        return seen;
      },
    },
  };
  expect(await closeReviewed(paidMeanwhile, 'o', record)).toBeUndefined();
  expect(await after()).toEqual({ state: 'refunded', left: 100, held: 0, isRecorded: true });
  expect(await services.payments.listReversals('pi_cs_o')).toHaveLength(1);
});

test('[N-PPL-10] nothing changes while Stripe does not answer, and the next try refunds once', async () => {
  const { services, breakStripe, after } = await reviewed('paid');
  const inReview = { state: 'review', left: 80, held: 20, isRecorded: false };
  for (const fault of ['before', 'after'] as const) {
    breakStripe(fault);
    await expect(closeReviewed(services, 'o', record)).rejects.toThrow();
    expect(await after()).toEqual(inReview);
  }
  breakStripe('none');
  const { refund } = services.checkout;
  let isLost = true;
  const losing = {
    ...services,
    checkout: {
      ...services.checkout,
      async refund(...asked: Parameters<typeof refund>) {
        await refund(...asked);
        if (isLost) throw new Error('The answer is lost');
      },
    },
  };
  await expect(closeReviewed(losing, 'o', record)).rejects.toThrow('The answer is lost');
  expect(await after()).toEqual(inReview);
  isLost = false;
  expect(await closeReviewed(losing, 'o', record)).toBeUndefined();
  expect(await after()).toMatchObject({ state: 'refunded', held: 0 });
  const reversals = await services.payments.listReversals('pi_cs_o');
  expect(reversals).toHaveLength(1);
});

test('[N-PPL-10] an order in review stays there when its payment names another order, and nothing is refunded', async () => {
  const { services, after } = await reviewed('paid');
  const { retrieve } = services.checkout;
  const odd = {
    ...services,
    checkout: {
      ...services.checkout,
      retrieve: async (id: string) => ({ ...(await retrieve(id)), orderId: 'other' }),
      refund: () => Promise.reject(new Error('unreachable')),
    },
  };
  expect(await closeReviewed(odd, 'o', record)).toMatchObject({
    code: 'failed-precondition',
    message: 'Its payment belongs to order other. Check cs_o at Stripe first.',
  });
  expect(await after()).toMatchObject({ state: 'review', held: 20 });
  expect(await closeReviewed(services, 'none', record)).toMatchObject({
    code: 'not-found',
    message: 'There is no such order.',
  });
});

test.each([
  ['does not answer', () => new Error('Stripe does not answer')],
  ['refuses', () => new StripeRefused('Try again')],
])(
  '[N-PPL-10] an order stays in review when Stripe %s the request to end its session',
  async (_, fault) => {
    const { services, after } = await reviewed('open');
    const broken = {
      ...services,
      checkout: { ...services.checkout, expire: () => Promise.reject(fault()) },
    };
    await expect(closeReviewed(broken, 'o', record)).rejects.toThrow(fault().message);
    expect(await after()).toMatchObject({ state: 'review', held: 20, isRecorded: false });
  },
);

test('[N-PPL-10] a session that ended although the answer was lost is found by the next try, which closes the order', async () => {
  const { services, after } = await reviewed('open');
  const { expire } = services.checkout;
  const losing = {
    ...services,
    checkout: {
      ...services.checkout,
      async expire(id: string): Promise<never> {
        await expire(id);
        throw new Error('The answer is lost');
      },
    },
  };
  await expect(closeReviewed(losing, 'o', record)).rejects.toThrow('The answer is lost');
  expect(await after()).toMatchObject({ state: 'review', isRecorded: false });
  expect(await closeReviewed(services, 'o', record)).toBeUndefined();
  expect(await after()).toMatchObject({ state: 'ended', isRecorded: true });
});

test('[N-PPL-10] an operator who closes an order differently a moment after another is refused', async () => {
  const { services } = await reviewed('open');
  const looked = await services.orders.find('o');
  const { retrieve } = services.checkout;
  const late = {
    ...services,
    orders: { ...services.orders, find: async () => looked },
    checkout: {
      ...services.checkout,
      async retrieve(id: string) {
        const session = await retrieve(id);
        return { ...session, status: 'complete' as const, paid: true, paymentIntentId: 'pi_late' };
      },
      refund: async () => {},
    },
  };
  expect(await closeReviewed(services, 'o', record)).toBeUndefined();
  expect(await closeReviewed(late, 'o', record)).toMatchObject({ code: 'aborted' });
  expect(await closeReviewed(services, 'o', record)).toMatchObject({
    code: 'failed-precondition',
  });
});

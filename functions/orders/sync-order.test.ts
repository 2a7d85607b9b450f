import { readUserGuard } from '@datchain/shared/contracts/documents/guards.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import { memoryReaders } from '@datchain/testing/server/books/memory-readers.ts';
import { memoryServer } from '@datchain/testing/server/books/memory-server.ts';
import { LostAnswer } from '@datchain/testing/server/lost-answers.ts';
import { userDocuments } from '@datchain/testing/server/user-documents.ts';
import { describe, expect, test, vi } from 'vitest';
import { Door } from '../journal/door.ts';
import { attachSessionEntry } from '../journal/entries/attach-session.ts';
import { endOrderEntry } from '../journal/entries/close-order.ts';
import { reserveEntry } from '../journal/entries/reserve.ts';
import { settleEntry } from '../journal/entries/settle.ts';
import { issueTokensEntry } from '../journal/entries/tokens.ts';
import type { Services } from '../services.ts';
import { memoryStore } from '../stores/memory-store.ts';
import type { CheckoutSession } from '../stripe/checkout.ts';
import { syncOrder } from './sync-order.ts';

vi.mock('../log.ts', () => ({ log: { info() {}, warn() {}, error() {} } }));

const clock = { now: () => Date.UTC(2026, 10, 1) };

const paid: CheckoutSession = {
  id: 'cs_o',
  orderId: 'o',
  status: 'complete',
  paid: true,
  amountCents: 1_000,
  currency: 'usd',
  live: false,
  url: null,
  paymentIntentId: 'pi_o',
  isReturned: false,
};

async function synced(session: CheckoutSession, options: { isLive?: boolean } = {}) {
  const store = memoryStore();
  for (const { path, data } of userDocuments(['ana'])) store.set(path, data);
  const door = new Door(store, clock);
  await door.commit(issueTokensEntry('a', '50', 50, 100));
  const request = { orderId: 'o', blockId: '50', qty: 20, variant: 'block' as const };
  await door.commit(reserveEntry('ana', request, 'https://x.test'));
  await door.commit(attachSessionEntry('o', 'cs_o'));
  const before = store.all('journal/').size;
  const services = {
    books: door,
    orders: memoryReaders(store).orders,
    checkout: { retrieve: async () => session },
    clock,
    environment: { stripe: { live: options.isLive ?? false } },
  } as unknown as Services;
  const answer = await syncOrder(services, 'o');
  return {
    state: answer?.order.state,
    reason: answer?.order.reviewReason,
    lots: readUserGuard('ana', store.all().get(docs.userGuard('ana'))).lots,
    entries: [...store.all('journal/').keys()].slice(before),
  };
}

test('a paid session that agrees with its order delivers the tokens', async () => {
  const lots = [{ blockId: '50', priceCents: 50, qty: 20, faceMicros: 10_000_000 }];
  const expected = { state: 'settled', lots, entries: ['journal/settle:o'] };
  expect(await synced(paid)).toMatchObject(expected);
  expect(await synced({ ...paid, live: true }, { isLive: true })).toMatchObject(expected);
});

test.each([
  ['a cent too little', { amountCents: 999 }, 'the amount is 999 cents'],
  ['a cent too much', { amountCents: 1_001 }, 'the amount is 1001 cents'],
  ['no amount', { amountCents: null }, 'the amount is null cents'],
  ['another currency', { currency: 'jpy' }, 'the currency is jpy'],
  ['no currency', { currency: null }, 'the currency is null'],
  ['live money where tests are run', { live: true }, 'test and live mode are mixed'],
  ['another session than the order has', { id: 'cs_other' }, 'another session'],
])(
  '[M-68] a payment with %s goes to review, and no token is delivered',
  async (_, wrong, reason) => {
    const set = { state: 'review', reason, lots: [], entries: ['journal/review:o'] };
    expect(await synced({ ...paid, ...wrong })).toEqual(set);
  },
);

test('[M-68] a test payment in live mode goes to review, and no token is delivered', async () => {
  expect(await synced(paid, { isLive: true })).toEqual({
    state: 'review',
    reason: 'test and live mode are mixed',
    lots: [],
    entries: ['journal/review:o'],
  });
});

test.each(['other', null])(
  'another session that names order %s changes nothing of this order',
  async (orderId) => {
    const untouched = { state: 'reserved', reason: null, lots: [], entries: [] };
    expect(await synced({ ...paid, id: 'cs_other', orderId })).toEqual(untouched);
  },
);

test.each(['other', null])(
  '[M-68] an order whose own session names order %s goes to review',
  async (orderId) => {
    const reason = `the session is for order ${orderId}`;
    const set = { state: 'review', reason, lots: [], entries: ['journal/review:o'] };
    expect(await synced({ ...paid, orderId })).toEqual(set);
  },
);

describe('an order at Stripe', () => {
  async function reserved() {
    const server = memoryServer(['ana', 'bo']);
    const { services } = server;
    await services.books.commit(issueTokensEntry('a', '50', 50, 30));
    const reserve = (uid: string, orderId: string) =>
      services.books.commit(
        reserveEntry(uid, { orderId, blockId: '50', qty: 20, variant: 'block' }, 'https://x.test'),
      );
    await reserve('ana', 'o');
    const find = async () => {
      const order = await services.orders.find('o');
      if (!order) throw new Error('There is no order');
      return order;
    };
    return {
      ...server,
      reserve,
      find,
      release: async () => services.books.commit(endOrderEntry(await find(), true)),
      endedUnpaid: async () => (await services.guards.user('ana')).endedUnpaid.length,
      sync: (over = services, sessionId?: string) =>
        syncOrder(over, 'o', sessionId === undefined ? {} : { sessionId }),
    };
  }

  test('has its payment page opened once, and stays reserved while nothing is reported', async () => {
    const { sync, asked, find } = await reserved();
    expect(await sync()).toMatchObject({ order: { state: 'reserved' }, session: { id: 'cs_o' } });
    expect(await sync()).toMatchObject({ session: { id: 'cs_o', status: 'open' } });
    expect(asked).toEqual(['create o', 'retrieve cs_o']);
    expect(await find()).toMatchObject({ state: 'reserved', sessionId: 'cs_o' });
  });

  test('is undefined when it is unknown', async () => {
    const { services } = await reserved();
    expect(await syncOrder(services, 'none')).toBeUndefined();
  });

  test('is not checked again once it is settled or refunded', async () => {
    const { card, sync, asked, release, reserve } = await reserved();
    await sync();
    await release();
    await reserve('bo', 'other');
    card.pay('o');
    expect(await sync()).toMatchObject({ order: { state: 'refunded' } });
    asked.length = 0;
    const done = await sync();
    expect(done).toMatchObject({ order: { state: 'refunded' } });
    expect([asked, done?.session]).toEqual([[], undefined]);

    const other = await reserved();
    await other.sync();
    other.card.pay('o');
    await other.sync();
    other.asked.length = 0;
    const settled = await other.sync();
    expect(settled).toMatchObject({ order: { state: 'settled' } });
    expect([other.asked, settled?.session]).toEqual([[], undefined]);
  });

  test('is released when Stripe refuses a page, does not count as ended unpaid, and gets no page later', async () => {
    const { sync, asked, breakStripe, endedUnpaid } = await reserved();
    breakStripe('refused');
    const refused = await sync();
    expect(refused).toMatchObject({ order: { state: 'ended' } });
    expect([refused?.session, await endedUnpaid()]).toEqual([undefined, 0]);
    breakStripe('none');
    asked.length = 0;
    expect(await sync()).toMatchObject({ order: { state: 'ended' } });
    expect(asked).toEqual([]);
  });

  test('is released when its page expired unpaid, and counts as ended unpaid', async () => {
    const { card, sync, endedUnpaid } = await reserved();
    await sync();
    await card.checkout.expire('cs_o');
    expect(await sync()).toMatchObject({ order: { state: 'ended' }, session: { id: 'cs_o' } });
    expect(await endedUnpaid()).toBe(1);
  });

  test('stays reserved while Stripe does not answer', async () => {
    const { sync, breakStripe, find } = await reserved();
    breakStripe('before');
    await expect(sync()).rejects.toThrow(LostAnswer);
    expect(await find()).toMatchObject({ state: 'reserved', sessionId: null });
  });

  test('is settled when its payment is reported, although the page’s opening was not answered', async () => {
    const { card, sync, breakStripe } = await reserved();
    breakStripe('after');
    await expect(sync()).rejects.toThrow(LostAnswer);
    breakStripe('none');
    card.pay('o');
    expect(await sync(undefined, 'cs_o')).toMatchObject({ order: { state: 'settled' } });
  });

  test('asks for its page again until two minutes after its expiry, and then searches for it', async () => {
    const { services, card, sync, asked, wait, breakStripe, find, endedUnpaid } = await reserved();
    breakStripe('after');
    await expect(sync()).rejects.toThrow(LostAnswer);
    breakStripe('none');
    asked.length = 0;
    const since: number[] = [];
    const { checkout } = services;
    const looking = {
      ...services,
      checkout: {
        ...checkout,
        async *listSince(at: number) {
          since.push(at);
          yield* checkout.listSince(at);
        },
      },
    };
    const { createdAt, expiresAt } = await find();
    wait(expiresAt + 120_000 - createdAt);
    const books = { ...services.books, commit: async () => Promise.reject(new Error('no books')) };
    await expect(sync({ ...looking, books })).rejects.toThrow('no books');
    expect([asked, since]).toEqual([['create o'], []]);
    wait(1);
    // The session was made later, so the search sees it first.
    await card.checkout.create({ ...(await find()), id: 'x', checkout: bodyOf('x') });
    expect(await sync(looking)).toMatchObject({ order: { state: 'ended' } });
    expect([asked, since]).toEqual([['create o'], [createdAt - 60_000]]);
    expect(await endedUnpaid()).toBe(1);
  });

  test('is refunded when it was paid late and its tokens are sold to another', async () => {
    const { card, sync, wait, breakStripe, find, reserve, release } = await reserved();
    await sync();
    card.pay('o');
    await release();
    await reserve('bo', 'other');
    breakStripe('before');
    await expect(sync()).rejects.toThrow(LostAnswer);
    expect(await find()).toMatchObject({ state: 'ended' });
    breakStripe('none');
    wait(60_000);
    expect(await sync()).toMatchObject({
      order: { state: 'refunded', paymentIntentId: 'pi_cs_o' },
    });
    expect(card.reversals()).toMatchObject([{ id: 're_o', leftCents: 1_000 }]);
  });

  test.each([
    ['refunded', 'refund', 1_000, ['others']],
    ['refunded in part', 'refund', 300, ['others', 're_o']],
    ['disputed', 'dispute', 1_000, ['others']],
  ] as const)(
    '[M-04] is refunded if it was paid too late and already %s, and no more goes back than was paid',
    async (_, kind, permille, returned) => {
      const { card, sync, reserve, release } = await reserved();
      await sync();
      card.pay('o');
      await release();
      await reserve('bo', 'other');
      card.takeBack('o', kind, permille, 'others');
      const [order, again] = await Promise.all([sync(), sync()]);
      expect([order, again]).toMatchObject([
        { order: { state: 'refunded', paymentIntentId: 'pi_cs_o' } },
        { order: { state: 'refunded' } },
      ]);
      expect(card.reversals().map(({ id }) => id)).toEqual(returned);
      expect(card.reversals().reduce((cents, { leftCents }) => cents + leftCents, 0)).toBe(1_000);
    },
  );

  test('causes an error when it was paid too late but names no payment to refund', async () => {
    const { services, card, sync, reserve, release, find } = await reserved();
    await sync();
    card.pay('o');
    await release();
    await reserve('bo', 'other');
    const { checkout } = services;
    const retrieve = async (id: string) => ({
      ...(await checkout.retrieve(id)),
      paymentIntentId: null,
    });
    const paid = sync({ ...services, checkout: { ...checkout, retrieve } });
    await expect(paid).rejects.toThrow('Order o is paid but names no payment');
    expect(await find()).toMatchObject({ state: 'ended' });
  });

  test('keeps the payment under which another process settled it meanwhile', async () => {
    const { services, card, sync, find } = await reserved();
    await sync();
    card.pay('o');
    const before = await find();
    const payment = { sessionId: 'cs_o', paymentIntentId: 'pi_other' };
    await services.books.commit(settleEntry(before, payment));
    let looked = 0;
    const orders = {
      ...services.orders,
      async find(id: string) {
        looked += 1;
        return looked === 1 ? before : services.orders.find(id);
      },
    };
    const settled = { state: 'settled', paymentIntentId: 'pi_other' };
    expect(await sync({ ...services, orders })).toMatchObject({ order: settled });
    expect(card.reversals()).toEqual([]);
  });
});

const bodyOf = (orderId: string) =>
  JSON.stringify({
    client_reference_id: orderId,
    expires_at: Date.UTC(2026, 10, 3) / 1_000,
    line_items: [{ quantity: 20, price_data: { unit_amount: 50 } }],
  });

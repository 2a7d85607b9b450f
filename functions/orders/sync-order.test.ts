import { readUserGuard } from '@datchain/shared/contracts/documents/guards.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import { expect, test, vi } from 'vitest';
import { Door } from '../journal/door.ts';
import { attachSessionEntry } from '../journal/entries/attach-session.ts';
import { reserveEntry } from '../journal/entries/reserve.ts';
import { issueTokensEntry } from '../journal/entries/tokens.ts';
import type { Services } from '../services.ts';
import { memoryStore } from '../stores/memory-store.ts';
import type { CheckoutSession } from '../stripe/checkout.ts';
import { memoryReaders } from '../testing/books/memory-readers.ts';
import { userDocuments } from '../testing/user-documents.ts';
import { syncOrder } from './sync-order.ts';

// What does not match on purpose here would fill the screen.
vi.mock('../log.ts', () => ({ log: { info() {}, warn() {}, error() {} } }));

const clock = { now: () => Date.UTC(2026, 10, 1) };

/** The session of order `o` as it is when everything is in order: 20 tokens at 50 cents, paid. */
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
};

/** Ana's order of 20 tokens, brought to where a Stripe stands that answers this session. */
async function synced(session: CheckoutSession, options: { isLive?: boolean } = {}) {
  const store = memoryStore();
  for (const { path, data } of userDocuments(['ana'])) store.set(path, data);
  const door = new Door(store, clock);
  await door.commit(issueTokensEntry('a', '50', 50, 100));
  const request = { orderId: 'o', blockId: '50', qty: 20, variant: 'block' as const };
  await door.commit(reserveEntry('ana', request, 'https://x.test'));
  await door.commit(attachSessionEntry('o', 'cs_o'));
  const before = store.all('journal/').size;
  // No other call of Stripe's is there: nothing is refunded or closed meanwhile.
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
])('[M-68] %s is set aside for a person, and no token is delivered', async (_, wrong, reason) => {
  const set = { state: 'review', reason, lots: [], entries: ['journal/review:o'] };
  expect(await synced({ ...paid, ...wrong })).toEqual(set);
});

test('[M-68] a test payment where money is real is set aside, and no token is delivered', async () => {
  expect(await synced(paid, { isLive: true })).toEqual({
    state: 'review',
    reason: 'test and live mode are mixed',
    lots: [],
    entries: ['journal/review:o'],
  });
});

test.each(['other', null])(
  "somebody else's session that names order %s says nothing about this one: nothing is written",
  async (orderId) => {
    const untouched = { state: 'reserved', reason: null, lots: [], entries: [] };
    expect(await synced({ ...paid, id: 'cs_other', orderId })).toEqual(untouched);
  },
);

test.each(['other', null])(
  "[M-68] the order's own session that names order %s is set aside for a person",
  async (orderId) => {
    const reason = `the session is for order ${orderId}`;
    const set = { state: 'review', reason, lots: [], entries: ['journal/review:o'] };
    expect(await synced({ ...paid, orderId })).toEqual(set);
  },
);

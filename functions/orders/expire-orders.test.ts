import { docs } from '@datchain/shared/contracts/paths.ts';
import { MINUTE_MILLIS } from '@datchain/shared/domain/time.ts';
import { memoryServer } from '@datchain/testing/server/books/memory-server.ts';
import { expect, test, vi } from 'vitest';
import { reserveEntry } from '../journal/entries/reserve.ts';
import { issueTokensEntry } from '../journal/entries/tokens.ts';
import { expireOrders } from './expire-orders.ts';
import { syncOrder } from './sync-order.ts';

vi.mock('../log.ts', () => ({ log: { info() {}, warn() {}, error() {} } }));

async function withOrders(ids: readonly string[]) {
  const server = memoryServer(ids.map((id) => `buyer-${id}`));
  const { services, asked } = server;
  await services.books.commit(issueTokensEntry('a', '50', 50, 100));
  for (const orderId of ids) {
    const request = { orderId, blockId: '50', qty: 20, variant: 'block' as const };
    await services.books.commit(reserveEntry(`buyer-${orderId}`, request, 'https://x.test'));
    await syncOrder(services, orderId);
  }
  asked.length = 0;
  const stateOf = async (id: string) => (await services.orders.find(id))?.state;
  return { ...server, stateOf, sweep: () => expireOrders(services) };
}

test('the sweep leaves an order to its buyer for a minute, and then settles it if it is paid', async () => {
  const { card, wait, sweep, stateOf, asked } = await withOrders(['o']);
  card.pay('o');
  wait(MINUTE_MILLIS);
  expect(await sweep()).toEqual({ looked: 0, closed: 0, failed: 0 });
  expect(asked).toEqual([]);
  wait(1);
  expect(await sweep()).toEqual({ looked: 1, closed: 1, failed: 0 });
  expect(await stateOf('o')).toBe('settled');
});

test('an order that is neither paid nor expired stays reserved', async () => {
  const { services, wait, sweep, stateOf, asked } = await withOrders(['o']);
  const order = await services.orders.find('o');
  wait((order?.expiresAt ?? 0) - services.clock.now() - 1);
  expect(await sweep()).toEqual({ looked: 1, closed: 0, failed: 0 });
  expect(asked).toEqual(['retrieve cs_o']);
  expect(await stateOf('o')).toBe('reserved');
});

test('an expired order returns its tokens after its payment page was closed', async () => {
  const { services, card, wait, sweep, stateOf, asked } = await withOrders(['o']);
  const order = await services.orders.find('o');
  wait((order?.expiresAt ?? 0) - services.clock.now());
  // Stripe's clock is behind ours: its page is still open.
  const { checkout } = services;
  let isOpen = true;
  const late = {
    ...checkout,
    retrieve: async (id: string) => ({
      ...(await checkout.retrieve(id)),
      status: isOpen ? ('open' as const) : ('expired' as const),
    }),
    expire: async (id: string) => {
      isOpen = false;
      asked.push(`expire ${id}`);
      return checkout.retrieve(id);
    },
  };
  expect(await expireOrders({ ...services, checkout: late })).toEqual({
    looked: 1,
    closed: 1,
    failed: 0,
  });
  expect(asked).toContain('expire cs_o');
  expect(await stateOf('o')).toBe('ended');
  expect(card.paid()).toEqual([]);
  expect(await sweep()).toEqual({ looked: 0, closed: 0, failed: 0 });
});

test('a failed order does not hold up the others', async () => {
  const ids = ['a', 'b', 'c'];
  const { services, card, wait, stateOf } = await withOrders(ids);
  for (const id of ids) card.pay(id);
  wait(2 * MINUTE_MILLIS);
  const { checkout } = services;
  const retrieve = async (id: string) => {
    if (id === 'cs_b') throw new Error('no answer');
    return checkout.retrieve(id);
  };
  const broken = { ...services, checkout: { ...checkout, retrieve } };
  expect(await expireOrders(broken)).toEqual({ looked: 3, closed: 2, failed: 1 });
  expect(await Promise.all(ids.map(stateOf))).toEqual(['settled', 'reserved', 'settled']);
});

test('[M-59] the sweep asks nothing of Stripe while the clock cannot be trusted', async () => {
  const { services, wait, asked } = await withOrders(['o']);
  wait(60 * MINUTE_MILLIS);
  const store = {
    ...services.store,
    async read(paths: readonly string[]) {
      if (paths.length === 1 && paths[0] === docs.books) throw new Error('The clock is wrong');
      return services.store.read(paths);
    },
  };
  await expect(expireOrders({ ...services, store })).rejects.toThrow('The clock is wrong');
  expect(asked).toEqual([]);
});

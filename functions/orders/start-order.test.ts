import { shownBlock } from '@datchain/shared/domain/books/guards.ts';
import { memoryServer } from '@datchain/testing/server/books/memory-server.ts';
import { expect, test } from 'vitest';
import {
  issueTokensEntry,
  openingWalletEntry,
  queueTokensEntry,
} from '../journal/entries/tokens.ts';
import { ownTokensForSale, tokenQuote } from '../tokens/for-sale.ts';
import { startOrder } from './start-order.ts';

async function withBlocks(prices: Readonly<Record<string, number>>) {
  const server = memoryServer(['ana']);
  const { services, card } = server;
  for (const [id, cents] of Object.entries(prices)) {
    await services.books.commit(issueTokensEntry(id, id, cents, 100));
  }
  const start = (blockId: string, variant: 'block' | 'marketplace' = 'block', over = services) =>
    startOrder(over, 'ana', { blockId, qty: 60, variant });
  const startOpen = async () => {
    const started = await start('50');
    if (!('url' in started)) throw new Error(started.message);
    return started;
  };
  const find = async (id: string) => (await services.orders.find(id))?.state;
  return { ...server, start, startOpen, find, close: (id: string) => card.checkout.expire(id) };
}

const cheaper = { code: 'aborted', message: 'A cheaper block is available.' };

test('a repeated request returns the same order and page', async () => {
  const { services, startOpen, asked } = await withBlocks({ 50: 50 });
  const first = await startOpen();
  expect(first).toEqual({
    orderId: expect.stringMatching(/^[\w-]{16}$/),
    url: `https://stripe.test/cs_${first.orderId}`,
    expiresAt: (await services.orders.find(first.orderId))?.expiresAt,
  });
  expect(await startOpen()).toEqual(first);
  expect(asked).toEqual([`create ${first.orderId}`, `retrieve cs_${first.orderId}`]);
});

test('the marketplace sells from the cheapest block only, and each block’s own page sells that block', async () => {
  const { start } = await withBlocks({ 50: 50, 51: 51 });
  expect(await start('51', 'marketplace')).toMatchObject(cheaper);
  expect(await start('51')).toHaveProperty('url');
  expect(await start('50', 'marketplace')).toHaveProperty('url');
});

test('the marketplace sells from either of two blocks at the same price', async () => {
  const { start } = await withBlocks({ 50: 50, 51: 50 });
  expect(await start('51', 'marketplace')).toHaveProperty('url');
});

test('a cheaper block may consist of users’ listings only', async () => {
  const { services, start } = await withBlocks({ 50: 50 });
  const lot = { blockId: '50', priceCents: 50, qty: 100, faceMicros: 50_000_000 };
  const sella = { uid: 'sella', lots: [lot], spendCents: 0, rewardQty: 0, earnedDays: [] };
  await services.books.commit(openingWalletEntry(sella));
  expect(await start('50', 'marketplace')).toHaveProperty('url');
  await services.books.commit(queueTokensEntry('listing', 'sella', 49, 100));
  expect(await start('50', 'marketplace')).toMatchObject(cheaper);
});

test('[N-MON-17] the marketplace skips a block that has nothing but the buyer’s own listings', async () => {
  const { services, start } = await withBlocks({ 50: 50 });
  const lot = { blockId: '50', priceCents: 50, qty: 100, faceMicros: 50_000_000 };
  const ana = { uid: 'ana', lots: [lot], spendCents: 0, rewardQty: 0, earnedDays: [] };
  await services.books.commit(openingWalletEntry(ana));
  await services.books.commit(queueTokensEntry('own', 'ana', 49, 100));
  expect(await ownTokensForSale(services, 'ana')).toEqual({
    blocks: [{ blockId: '49', qty: 100 }],
  });
  expect(await start('49', 'marketplace')).toMatchObject({
    message: 'All tokens left in this block are your own. Cancel your listing to have them back.',
  });
  expect(await start('50', 'marketplace')).toHaveProperty('url');
});

test('[N-MON-23] the next tokens of a block are quoted at their issue price, without the buyer’s own', async () => {
  const { services } = await withBlocks({});
  const holder = async (uid: string, cents: number) => {
    const lot = { blockId: '50', priceCents: 50, qty: 20, faceMicros: 20 * cents * 10_000 };
    const wallet = { uid, lots: [lot], spendCents: 0, rewardQty: 0, earnedDays: [] };
    await services.books.commit(openingWalletEntry(wallet));
    await services.books.commit(queueTokensEntry(`of-${uid}`, uid, 93, 20));
  };
  await holder('ana', 90);
  await holder('sella', 37);
  await holder('bo', 40);
  const quote = (uid: string, qty: unknown, blockId = '93') =>
    tokenQuote(services, uid, { blockId, qty });
  expect(await quote('ana', 20)).toEqual({ faceMicros: 7_400_000 });
  expect(await quote('ana', 30)).toEqual({ faceMicros: 11_400_000 });
  expect(await quote('ana', 41)).toEqual({ faceMicros: null });
  expect(await quote('cy', 60)).toEqual({ faceMicros: 33_400_000 });
  expect(await quote('cy', 0)).toMatchObject({ message: 'Enter a positive number' });
  expect(await quote('cy', 1, '94')).toMatchObject({ message: 'Block not found' });
  const guard = (await services.guards.listBlocks()).find(({ id }) => id === '93');
  expect(guard && shownBlock(guard)).toMatchObject({ sellQty: 60, sellFaceMicros: 33_400_000 });
});

test('the marketplace answers that an unknown block is not found', async () => {
  const { start } = await withBlocks({ 50: 50 });
  const notFound = { code: 'not-found', message: 'Block not found' };
  expect(await start('49', 'marketplace')).toMatchObject(notFound);
});

test('an order whose page was closed is released, and a new one is opened', async () => {
  const { startOpen, find, close } = await withBlocks({ 50: 50 });
  const first = await startOpen();
  await close(`cs_${first.orderId}`);
  const second = await startOpen();
  expect(second.orderId).not.toBe(first.orderId);
  expect(await find(first.orderId)).toBe('ended');
  expect(await find(second.orderId)).toBe('reserved');
});

test('the call fails and holds nothing after three orders that Stripe opens no page for', async () => {
  const { services, start, breakStripe, asked } = await withBlocks({ 50: 50 });
  breakStripe('refused');
  await expect(start('50')).rejects.toThrow('Stripe opened no session for any of three orders');
  expect(asked).toHaveLength(3);
  expect(await services.orders.listReserved()).toEqual([]);
});

test('a repeated request fails if its payment page is completed or has no address', async () => {
  const { services, start, startOpen } = await withBlocks({ 50: 50 });
  await startOpen();
  const { checkout } = services;
  for (const over of [{ status: 'complete' as const }, { url: null }]) {
    const retrieve = async (id: string) => ({ ...(await checkout.retrieve(id)), ...over });
    const other = { ...services, checkout: { ...checkout, retrieve } };
    await expect(start('50', 'block', other)).rejects.toThrow('Stripe opened no session');
  }
});

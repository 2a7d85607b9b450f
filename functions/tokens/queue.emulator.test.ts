import { docs, live } from '@datchain/shared/contracts/paths.ts';
import { isRefusal } from '@datchain/shared/domain/refusal.ts';
import { scale } from '@datchain/testing/pure/scale.ts';
import { collectors, commit } from '@datchain/testing/server/collectors.ts';
import { type Fan, market, until } from '@datchain/testing/server/market.ts';
import { signedUp } from '@datchain/testing/server/signed-up.ts';
import { expect, test } from 'vitest';
import { sweepProjections } from '../jobs/sweep-projections.ts';
import { Door } from '../journal/door.ts';
import { endOrderEntry } from '../journal/entries/close-order.ts';
import { reserveEntry } from '../journal/entries/reserve.ts';
import {
  openingWalletEntry,
  queueTokensEntry,
  unqueueTokensEntry,
} from '../journal/entries/tokens.ts';
import type { Entry } from '../journal/entry.ts';
import { services } from '../services.ts';
import { together } from '../stores/document-store.ts';
import { firestore } from '../stores/firebase.ts';
import { firestoreStore } from '../stores/firestore-store.ts';

const LENGTH = scale(800, 100_000);
const PRICE = 95;
const PER_SELLER = 50;

const m = market();
const { fanWith } = collectors(m);
const message = (answer: { body: { error?: { message: string } } }) => answer.body.error?.message;

const list = (fan: Fan, blockId: string, qty: number) =>
  m.call('listDatChainTokens', { blockId, qty }, fan.token);
const buy = (fan: Fan, blockId: string, qty: number) =>
  m.call('createPaymentLinkDatTokenTesting', { blockId, qty }, fan.token);
const cancel = (fan: Fan, listingId: string) =>
  m.call('cancelTokenListing', { listingId }, fan.token);
const seen = (blockId: string) => services().live.read(live.tokenBlock(blockId));

test('[M-24] two sellers at one price sell in order and the next one is shown; a cancelled part returns when its order is cancelled', async () => {
  const [first, second, buyer] = [await fanWith(25), await fanWith(25), await m.signUp()];
  const blockId = '93';
  const one = (await list(first, blockId, 20)).body.result.listingId;
  const two = (await list(second, blockId, 20)).body.result.listingId;
  expect(await seen(blockId)).toMatchObject({ sellQty: 40, walletId: first.uid });
  const { body } = await buy(buyer, blockId, 30);
  expect(await seen(blockId)).toMatchObject({ sellQty: 10, walletId: second.uid });
  expect((await cancel(first, one)).body.result).toEqual({ returned: 0 });
  expect((await cancel(second, two)).body.result).toEqual({ returned: 10 });
  expect(await seen(blockId)).toMatchObject({ sellQty: 0, walletId: 'platform' });
  await m.call('cancelOrder', { orderId: body.result.orderId }, buyer.token);
  for (const { uid } of [first, second]) {
    expect((await m.walletOf(uid)).tokens).toEqual({ 50: { price: 0.5, qty: 50 } });
  }
  const pages = await services().guards.listQueuePages();
  expect(pages.filter((page) => page.blockId === blockId)).toEqual([]);
});

test('[N-MON-13] the fifty-first open listing is refused with a sentence, and one order can settle eighty listings', async () => {
  const [many, more, buyer] = [await fanWith(40), await fanWith(40), await m.signUp()];
  const blockId = '94';
  for (const fan of [many, more]) {
    await Promise.all(
      Array.from({ length: 50 }, (_, n) =>
        commit(queueTokensEntry(`${fan.uid}-${n}`, fan.uid, Number(blockId), 1)),
      ),
    );
    const full = await list(fan, blockId, 1);
    expect(message(full)).toBe('You can have 50 open listings. Cancel one first.');
  }
  expect(await seen(blockId)).toMatchObject({ sellQty: 100 });
  const answer = await buy(buyer, blockId, 100);
  expect(message(answer)).toBe('At most 80 tokens can be bought at once right now');
  const { body } = await buy(buyer, blockId, 80);
  await m.pay(body.result.url);
  await m.call('getOrderStatus', { orderId: body.result.orderId }, buyer.token);
  expect((await m.walletOf(buyer.uid)).tokens).toEqual({ 94: { price: 0.94, qty: 80 } });
  expect(await seen(blockId)).toMatchObject({ sellQty: 20 });
});

const bytesOf = (value: unknown): number => JSON.stringify(value).length;

function countingDoor() {
  const store = firestoreStore(firestore());
  const sums = { reads: 0, writes: 0, bytes: 0 };
  const counted: typeof store = {
    ...store,
    async read(paths) {
      const found = await store.read(paths);
      sums.reads += paths.length;
      sums.bytes += bytesOf([...found.values()].map(({ data }) => data));
      return found;
    },
    async write(batch) {
      const { create, replace, remove, increment } = together([batch]);
      const written = [...create, ...replace, ...increment];
      sums.writes += written.length + remove.length;
      sums.bytes += bytesOf(written);
      return store.write(batch);
    },
  };
  return { door: new Door(counted, services().clock), sums };
}

const openingOf = (uid: string) => {
  const lots = [{ blockId: '30', priceCents: 30, qty: 500, faceMicros: 150_000_000 }];
  return openingWalletEntry({ uid, lots, spendCents: 0, rewardQty: 0, earnedDays: [] });
};

test(`[N-MON-13] ${LENGTH} listings at one price are all accepted, the oldest sell first, and a later one costs no more reads and writes`, {
  timeout: scale(120_000, 1_800_000),
}, async () => {
  const { door } = countingDoor();
  const write = async (entry: Entry<unknown>) => {
    const outcome = await door.commit(entry);
    if (isRefusal(outcome)) throw new Error(`${entry.id}: ${outcome.message}`);
  };
  async function costs(name: string) {
    const [seller, buyer] = [`${name}-seller`, `${name}-buyer`];
    await write(openingOf(seller));
    await signedUp([buyer]);
    const listing = { listingId: `${name}-listing`, uid: seller, priceCents: PRICE, qty: 20 };
    const order = { orderId: `${name}-order`, blockId: `${PRICE}`, qty: 15 };
    const counted = countingDoor();
    const send = async (entry: Entry<unknown>) => {
      const outcome = await counted.door.commit(entry);
      if (isRefusal(outcome)) throw new Error(`${entry.id}: ${outcome.message}`);
    };
    await send(queueTokensEntry(listing.listingId, seller, PRICE, listing.qty));
    await send(reserveEntry(buyer, { ...order, variant: 'block' }, 'https://x.test'));
    const reserved = await services().orders.find(order.orderId);
    if (!reserved) throw new Error('the order is missing');
    await send(endOrderEntry(reserved, false));
    await send(unqueueTokensEntry(listing, 0));
    return counted.sums;
  }

  const sellers = Array.from({ length: LENGTH / PER_SELLER }, (_, n) => `seller-${n}`).values();
  const sell = async () => {
    for (const uid of sellers) {
      await write(openingOf(uid));
      for (let n = 0; n < PER_SELLER; n++) {
        await write(queueTokensEntry(`${uid}-${n}`, uid, PRICE, 10));
      }
    }
  };
  await write(openingOf('head'));
  for (let n = 0; n < 10; n++) await write(queueTokensEntry(`head-${n}`, 'head', PRICE, 10));
  const short = await costs('short');
  await Promise.all(Array.from({ length: 50 }, sell));
  const long = await costs('long');
  expect(long.writes).toBe(short.writes);
  expect(long.reads).toBe(short.reads);
  // One full page and its shelf instead of a page of eleven: the same for every longer queue.
  expect(long.bytes - short.bytes).toBeLessThan(300_000);
  const guard = docs.blockGuard(`${PRICE}`);
  const stored = (await services().store.read([guard])).get(guard)?.data;
  expect(bytesOf(stored)).toBeLessThan(10_000);

  const listings = async () => {
    const pages = await services().guards.listQueuePages();
    return pages
      .filter(({ blockId }) => blockId === `${PRICE}`)
      .sort((a, b) => a.number - b.number)
      .flatMap(({ entries }) => entries);
  };
  expect(await listings()).toHaveLength(LENGTH + 10);
  const buyer = await m.signUp();
  const { body } = await buy(buyer, `${PRICE}`, 600);
  await m.pay(body.result.url);
  await m.call('getOrderStatus', { orderId: body.result.orderId }, buyer.token);
  // Sixty wallets are updated: on a busy machine the answer does not wait for all of them.
  await until(
    () => m.walletOf(buyer.uid),
    ({ tokens }) => tokens?.[PRICE]?.qty === 600,
  );
  const rest = await listings();
  expect(rest).toHaveLength(LENGTH + 10 - 60);
  expect(rest.some(({ listingId }) => listingId.startsWith('head-'))).toBe(false);
  expect(rest.every(({ qty, reserved }) => qty === 10 && reserved === 0)).toBe(true);
  expect(await seen(`${PRICE}`)).toMatchObject({ sellQty: (LENGTH + 10 - 60) * 10 });
});

test('after these tests the books are clean', { timeout: scale(120_000, 1_800_000) }, async () => {
  while ((await sweepProjections(services())) > 0);
  expect((await m.reconcile()).differences).toEqual([]);
});

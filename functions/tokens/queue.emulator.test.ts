import { docs, live } from '@datchain/shared/contracts/paths.ts';
import { isRefusal } from '@datchain/shared/domain/refusal.ts';
import { scale } from '@datchain/shared/testing/scale.ts';
import { describe, expect, test } from 'vitest';
import { Door } from '../journal/door.ts';
import { openingWalletEntry, queueTokensEntry } from '../journal/entries/tokens.ts';
import type { Entry } from '../journal/entry.ts';
import { services } from '../services.ts';
import { firestore } from '../stores/firebase.ts';
import { firestoreStore } from '../stores/firestore-store.ts';
import { collectors } from '../testing/collectors.ts';
import { type Fan, market } from '../testing/market.ts';

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

test('[M-24] two sellers at one price: first come, first sold; who is next is seen; a cancelled part that is held comes home when the order lapses', async () => {
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

test('[N-MON-13] the fifty-first open listing is refused with a sentence; more listings than one order settles, too', async () => {
  const [many, more, buyer] = [await fanWith(40), await fanWith(40), await m.signUp()];
  const blockId = '94';
  for (const fan of [many, more]) {
    const answers = await Promise.all(Array.from({ length: 50 }, () => list(fan, blockId, 1)));
    expect(answers.map(message).filter(Boolean)).toEqual([]);
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

/** Bytes of documents, roughly as Firestore counts them. */
const bytesOf = (value: unknown): number => JSON.stringify(value)?.length ?? 0;

/** The store, and what goes through it. */
function counting() {
  const store = firestoreStore(firestore());
  const sums = { reads: 0, readBytes: 0, writes: 0, writtenBytes: 0 };
  const counted: typeof store = {
    async read(paths) {
      const found = await store.read(paths);
      sums.reads += paths.length;
      sums.readBytes += bytesOf([...found.values()].map(({ data }) => data));
      return found;
    },
    async write(batch) {
      const written = [...batch.create, ...batch.replace, ...batch.increment];
      sums.writes += written.length + (batch.remove?.length ?? 0);
      sums.writtenBytes += bytesOf(written);
      return store.write(batch);
    },
  };
  return { store: counted, sums };
}

describe('a long queue', () => {
  const LENGTH = scale(2_000, 100_000);
  const PRICE = 95;
  const PER_SELLER = 50;
  const guard = docs.blockGuard(String(PRICE));

  /** What one more listing, one purchase and one cancellation read and write. */
  async function costs(name: string) {
    const { store, sums } = counting();
    const door = new Door(store, { now: () => services().clock.now() });
    const before = services().books;
    const [seller, buyer] = [await fanWith(10), await m.signUp()];
    const entry = queueTokensEntry(`${name}-listing`, seller.uid, PRICE, 10);
    expect(isRefusal(await door.commit(entry))).toBe(false);
    await before.commit(entry);
    return { seller, buyer, sums };
  }

  test(`[N-MON-13] of ${LENGTH} listings takes each of them, sells the oldest first, and costs an operation no more than a short one`, {
    timeout: scale(120_000, 1_800_000),
  }, async () => {
    const short = await costs('short');
    const door = new Door(services().store, { now: () => services().clock.now() });
    const commit = async (entry: Entry<unknown>) => {
      const outcome = await door.commit(entry);
      if (isRefusal(outcome)) throw new Error(`${entry.id}: ${outcome.message}`);
    };
    const sellers = Array.from({ length: LENGTH / PER_SELLER }, (_, n) => `seller-${n}`);
    // A seller's listings one after another, those of fifty sellers at a time.
    const left = sellers.values();
    const work = async () => {
      for (const uid of left) {
        const lots = [{ blockId: '30', priceCents: 30, qty: 500, faceMicros: 150_000_000 }];
        await commit(
          openingWalletEntry({ uid, lots, spendCents: 0, rewardQty: 0, earnedDays: [] }),
        );
        for (let n = 0; n < PER_SELLER; n++) {
          await commit(queueTokensEntry(`${uid}-${n}`, uid, PRICE, 10));
        }
      }
    };
    await Promise.all(Array.from({ length: 50 }, work));
    const long = await costs('long');
    const stored = (await services().store.read([guard])).get(guard)?.data;
    expect(stored?.queue).toMatchObject({ nextPlace: LENGTH + 2 });
    expect(bytesOf(stored)).toBeLessThan(10_000);
    expect(long.sums.writes).toBeLessThanOrEqual(short.sums.writes + 1);
    expect(long.sums.readBytes).toBeLessThan(short.sums.readBytes + 30_000);

    // The oldest is sold first, from the head to the second page.
    const { body } = await buy(long.buyer, String(PRICE), 500);
    expect(body.result?.url).toBeTruthy();
    const pages = await services().guards.listQueuePages();
    const listings = pages
      .filter((page) => page.blockId === String(PRICE))
      .sort((a, b) => a.number - b.number)
      .flatMap((page) => page.entries);
    expect(listings).toHaveLength(LENGTH + 2);
    expect(listings.map(({ qty }) => qty)).toEqual(
      listings.map((_, place) => (place < 50 ? 0 : 10)),
    );
    expect(await seen(String(PRICE))).toMatchObject({ sellQty: (LENGTH + 2) * 10 - 500 });
    await m.pay(body.result.url);
    await m.call('getOrderStatus', { orderId: body.result.orderId }, long.buyer.token);
    expect((await m.walletOf(long.buyer.uid)).tokens).toMatchObject({ 95: { qty: 500 } });
    const back = await cancel(long.seller, 'long-listing');
    expect(back.body.result).toEqual({ returned: 10 });
  });
});

test('after all of this the books are clean', { timeout: scale(60_000, 600_000) }, async () => {
  expect((await m.reconcile()).differences).toEqual([]);
});

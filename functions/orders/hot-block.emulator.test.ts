import { randomUUID } from 'node:crypto';
import { live } from '@datchain/shared/contracts/paths.ts';
import { type Order, PLATFORM } from '@datchain/shared/domain/books/orders.ts';
import { tokenSaleParts } from '@datchain/shared/domain/sale-parts.ts';
import { scale } from '@datchain/shared/testing/scale.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { setClockOffset } from '../clock.ts';
import { services } from '../services.ts';
import {
  type BlockSnapshot,
  deliveries,
  snapshotBlock,
  stockBlock,
  userGuardOf,
} from '../testing/hot-block-books.ts';
import { type Story, visitBlock } from '../testing/hot-block-buyers.ts';
import { market } from '../testing/market.ts';
import { reach } from '../testing/reach.ts';
import { openShop, type Shop } from '../testing/shops.ts';
import { signedUp } from '../testing/signed-up.ts';

const BUYERS = scale(100, 500);
const PRICE_CENTS = 43;
const SMALLEST = 24;
const PLATFORM_QTY = BUYERS * 22;
const sellers = [1.8, 1, 0.6].map((each) => ({
  sellerUid: `seller-${randomUUID()}`,
  qty: BUYERS * each,
}));
const ISSUED = PLATFORM_QTY + sellers.reduce((sum, { qty }) => sum + qty, 0);

const m = market();
const shops: Shop[] = [];
const stories: Story[] = [];
const sampled: BlockSnapshot[] = [];
const shown: number[] = [];
let blockId = '';
let end: BlockSnapshot;

const stateOf = (orders: readonly Order[], state: Order['state']) =>
  orders.filter((order) => order.state === state);
const platformTokens = ({ parts }: Order) =>
  parts.reduce((sum, { source, qty }) => sum + (source === PLATFORM ? qty : 0), 0);
const buyers = Array.from({ length: BUYERS }, (_, n) => ({
  uid: `buyer-${n}-${randomUUID()}`,
  qty: SMALLEST + ((n * 17) % 37),
}));

/** Looks at the block while others are buying. */
async function look(): Promise<void> {
  sampled.push(await snapshotBlock(blockId));
  shown.push(await reach(() => m.stockOf(blockId)));
}

beforeAll(async () => {
  const clockOffset = await m.clockOffset();
  setClockOffset(clockOffset);
  for (let n = 0; n < 3; n++) shops.push(await openShop(clockOffset));
  blockId = await stockBlock(PRICE_CENTS, PLATFORM_QTY, sellers);
  await signedUp(buyers.map(({ uid }) => uid));
  await m.stripe('webhooks', { duplicate: 1 });

  const visits = buyers.map(async ({ uid, qty }, n) => {
    const [shop, otherShop] = [shops[n % 3], shops[(n + 1) % 3]] as [Shop, Shop];
    stories.push(await visitBlock({ m, shop, otherShop, uid, blockId, qty }, Math.floor(n / 3)));
    if (stories.length % 5 === 0) await look();
  });
  await Promise.all(visits);
  await reach(() => m.stripe('webhooks/settle', { timeoutMs: 60_000 }));
  await reach(() => m.runScheduled('sweepProjectionsJob'));
  end = await snapshotBlock(blockId);
}, 240_000);

afterAll(async () => {
  await m.stripe('webhooks', { duplicate: 0 });
  await Promise.all(shops.map((shop) => shop.close()));
});

describe(`${BUYERS} buyers at once, three processes that serve them, and tokens for three fifths of them`, () => {
  test('[M-16] a block never sells more than it has, and loses none: left + held + sold is what was issued', () => {
    expect(sampled.length).toBe(BUYERS / 5);
    for (const { left, heldByBlock, heldByOrders, settled } of [...sampled, end]) {
      expect(heldByBlock).toBe(heldByOrders);
      expect(left + heldByBlock + settled).toBe(ISSUED);
    }
    for (const available of shown) {
      expect(available).toBeGreaterThanOrEqual(0);
      expect(available).toBeLessThanOrEqual(ISSUED);
    }
    expect(Math.min(...shown)).toBeLessThan(ISSUED);
    expect(end.settled).toBeGreaterThan(PLATFORM_QTY / 2);
  });

  test('every order is where its buyer left it, and every charged card has its tokens', () => {
    const opened = stories.filter((story) => 'orderId' in story);
    const idsOf = (orders: readonly { id: string }[]) => orders.map(({ id }) => id).sort();
    expect(idsOf(end.orders)).toEqual(opened.map(({ orderId }) => orderId).sort());
    const charged = opened.filter(({ charged }) => charged).map(({ orderId }) => orderId);
    expect(idsOf(stateOf(end.orders, 'settled'))).toEqual(charged.sort());
    for (const state of ['settled', 'released', 'reserved'] as const) {
      expect(stateOf(end.orders, state).length, state).toBeGreaterThan(BUYERS / 50);
    }
    expect(stateOf(end.orders, 'refunded')).toEqual([]);
    expect(stateOf(end.orders, 'review')).toEqual([]);
  });

  test('a paid order is delivered once, and the wallet shows exactly what was bought', async () => {
    const delivered = await deliveries();
    const wallets = (await services().live.read('datchainwallets')) as Record<string, unknown>;
    const spends = (await services().live.read('utilitySpend')) as Record<
      string,
      { totalCents: number; awarded: number }
    >;
    for (const order of stateOf(end.orders, 'settled')) {
      expect(delivered.get(order.uid)).toEqual([order.qty]);
      expect(wallets[order.uid]).toEqual({
        [blockId]: { price: PRICE_CENTS / 100, qty: order.qty },
      });
      const totalCents = platformTokens(order) * PRICE_CENTS;
      expect(spends[order.uid]).toEqual({ totalCents, awarded: 0 });
    }
    const charged = new Set(stateOf(end.orders, 'settled').map(({ uid }) => uid));
    for (const { uid } of buyers.filter((buyer) => !charged.has(buyer.uid))) {
      expect(delivered.get(uid)).toBeUndefined();
      expect(wallets[uid]).toBeUndefined();
      expect(spends[uid]?.totalCents ?? 0).toBe(0);
    }
  });

  test('[R-BLK-05] who came too late was told so, and holds nothing', async () => {
    const refused = stories.filter((story) => 'told' in story);
    expect(refused.length).toBeGreaterThan(BUYERS / 5);
    const minimum = `Minimum purchase is $10 (${SMALLEST} tokens)`;
    for (const { told } of refused) {
      const [first, second = minimum] = told.map((sentence) =>
        sentence.replace(/Only (1 token remains|\d+ tokens remain)/, 'Only N tokens remain'),
      );
      expect(first).toBe('Only N tokens remain in this block');
      expect([first, minimum]).toContain(second);
    }
    const holders = new Set(end.orders.map(({ uid }) => uid));
    expect(refused.filter(({ uid }) => holders.has(uid))).toEqual([]);
    for (const { uid } of refused.slice(0, 20)) {
      expect(await userGuardOf(uid)).toMatchObject({ lots: [], openOrders: [], spendCents: 0 });
    }
  });

  test('sellers queued behind the platform sold what it could not, and earned 95%', async () => {
    const settled = stateOf(end.orders, 'settled');
    const sold = await Promise.all(
      sellers.map(async ({ sellerUid }) => {
        const parts = settled.flatMap((order) => order.parts);
        const own = parts.filter((part) => part.sellerUid === sellerUid);
        const qty = own.reduce((sum, part) => sum + part.qty, 0);
        const { earnedDays } = await userGuardOf(sellerUid);
        const earnedMicros = earnedDays.reduce((sum, { totalMicros }) => sum + totalMicros, 0);
        // Each order's part is split in whole cents.
        const shares = own.map((part) => tokenSaleParts(part.qty * PRICE_CENTS).seller);
        expect(earnedMicros).toBe(shares.reduce((sum, micros) => sum + micros, 0));
        const summary = `${live.creditSummary(sellerUid)}/earnedCreditsStrings/totalCredits`;
        expect(Number((await services().live.read(summary)) ?? 0)).toBe(earnedMicros / 100_000);
        return qty;
      }),
    );
    expect(sold[0]).toBeGreaterThan(0);
  });

  test('what no one paid for goes back when its time is up, and the books are clean', async () => {
    await m.shiftClock(34 * 60_000);
    await reach(() => m.runScheduled('expireOrdersJob'));
    await reach(() => m.runScheduled('sweepProjectionsJob'));
    const { left, heldByBlock, settled } = await snapshotBlock(blockId);
    expect({ left, heldByBlock }).toEqual({ left: ISSUED - end.settled, heldByBlock: 0 });
    expect(settled).toBe(end.settled);
    expect(await m.stockOf(blockId)).toBe(left);
    expect((await m.reconcile()).differences).toEqual([]);
  });
});

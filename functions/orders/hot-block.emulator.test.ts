import { randomUUID } from 'node:crypto';
import { scale } from '@datchain/testing/pure/scale.ts';
import {
  type BlockSnapshot,
  fetchUserGuard,
  snapshotBlock,
  stockBlock,
} from '@datchain/testing/server/hot-block-books.ts';
import { market } from '@datchain/testing/server/market.ts';
import { signedUp } from '@datchain/testing/server/signed-up.ts';
import { type ServerProcess, startServer } from '@datchain/testing/server/start-server.ts';
import { expect, test } from 'vitest';
import { setClockOffset } from '../clock.ts';
import { services } from '../services.ts';
import { cancelOrder } from './order-status.ts';

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

interface Visit {
  readonly uid: string;
  readonly refused?: string;
  readonly isCharged: boolean;
}

async function visit(
  n: number,
  blockId: string,
  servers: readonly ServerProcess[],
): Promise<Visit> {
  const [server, other] = (n % 2 > 0 ? servers : servers.toReversed()) as [
    ServerProcess,
    ServerProcess,
  ];
  const uid = `buyer-${n}-${randomUUID()}`;
  await signedUp([uid]);
  const qty = SMALLEST + ((n * 17) % 37);
  const clicks = (n % 3 > 0 ? [server] : [server, other]).map((one) =>
    one.start(uid, blockId, qty),
  );
  const opened = (await Promise.all(clicks)).flatMap((one) => ('refused' in one ? [] : [one]));
  const [link, ...more] = opened;
  for (const one of more) expect(one).toEqual(link);
  if (!link) {
    const [first] = await Promise.all(clicks);
    return { uid, refused: first && 'refused' in first ? first.refused : '', isCharged: false };
  }
  const pays = n % 5 < 3;
  const cancels = n % 5 === 2 || n % 5 === 3;
  const [paid] = await Promise.all([
    pays ? m.pay(link.url) : undefined,
    cancels ? cancelOrder(services(), uid, link.orderId) : undefined,
  ]);
  return { uid, isCharged: paid?.body.outcome === 'paid' };
}

test(`[M-16] [R-BLK-05] ${BUYERS} buyers in three processes compete for too few tokens: left + held + sold always equals the issue`, {
  timeout: scale(240_000, 600_000),
}, async () => {
  const clockOffset = await m.clockOffset();
  setClockOffset(clockOffset);
  const servers = [await startServer(clockOffset), await startServer(clockOffset)];
  const blockId = await stockBlock(PRICE_CENTS, PLATFORM_QTY, sellers);
  const looks: BlockSnapshot[] = [];
  const visits: Visit[] = [];
  await Promise.all(
    Array.from({ length: BUYERS }, async (_, n) => {
      visits.push(await visit(n, blockId, servers));
      if (visits.length % 5 === 0) looks.push(await snapshotBlock(blockId));
    }),
  );
  await Promise.all(servers.map((server) => server.close()));
  await m.stripe('webhooks/settle', { timeoutMillis: 60_000 });
  const end = await snapshotBlock(blockId);
  expect(looks.length).toBe(BUYERS / 5);
  for (const { left, heldByBlock, heldByOrders, settled } of [...looks, end]) {
    expect(heldByBlock).toBe(heldByOrders);
    expect(left + heldByBlock + settled).toBe(ISSUED);
  }
  expect(end.settled).toBeGreaterThan(PLATFORM_QTY / 3);

  const uidsOf = (all: readonly { uid: string }[]) => all.map(({ uid }) => uid).sort();
  const settled = end.orders.filter(({ state }) => state === 'settled');
  expect(uidsOf(settled)).toEqual(uidsOf(visits.filter(({ isCharged }) => isCharged)));
  for (const { uid, qty } of settled) {
    expect((await fetchUserGuard(uid)).lots.reduce((sum, lot) => sum + lot.qty, 0)).toBe(qty);
  }
  const late = visits.filter(({ refused }) => refused !== undefined);
  expect(late.length).toBeGreaterThan(0);
  for (const { uid, refused } of late) {
    expect(refused).toMatch(/^Only (1 token remains|\d+ tokens remain) in this block$/);
    expect(await fetchUserGuard(uid)).toMatchObject({ lots: [], openOrders: [], spendCents: 0 });
  }

  await m.shiftClock(34 * 60_000);
  await m.runScheduled('expireOrdersJob');
  await m.runScheduled('sweepProjectionsJob');
  const { left, heldByBlock } = await snapshotBlock(blockId);
  expect({ left, heldByBlock }).toEqual({ left: ISSUED - end.settled, heldByBlock: 0 });
  expect(await m.stockOf(blockId)).toBe(left);
  expect((await m.reconcile()).differences).toEqual([]);
});

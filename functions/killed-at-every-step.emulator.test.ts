import { randomUUID } from 'node:crypto';
import { scale } from '@datchain/testing/pure/scale.ts';
import { committed } from '@datchain/testing/server/accepted.ts';
import { afterwards } from '@datchain/testing/server/afterwards.ts';
import { cashOut } from '@datchain/testing/server/cash-out.ts';
import { market } from '@datchain/testing/server/market.ts';
import { type Killed, killAtEachEffect } from '@datchain/testing/server/mortal.ts';
import type { Work } from '@datchain/testing/server/mortal-work.ts';
import { signedUp } from '@datchain/testing/server/signed-up.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { setClockOffset } from './clock.ts';
import { mintEntry } from './journal/entries/editions.ts';
import { openingWalletEntry } from './journal/entries/tokens.ts';
import type { Entry } from './journal/entry.ts';
import { services } from './services.ts';

const m = market();
const c = cashOut(m);

const QTY = 40;
const USD = 25;
const EARNED_USD = 80;

const write = <T>(entry: Entry<T>) => committed(services().books, entry);

async function aDat(): Promise<string> {
  const dat = { datId: randomUUID(), creatorUid: randomUUID(), editions: 1, priceCents: 1_000 };
  await write(mintEntry({ ...dat, sharePpm: 25_000 }));
  return dat.datId;
}

const prepare = {
  async order() {
    const uid = randomUUID();
    await signedUp([uid]);
    const [datId, blockId] = [await aDat(), await m.newBlock(50, 200)];
    const edition = { datId, editionNumber: 1, expectedPrice: 10 };
    return { work: { does: 'order' as const, uid, blockId, qty: QTY, edition } };
  },
  async sale() {
    const [uid, datId] = [randomUUID(), await aDat()];
    const lots = [{ blockId: '50', priceCents: 50, qty: QTY, faceMicros: QTY * 500_000 }];
    await write(openingWalletEntry({ uid, lots, spendCents: 0, rewardQty: 0, earnedDays: [] }));
    const edition = { datId, editionNumber: 1, expectedPrice: 10 };
    return { work: { does: 'sale' as const, uid, ...edition } };
  },
  async payout() {
    const { uid } = await c.earner(EARNED_USD);
    return { work: { does: 'payout' as const, uid, payoutAmount: USD } };
  },
};

const tokensOf = async (uid: string) =>
  (await services().guards.user(uid)).lots.reduce((sum, { qty }) => sum + qty, 0);

const timesDone: { [Does in Work['does']]?: (asked: never) => Promise<number> } = {
  async order({ uid, blockId, edition }: Work & { does: 'order' }) {
    const states: string[] = [];
    for await (const page of services().orders.pages(500)) {
      states.push(...page.filter((order) => order.uid === uid).map(({ state }) => state));
    }
    expect(['settled', 'ended']).toEqual(expect.arrayContaining([...new Set(states)]));
    const settled = states.filter((state) => state === 'settled').length;
    const dat = await services().guards.findDat(edition.datId);
    expect(dat?.editions[0]?.ownerUid === uid).toBe(settled > 0);
    expect(await tokensOf(uid)).toBe(settled > 0 ? settled * QTY - 20 : 0);
    expect(await m.stockOf(blockId)).toBe(200 - settled * QTY);
    expect((await services().guards.user(uid)).openOrders).toEqual([]);
    return settled;
  },
  async sale({ uid, datId }: Work & { does: 'sale' }) {
    const dat = await services().guards.findDat(datId);
    const isBuyers = dat?.editions[0]?.ownerUid === uid;
    expect(await tokensOf(uid)).toBe(isBuyers ? QTY - 20 : QTY);
    const { earnedDays } = await services().guards.user(dat?.creatorUid ?? '');
    const earned = earnedDays.reduce((sum, { totalMicros }) => sum + totalMicros, 0);
    expect(earned).toBe(isBuyers ? 8_000_000 : 0);
    return isBuyers ? 1 : 0;
  },
  async payout({ uid }: Work & { does: 'payout' }) {
    const payouts = await c.payoutsOf({ uid });
    for (const { id, state } of payouts) {
      expect(state).toBe('paid');
      expect(await c.transfersOf(id)).toHaveLength(1);
    }
    const { earnedDays, openPayoutId } = await services().guards.user(uid);
    const spent = earnedDays.reduce((sum, { spentMicros }) => sum + spentMicros, 0);
    expect(spent).toBe(payouts.length * USD * 1_000_000);
    expect(openPayoutId).toBeNull();
    return payouts.length;
  },
};

const rounds = { order: 1, sale: 1, payout: scale(1, 60) };

async function sweep(does: keyof typeof prepare): Promise<Killed<{ work: Work }>[]> {
  const place = { clockOffsetMillis: await m.clockOffset(), stripe: m.addresses.stripe };
  return killAtEachEffect<{ work: Work }>(
    place,
    prepare[does],
    async () => {},
    (deaths) => Math.ceil(rounds[does] / deaths),
  );
}

describe('a process killed right before and right after each of its outside effects', {
  timeout: 240_000,
}, () => {
  const killed = new Map<string, Killed<{ work: Work }>[]>();

  beforeAll(async () => {
    setClockOffset(await m.clockOffset());
    // Otherwise the process to be killed and the webhook would race to settle the order.
    await m.stripe('webhooks', { paused: true });
    await m.stripe('topup', { amount: 1_000_000 });
    for (const does of ['order', 'sale', 'payout'] as const) killed.set(does, await sweep(does));
    await afterwards(m);
  }, 240_000);

  test.each(['order', 'sale', 'payout'] as const)(
    '[M-31] [M-36] [N-BUY-10] leaves each %s done or not done, and a repeated request completes it',
    async (does) => {
      const all = killed.get(does) ?? [];
      expect(all.length).toBeGreaterThan(4);
      for (const { asked, death, isRepeated } of all) {
        const times = (await timesDone[does]?.(asked.work as never)) ?? 0;
        // A user who paid an order, lost sight of it and orders again has bought twice.
        const [least, most] = isRepeated ? [1, 2] : [0, 1];
        expect([death, times >= least && times <= most]).toEqual([death, true]);
      }
      const last = all.filter(({ death }) => death.when === 'after').at(-1);
      expect(await timesDone[does]?.(last?.asked.work as never)).toBeGreaterThan(0);
    },
  );

  test('[M-64] leaves books that are clean', async () => {
    expect((await m.reconcile()).differences).toEqual([]);
  });
});

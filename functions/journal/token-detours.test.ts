import type { UserGuard } from '@datchain/shared/domain/books/guards.ts';
import { tokenMarket } from '@datchain/testing/server/token-market.ts';
import { describe, expect, test } from 'vitest';
import { reinstateEntry } from './entries/clawbacks.ts';
import { releaseEntry } from './entries/close-order.ts';
import { buyEditionEntry, mintEntry } from './entries/editions.ts';
import { settleEntry } from './entries/settle.ts';

const lotsOf = ({ lots }: UserGuard) =>
  lots.map(({ blockId, priceCents, qty, faceMicros }) => [blockId, priceCents, qty, faceMicros]);

describe('listing and cancelling', () => {
  test('[N-MON-02] at any price, any number of times, changes no figure of the wallet', async () => {
    const market = await tokenMarket();
    await market.buy('o1', 'ana', '36', 70);
    await market.buy('o2', 'ana', '50', 20);
    const before = market.shown('ana');
    for (const [round, [cents, qty]] of [
      [79, 70],
      [1, 75],
      [50, 90],
      [36, 3],
    ].entries()) {
      await market.list(`l${round}`, 'ana', cents ?? 0, qty ?? 0);
      expect(market.shown('ana')).not.toEqual(before);
      await market.cancel(`l${round}`);
      expect(market.shown('ana')).toEqual(before);
    }
    // Two at a time, and the one that was listed first comes home first.
    await market.list('early', 'ana', 79, 70);
    await market.list('late', 'ana', 79, 20);
    await market.cancel('early');
    await market.cancel('late');
    expect(market.shown('ana')).toEqual(before);
    expect(market.user('ana').openListings).toEqual([]);
  });

  test('[N-MON-01] tokens of an order that lapses after the listing was cancelled find their lots too', async () => {
    const market = await tokenMarket();
    await market.buy('o1', 'ana', '36', 70);
    await market.buy('o2', 'ana', '50', 20);
    const before = market.shown('ana');
    await market.list('l', 'ana', 79, 90);
    await market.reserve('open', 'bo', '79', 80);
    await market.cancel('l');
    expect(lotsOf(market.user('ana'))).toEqual([['50', 50, 10, 5_000_000]]);
    await market.commit(releaseEntry(market.order('open'), true));
    expect(market.shown('ana')).toEqual(before);
    expect(market.queue('79')).toEqual([]);
  });
});

describe('a refund finds what the order delivered', () => {
  test('[M-65] [N-MON-03] bought, listed, cancelled and refunded: all of it goes back and nothing is owed', async () => {
    const market = await tokenMarket();
    await market.buy('o1', 'ana', '36', 70);
    await market.list('l', 'ana', 79, 70);
    await market.cancel('l');
    await market.refund('o1', 70 * 36);
    expect(market.user('ana')).toMatchObject({ lots: [], debtMicros: 0 });
    expect(market.order('o1').takenBack).toMatchObject({ tokens: 70, missing: 0 });
    expect(market.stock('36')).toBe(1_000);
    expect(market.findings([market.order('o1')])).toEqual([]);
  });

  test('[N-MON-03] [N-MON-06] listings that came from it shrink or end, and the queue keeps its order', async () => {
    const market = await tokenMarket();
    await market.buy('o0', 'cy', '36', 28);
    await market.buy('o1', 'ana', '36', 70);
    await market.list('first', 'ana', 79, 30);
    await market.list('of-cy', 'cy', 79, 10);
    await market.list('second', 'ana', 79, 20);
    await market.refund('o1', 55 * 36);
    // 20 of the wallet, then the newest listing, then 15 of the other one.
    expect(market.user('ana')).toMatchObject({ lots: [], debtMicros: 0 });
    expect(market.queue('79')).toEqual(['first 15', 'of-cy 10']);
    expect(market.listing('second')).toMatchObject({ qty: 20, takenBackQty: 20 });
    expect(market.listing('first')).toMatchObject({ qty: 30, takenBackQty: 15 });
    expect(market.user('ana').openListings).toEqual([{ listingId: 'first', blockId: '79' }]);
    const cys = market.user('cy');
    await market.refund('o1', 15 * 36, 're_rest');
    expect(market.queue('79')).toEqual(['of-cy 10']);
    expect(market.user('cy')).toEqual(cys);
    expect(market.findings([market.order('o0'), market.order('o1')])).toEqual([]);
  });

  test('[N-MON-03] [N-MON-06] what was sold is a debt to the cent, and the seller keeps the earnings', async () => {
    const market = await tokenMarket();
    await market.buy('o1', 'ana', '36', 70);
    await market.list('l', 'ana', 79, 70);
    await market.buy('o2', 'bo', '79', 30);
    const earned = market.user('ana').earnedDays;
    const bos = market.user('bo');
    await market.refund('o1', 70 * 36);
    expect(market.user('ana')).toMatchObject({ lots: [], debtMicros: 30 * 360_000 });
    expect(market.user('ana').earnedDays).toEqual(earned);
    expect(market.user('bo')).toEqual(bos);
    expect(market.queue('79')).toEqual([]);
    expect(market.findings(['o1', 'o2'].map(market.order))).toEqual([]);
  });

  test('[N-MON-03] what was spent is taken from other lots at their face, and only the rest is a debt', async () => {
    const market = await tokenMarket();
    await market.buy('o1', 'ana', '36', 70);
    await market.buy('o2', 'ana', '50', 20);
    const mint = { datId: 'blue', creatorUid: 'cy', editions: 1, sharePpm: 25_000 };
    await market.commit(mintEntry({ ...mint, priceCents: 1_800 }));
    await market.commit(buyEditionEntry({ datId: 'blue', number: 1, version: 1 }, 'ana', 1_800));
    const before = market.shown('ana');
    // 20 of 70 are there; of the $18 that were spent the other lot is worth $10.
    await market.refund('o1', 70 * 36);
    expect(market.user('ana')).toMatchObject({ lots: [], debtMicros: 8_000_000 });
    expect(market.findings(['o1', 'o2'].map(market.order))).toEqual([]);
    const back = { id: 're_o1', kind: 'refund', cents: 70 * 36 } as const;
    await market.commit(reinstateEntry(market.order('o1'), back));
    expect(market.shown('ana')).toEqual(before);
    expect(market.user('ana').debtMicros).toBe(0);
    expect(market.order('o1').takenBack).toEqual({
      tokens: 0,
      faceMicros: 0,
      poolMicros: 0,
      missing: 0,
    });
  });

  test.each([
    ['the refund first', [0, 1, 2]],
    ['the refund last', [2, 1, 0]],
    ['the refund in the middle', [1, 0, 2]],
  ])(
    '[N-MON-03] a refund, a cancellation and a purchase at once, %s: nobody has both',
    async (_, turns) => {
      const market = await tokenMarket();
      await market.buy('o1', 'ana', '36', 70);
      await market.list('l', 'ana', 79, 70);
      await market.reserve('o2', 'bo', '79', 30);
      const both = [
        () => market.refund('o1', 70 * 36),
        // Refused where the refund has ended the listing, or where it is cancelled.
        () => market.cancel('l').catch(() => undefined),
        () =>
          market.commit(
            settleEntry(market.order('o2'), { sessionId: 'cs', paymentIntentId: 'pi_o2' }),
          ),
      ];
      await Promise.all(turns.map((turn) => both[turn]?.()));
      expect(market.user('ana')).toMatchObject({
        lots: [],
        openListings: [],
        debtMicros: 30 * 360_000,
      });
      expect(market.queue('79')).toEqual([]);
      expect(market.findings(['o1', 'o2'].map(market.order))).toEqual([]);
    },
  );
});

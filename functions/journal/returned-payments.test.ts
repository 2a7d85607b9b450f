import { readLoss, readSupplyGuard } from '@datchain/shared/contracts/documents/guards.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import type { Posting } from '@datchain/shared/domain/books/postings.ts';
import { claimableRewardTokens } from '@datchain/shared/domain/rewards.ts';
import { openingEarningsEntry } from '@datchain/testing/server/opening.ts';
import { tokenMarket } from '@datchain/testing/server/token-market.ts';
import { describe, expect, test } from 'vitest';
import { reinstateEntry } from './entries/clawbacks.ts';
import { releaseEntry } from './entries/close-order.ts';
import { buyEditionEntry, mintEntry } from './entries/editions.ts';
import { holdPayoutEntry } from './entries/payouts.ts';
import { claimEntry } from './entries/rewards.ts';
import { settleEntry } from './entries/settle.ts';
import { issueTokensEntry } from './entries/tokens.ts';

type Market = Awaited<ReturnType<typeof tokenMarket>>;

const usd = (dollars: number): number => Math.round(dollars * 1_000_000);
const lossOf = ({ store }: Market, orderId: string) => readLoss(store.get(docs.loss(orderId)));
const faceOf = (market: Market, uid: string) =>
  market.user(uid).lots.reduce((sum, { faceMicros }) => sum + faceMicros, 0);
const earnedBy = (market: Market, uid: string) =>
  market
    .user(uid)
    .earnedDays.reduce((sum, { totalMicros, spentMicros }) => sum + totalMicros - spentMicros, 0);

/** Ana's 100 tokens, issued for $36, are for sale at 98 cents. */
async function anasOffer() {
  const market = await tokenMarket(true);
  await market.buy('first', 'ana', '36', 100);
  await market.list('offer', 'ana', 98, 100);
  return market;
}

describe('an order and its buyer’s own listings', () => {
  test('[N-MON-17] says so when nothing else is left, and takes nothing', async () => {
    const market = await anasOffer();
    await expect(market.reserve('own', 'ana', '98', 50)).rejects.toThrow(
      'All tokens left in this block are your own. Cancel your listing to have them back.',
    );
    expect(market.queue('98')).toEqual(['offer 100']);
  });

  test('[N-MON-17] takes those of the other sellers in their order, and counts only them', async () => {
    const market = await anasOffer();
    for (const [uid, qty] of [
      ['bo', 40],
      ['cy', 30],
    ] as const) {
      await market.buy(`of-${uid}`, uid, '36', qty);
      await market.list(`offer-${uid}`, uid, 98, qty);
    }
    await expect(market.reserve('much', 'ana', '98', 71)).rejects.toThrow(
      'Only 70 tokens remain in this block',
    );
    await market.buy('others', 'ana', '98', 50);
    expect(market.queue('98')).toEqual(['offer 100', 'offer-cy 20']);
    // Another buyer gets hers first.
    await market.buy('hers', 'di', '98', 100);
    expect(market.queue('98')).toEqual(['offer-cy 20']);
  });

  test('[N-MON-17] a payment that comes too late is not delivered of them either', async () => {
    const market = await tokenMarket(true);
    await market.commit(issueTokensEntry('c', '98', 98, 20));
    await market.reserve('late', 'ana', '98', 20);
    await market.commit(releaseEntry(market.order('late'), true));
    await market.buy('quicker', 'bo', '98', 20);
    await market.buy('first', 'ana', '36', 100);
    await market.list('offer', 'ana', 98, 100);
    const payment = { sessionId: 'cs', paymentIntentId: 'pi' };
    expect(await market.commit(settleEntry(market.order('late'), payment))).toEqual({
      outcome: 'refund',
    });
  });
});

describe('a payment of which a seller was paid', () => {
  test.each(['refund', 'dispute'] as const)(
    '[N-MON-20] taken back by a %s is a named loss of the platform, to the micro',
    async (kind) => {
      const market = await anasOffer();
      await market.buy('second', 'bo', '98', 100);
      expect(earnedBy(market, 'ana')).toBe(usd(93.1));
      await market.refund('second', 9_800, 're_1', kind);
      expect(market.user('bo')).toMatchObject({ lots: [], debtMicros: 0 });
      // Ana and Bo together paid $36 and got $93.10: so much is gone, and nobody has to owe it.
      expect(lossOf(market, 'second')).toMatchObject({ soldMicros: usd(57.1), closedMicros: 0 });
      expect(market.books()).toMatchObject({ lostMicros: usd(57.1), platformMicros: 0 });
      await market.commit(
        reinstateEntry(market.order('second'), { id: 're_1', kind, cents: 9_800 }),
      );
      expect(lossOf(market, 'second')).toMatchObject({ soldMicros: 0 });
      expect(market.books()).toMatchObject({ lostMicros: 0, platformMicros: usd(4.9) });
      expect(faceOf(market, 'bo')).toBe(usd(36));
    },
  );

  test('[N-MON-20] is no loss where the tokens are spent: then all of it is owed', async () => {
    const market = await anasOffer();
    await market.buy('second', 'bo', '98', 100);
    const mint = { datId: 'blue', creatorUid: 'cy', editions: 1, sharePpm: 25_000 };
    await market.commit(mintEntry({ ...mint, priceCents: 3_600 }));
    await market.commit(buyEditionEntry({ datId: 'blue', number: 1, version: 1 }, 'bo', 3_600));
    await market.refund('second', 9_800);
    expect(market.user('bo').debtMicros).toBe(usd(98));
    expect(lossOf(market, 'second')).toBeUndefined();
  });
});

/** Bo has 100 tokens of block 98 from Ana, issued for $36, and 100 of the platform, issued for $98. */
async function twoOrders() {
  const market = await anasOffer();
  await market.buy('of-ana', 'bo', '98', 100);
  await market.commit(issueTokensEntry('c', '98', 98, 1_000));
  await market.buy('of-platform', 'bo', '98', 100);
  return market;
}

describe('a refund takes the face that its order delivered', () => {
  test.each([
    ['of-ana', 98],
    ['of-platform', 36],
  ])('[N-MON-18] of the order %s: $%d stay in the same block', async (orderId, left) => {
    const market = await twoOrders();
    await market.refund(orderId, 9_800);
    expect(faceOf(market, 'bo')).toBe(usd(left));
    expect(market.user('bo').debtMicros).toBe(0);
  });

  test.each([
    ['nothing is spent', 0],
    ['some is spent', 20],
    ['more than the older order is spent', 60],
  ])('[N-MON-18] in either order of the refunds, where %s', async (_, dollars) => {
    const end = async (orders: readonly string[]) => {
      const market = await twoOrders();
      if (dollars > 0) {
        const mint = { datId: 'blue', creatorUid: 'cy', editions: 1, sharePpm: 25_000 };
        const priceCents = dollars * 100;
        await market.commit(mintEntry({ ...mint, priceCents }));
        const ref = { datId: 'blue', number: 1, version: 1 };
        await market.commit(buyEditionEntry(ref, 'bo', priceCents));
      }
      for (const orderId of orders) await market.refund(orderId, 9_800);
      const { lots, changeMicros, debtMicros } = market.user('bo');
      return { lots, changeMicros, debtMicros, lostMicros: market.books().lostMicros };
    };
    const ends = [await end(['of-ana', 'of-platform']), await end(['of-platform', 'of-ana'])];
    expect(ends[0]).toMatchObject({ lots: [], changeMicros: 0 });
    expect(ends[0]).toEqual(ends[1]);
  });

  test('[N-MON-18] in parts, each its part, and together all of it', async () => {
    const market = await twoOrders();
    for (const [index, cents] of [1, 3_333, 49, 6_417].entries()) {
      const before = faceOf(market, 'bo');
      await market.refund('of-ana', cents, `re_${index}`);
      const taken = before - faceOf(market, 'bo');
      expect(Math.abs(taken - (usd(36) * cents) / 9_800)).toBeLessThan(1);
    }
    expect(faceOf(market, 'bo')).toBe(usd(98));
    expect(market.order('of-ana').takenBack).toMatchObject({ tokens: 100, faceMicros: usd(36) });
    expect(lossOf(market, 'of-ana')).toMatchObject({ soldMicros: usd(57.1) });
  });

  test('[N-MON-18] the wallet shows one line for the block', async () => {
    const market = await twoOrders();
    const { live } = market.shown('bo');
    expect(Object.values(live)).toContainEqual({ 98: { price: 0.98, qty: 200 } });
  });
});

describe('tokens at somebody’s checkout', () => {
  /** Ana has 70 tokens of an order for $25.20; 30 of them are listed, and Bo's order holds those. */
  async function held() {
    const market = await tokenMarket(true);
    await market.buy('o1', 'ana', '36', 70);
    await market.list('l', 'ana', 79, 30);
    await market.reserve('o2', 'bo', '79', 30);
    return market;
  }
  const lapse = (market: Market, orderId: string) =>
    market.commit(releaseEntry(market.order(orderId), true));

  test('[N-MON-19] fill what a refund has missed when they come back, and its debt ends', async () => {
    const market = await held();
    await market.refund('o1', 2_520);
    expect(market.user('ana').debtMicros).toBe(usd(10.8));
    await lapse(market, 'o2');
    expect(market.user('ana')).toMatchObject({ lots: [], openListings: [], debtMicros: 0 });
    expect(market.user('ana').missed).toEqual([]);
    expect(market.queue('79')).toEqual([]);
    expect(market.stock('36')).toBe(1_000);
    expect(market.order('o1').takenBack).toMatchObject({ tokens: 70, missing: 0 });
    expect(market.listing('l')).toMatchObject({ qty: 30, takenBackQty: 30 });
    expect(market.findings(['o1', 'o2'].map(market.order))).toEqual([]);
  });

  test('[N-MON-19] a stranger who holds them again and again does no harm', async () => {
    const market = await held();
    await market.refund('o1', 2_520);
    await lapse(market, 'o2');
    await expect(market.reserve('o3', 'cy', '79', 30)).rejects.toThrow(
      'Only 0 tokens remain in this block',
    );
    expect(market.user('ana').debtMicros).toBe(0);
  });

  test('[N-MON-19] also where the listing was cancelled, before the refund or after it', async () => {
    for (const isBefore of [true, false]) {
      const market = await held();
      if (isBefore) await market.cancel('l');
      await market.refund('o1', 2_520);
      if (!isBefore) await market.cancel('l');
      expect(market.user('ana').debtMicros).toBe(usd(10.8));
      await lapse(market, 'o2');
      expect(market.user('ana')).toMatchObject({ lots: [], openListings: [], debtMicros: 0 });
      expect(market.findings(['o1', 'o2'].map(market.order))).toEqual([]);
    }
  });

  test('[N-MON-19] sold after all, the debt is what was sold, and their price settles it', async () => {
    const market = await held();
    await market.refund('o1', 2_520);
    await market.commit(
      settleEntry(market.order('o2'), { sessionId: 'cs', paymentIntentId: 'pi_o2' }),
    );
    expect(market.user('ana').debtMicros).toBe(0);
    expect(earnedBy(market, 'ana')).toBe(usd(22.51 - 10.8));
    expect(market.findings(['o1', 'o2'].map(market.order))).toEqual([]);
  });

  test('[N-MON-19] what earnings had paid of the debt is earned again', async () => {
    const market = await held();
    await market.refund('o1', 2_520);
    await market.commit(openingEarningsEntry('ana', 'a', { days: { '2026-11-01': usd(4) } }));
    expect(market.user('ana').debtMicros).toBe(usd(6.8));
    await lapse(market, 'o2');
    expect(market.user('ana').debtMicros).toBe(0);
    expect(earnedBy(market, 'ana')).toBe(usd(4));
  });

  test('[N-MON-19] what other tokens had stood in for comes back to their lot', async () => {
    const market = await held();
    await market.buy('other', 'ana', '50', 40);
    const before = market.user('ana').lots.filter(({ blockId }) => blockId === '50');
    await market.refund('o1', 2_520);
    expect(market.user('ana').debtMicros).toBe(0);
    expect(faceOf(market, 'ana')).toBe(usd(9.2));
    await lapse(market, 'o2');
    expect(market.user('ana')).toMatchObject({ lots: before, debtMicros: 0 });
    expect(market.findings(['o1', 'o2', 'other'].map(market.order))).toEqual([]);
  });

  test('[N-MON-19] only as many as are missing: the rest goes back to its place in the queue', async () => {
    const market = await held();
    await market.refund('o1', 50 * 36);
    expect(market.user('ana').debtMicros).toBe(usd(3.6));
    await lapse(market, 'o2');
    expect(market.user('ana')).toMatchObject({ lots: [], debtMicros: 0 });
    expect(market.queue('79')).toEqual(['l 20']);
  });

  test.each([
    ['a cent', 1, 29],
    ['less than a token', 35, 29],
    ['a token', 36, 29],
    ['no whole number of tokens', 500, 17],
    ['all but a cent', 1_079, 1],
    ['all of it', 1_080, 0],
  ])('[N-MON-19] fill it to the micro where it is %s', async (_, cents, left) => {
    const market = await tokenMarket(true);
    await market.buy('o1', 'ana', '36', 30);
    await market.list('l', 'ana', 79, 30);
    await market.reserve('o2', 'bo', '79', 30);
    await market.refund('o1', cents);
    expect(market.user('ana').debtMicros).toBe(usd(cents / 100));
    await lapse(market, 'o2');
    expect(market.user('ana')).toMatchObject({ lots: [], debtMicros: 0, missed: [] });
    expect(market.listedBy('ana')).toBe(usd((1_080 - cents) / 100));
    expect(market.queue('79')).toEqual(left === 0 ? [] : [`l ${left}`]);
    expect(market.findings(['o1', 'o2'].map(market.order))).toEqual([]);
  });

  test('[N-MON-19] a part of the last token stays with its seller', async () => {
    const market = await tokenMarket(true);
    await market.buy('o1', 'ana', '36', 30);
    await market.list('first', 'ana', 78, 29);
    await market.list('l', 'ana', 79, 1);
    await market.buy('sold', 'cy', '78', 29);
    await market.buy('others', 'di', '36', 30);
    await market.list('of-di', 'di', 79, 30);
    await market.reserve('o2', 'bo', '79', 30);
    await market.refund('o1', 1);
    await lapse(market, 'o2');
    expect(market.user('ana')).toMatchObject({ debtMicros: 0, missed: [] });
    expect(faceOf(market, 'ana')).toBe(usd(0.35));
  });

  test('[N-MON-19] a token that went with a part of its face does not come back without any', async () => {
    const market = await tokenMarket(true);
    await market.buy('o1', 'ana', '36', 30);
    await market.list('l', 'ana', 79, 30);
    await market.reserve('o2', 'bo', '79', 30);
    await market.refund('o1', 1);
    await lapse(market, 'o2');
    await market.buy('sold', 'bo', '79', 29);
    await market.refund('o1', 500, 'dp_1', 'dispute');
    const won = { id: 'dp_1', kind: 'dispute' as const, cents: 500 };
    await market.commit(reinstateEntry(market.order('o1'), won));
    expect(market.user('ana').lots).toEqual([]);
    const posted = [...market.store.all('journal/').values()]
      .flatMap(({ postings }) => postings as Posting[])
      .filter(({ account, asset }) => account === 'user:ana' && asset === 'TOKEN');
    expect(posted.reduce((sum, { delta }) => sum + delta, 0)).toBe(0);
  });

  test('[N-MON-19] a dispute that was won in between takes nothing when they come back', async () => {
    const market = await held();
    await market.refund('o1', 2_520, 'dp_1', 'dispute');
    const won = { id: 'dp_1', kind: 'dispute' as const, cents: 2_520 };
    await market.commit(reinstateEntry(market.order('o1'), won));
    await lapse(market, 'o2');
    expect(market.user('ana').debtMicros).toBe(0);
    expect(faceOf(market, 'ana') + market.listedBy('ana')).toBe(usd(25.2));
    expect(market.queue('79')).toEqual(['l 30']);
  });
});

describe('reward tokens that a returned payment had earned', () => {
  async function rewarded() {
    const market = await tokenMarket(true);
    const stored = market.store.get(docs.supplyGuard);
    market.store.set(docs.supplyGuard, { ...stored, circulating: 1_000 });
    await market.buy('o1', 'ana', '36', 900);
    await market.commit(claimEntry('ana', 0));
    expect(market.user('ana')).toMatchObject({ rewardQty: 1, awarded: 1 });
    return market;
  }
  const supply = ({ store }: Market) => readSupplyGuard(store.get(docs.supplyGuard));

  test('[N-MON-20] go with it, and can be earned and claimed again', async () => {
    const market = await rewarded();
    const before = supply(market);
    await market.refund('o1', 32_400);
    expect(market.user('ana')).toMatchObject({ rewardQty: 0, awarded: 0, debtMicros: 0 });
    expect(supply(market)).toMatchObject({ issued: 0, circulating: before.circulating });
    await market.buy('o2', 'ana', '36', 900);
    expect(claimableRewardTokens(market.user('ana').spendCents, 25_000, 0)).toBe(1);
    await market.commit(claimEntry('ana', market.user('ana').claims));
    expect(market.user('ana')).toMatchObject({ rewardQty: 1, awarded: 1, claims: 2 });
  });

  test('[N-MON-20] stay where the spend that is left still earns them', async () => {
    const market = await rewarded();
    await market.refund('o1', 7_400);
    expect(market.user('ana')).toMatchObject({ rewardQty: 1, awarded: 1 });
    await market.refund('o1', 1, 're_2');
    expect(market.user('ana')).toMatchObject({ rewardQty: 0, awarded: 0 });
  });

  test('[N-MON-20] that were cashed out are owed, and the pool gets what it paid', async () => {
    const market = await rewarded();
    const asked = { payoutId: 'p', source: 'tokens' as const, amountUsd: 30, accountId: 'acct' };
    await market.commit(holdPayoutEntry('ana', asked, 40));
    const { poolMicros } = supply(market);
    await market.refund('o1', 32_400);
    expect(market.user('ana')).toMatchObject({ rewardQty: 0, awarded: 0, debtMicros: usd(30) });
    // The pool gives its tenth of the $324, and gets back the $30.
    expect(supply(market).poolMicros).toBe(poolMicros - usd(32.4) + usd(30));
  });
});

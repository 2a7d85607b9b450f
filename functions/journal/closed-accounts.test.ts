import { readLoss } from '@datchain/shared/contracts/documents/guards.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import { tokenMarket } from '@datchain/testing/server/token-market.ts';
import { describe, expect, test } from 'vitest';
import { reinstateEntry } from './entries/clawbacks.ts';
import { refundedEntry, releaseEntry } from './entries/close-order.ts';
import { buyEditionEntry, mintEntry } from './entries/editions.ts';
import { closeGuardEntry } from './entries/rest.ts';
import { settleEntry } from './entries/settle.ts';

type Market = Awaited<ReturnType<typeof tokenMarket>>;

const usd = (dollars: number): number => Math.round(dollars * 1_000_000);
const close = (market: Market, uid: string) => market.commit(closeGuardEntry(uid, '1'));
const lossOf = ({ store }: Market, orderId: string) => readLoss(store.get(docs.loss(orderId)));

/** Lists the documents that a user can read or is told by. */
const toldTo = ({ store }: Market, uid: string): string[] =>
  [...store.all().keys()].filter(
    (path) =>
      path.startsWith(`users/${uid}/`) || (/^mails\//.test(path) && path.endsWith(`:${uid}`)),
  );

/** Bo bought 40 tokens for $20 and spent all of them; the account is closed. */
async function closedBuyer() {
  const market = await tokenMarket(true);
  await market.buy('o1', 'bo', '50', 40);
  const mint = { datId: 'blue', creatorUid: 'cy', editions: 1, priceCents: 2_000 };
  await market.commit(mintEntry({ ...mint, sharePpm: 25_000 }));
  await market.commit(buyEditionEntry({ datId: 'blue', number: 1, version: 1 }, 'bo', 2_000));
  await close(market, 'bo');
  return market;
}

describe('after an account was closed', () => {
  test('[N-MON-22] a dispute is a named loss, and nothing is told or stored of it', async () => {
    const market = await closedBuyer();
    const before = toldTo(market, 'bo');
    await market.refund('o1', 2_000, 'dp_1', 'dispute');
    expect(market.user('bo').debtMicros).toBe(0);
    expect(market.store.get(docs.debt('bo'))).toBeUndefined();
    expect(toldTo(market, 'bo')).toEqual(before);
    expect(lossOf(market, 'o1')).toMatchObject({ soldMicros: 0, closedMicros: usd(20) });
    expect(market.books().lostMicros).toBe(usd(20));
  });

  test('[N-MON-22] a dispute that is won ends the loss, and gives the closed account nothing', async () => {
    const market = await closedBuyer();
    const before = [toldTo(market, 'bo'), market.books().lostMicros];
    await market.refund('o1', 2_000, 'dp_1', 'dispute');
    const won = { id: 'dp_1', kind: 'dispute' as const, cents: 2_000 };
    await market.commit(reinstateEntry(market.order('o1'), won));
    expect([toldTo(market, 'bo'), market.books().lostMicros]).toEqual(before);
    expect(market.user('bo')).toMatchObject({ lots: [], earnedDays: [], debtMicros: 0 });
    expect(lossOf(market, 'o1')).toMatchObject({ soldMicros: 0, closedMicros: 0 });
  });

  test('[N-MON-22] a won dispute of what was taken back before it closed is the platform’s', async () => {
    const market = await tokenMarket(true);
    await market.buy('o1', 'bo', '50', 40);
    await market.refund('o1', 2_000, 'dp_1', 'dispute');
    await close(market, 'bo');
    const { platformMicros } = market.books();
    const won = { id: 'dp_1', kind: 'dispute' as const, cents: 2_000 };
    await market.commit(reinstateEntry(market.order('o1'), won));
    expect(market.user('bo')).toMatchObject({ lots: [], debtMicros: 0 });
    expect(market.books().platformMicros).toBe(platformMicros + usd(20));
    expect(market.stock('50')).toBe(1_000);
  });

  test('[N-MON-22] a payment that comes too late is returned, and the return is not told', async () => {
    const market = await tokenMarket(true);
    await market.reserve('late', 'bo', '50', 40);
    await market.commit(releaseEntry(market.order('late'), true));
    await close(market, 'bo');
    const before = toldTo(market, 'bo');
    const payment = { sessionId: 'cs', paymentIntentId: 'pi' };
    expect(await market.commit(settleEntry(market.order('late'), payment))).toEqual({
      outcome: 'refund',
    });
    await market.commit(refundedEntry('late', 'pi'));
    expect(market.order('late').state).toBe('refunded');
    expect(toldTo(market, 'bo')).toEqual(before);
  });

  test('[N-MON-22] a dispute of a payment that was returned is a loss, which ends when the dispute is won', async () => {
    const market = await tokenMarket(true);
    await market.reserve('late', 'bo', '50', 40);
    await market.commit(releaseEntry(market.order('late'), true));
    await market.commit(refundedEntry('late', 'pi'));
    await close(market, 'bo');
    const before = [toldTo(market, 'bo'), market.books()];
    await market.refund('late', 2_000, 're_late');
    await market.refund('late', 2_000, 'dp_1', 'dispute');
    expect(market.user('bo').debtMicros).toBe(0);
    expect(lossOf(market, 'late')).toMatchObject({ soldMicros: 0, closedMicros: usd(20) });
    expect(market.books().lostMicros).toBe(usd(20));
    const won = { id: 'dp_1', kind: 'dispute' as const, cents: 2_000 };
    await market.commit(reinstateEntry(market.order('late'), won));
    expect(lossOf(market, 'late')).toMatchObject({ closedMicros: 0 });
    expect([toldTo(market, 'bo'), market.books()]).toEqual(before);
    // The books never held the payment itself: the platform gains nothing by a refund that fails.
    const failed = { id: 're_late', kind: 'refund' as const, cents: 2_000 };
    await market.commit(reinstateEntry(market.order('late'), failed));
    expect(market.books()).toEqual(before[1]);
  });

  test.each<[string, (market: Market) => Promise<unknown>]>([
    ['tokens', (market) => market.buy('o2', 'bo', '50', 40)],
    ['an open order', (market) => market.reserve('o2', 'bo', '50', 40)],
    [
      'tokens that somebody’s order holds',
      async (market) => {
        await market.buy('o2', 'bo', '50', 40);
        await market.list('l', 'bo', 79, 40);
        await market.reserve('o3', 'cy', '79', 40);
        await market.cancel('l');
      },
    ],
    [
      'a debt',
      async (market) => {
        await market.buy('o2', 'bo', '50', 40);
        await market.list('l', 'bo', 79, 40);
        await market.reserve('o3', 'cy', '79', 40);
        await market.refund('o2', 2_000);
      },
    ],
  ])('[N-MON-22] it is not closed in the books while it has %s', async (_, make) => {
    const market = await tokenMarket(true);
    await make(market);
    await expect(close(market, 'bo')).rejects.toThrow();
    expect(market.user('bo').closedAt).toBeUndefined();
  });
});

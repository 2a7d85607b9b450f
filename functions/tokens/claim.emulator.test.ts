import { randomUUID } from 'node:crypto';
import { docs } from '@datchain/shared/contracts/paths.ts';
import { config } from '@datchain/shared/domain/config.ts';
import { isRefusal } from '@datchain/shared/domain/refusal.ts';
import { rewardThresholds } from '@datchain/testing/pure/rule-tables.ts';
import { collectors, commit } from '@datchain/testing/server/collectors.ts';
import { market } from '@datchain/testing/server/market.ts';
import { expect, test } from 'vitest';
import { openingWalletEntry } from '../journal/entries/tokens.ts';
import { services } from '../services.ts';
import { firestore } from '../stores/firebase.ts';
import { claim } from './claim.ts';

const m = market();
const { fanWith } = collectors(m);

async function spender(spendCents: number): Promise<string> {
  const uid = randomUUID();
  const opening = { uid, lots: [], spendCents, rewardQty: 0, earnedDays: [] };
  await commit(openingWalletEntry(opening));
  return uid;
}

test('[M-32] the price tiers begin and end at the exact cent', async () => {
  const books = firestore().doc(docs.books);
  const before = (await books.get()).data();
  const haveSold = async (cents: number) => {
    const { utilitySoldCents: own = 0 } = (await books.get()).data() ?? {};
    const { utilitySoldCents: all } = await services().guards.books();
    await books.set({ ...before, utilitySoldCents: cents - (all - own) });
  };
  for (const [utilitySoldCents, threshold] of rewardThresholds) {
    const spends = [threshold - 1, threshold, 2 * threshold];
    const [less = '', one = '', two = ''] = await Promise.all(spends.map(spender));
    await haveSold(utilitySoldCents);
    const said = `${utilitySoldCents} cents sold`;
    const short = await claim(services(), less);
    expect(isRefusal(short) && short.message, said).toBe('Nothing to claim yet.');
    const enough = await claim(services(), one);
    expect(enough, said).toEqual({ claimed: 1, qty: 1 });
    const twice = await claim(services(), two);
    expect(twice, said).toEqual({ claimed: 2, qty: 2 });
  }
  await (before ? books.set(before) : books.delete());
});

test('[M-33] one of two users who claim the last reward token at once gets it', async () => {
  const supply = firestore().doc(docs.supplyGuard);
  const before = await services().guards.supply();
  await supply.set({ ...before, issued: config.rewardSupply - 1 });
  const fans = [await fanWith(10, 250), await fanWith(10, 250)];
  const answers = await Promise.all(fans.map((fan) => m.call('claimRewardTokens', {}, fan.token)));
  const won = answers.filter(({ status }) => status === 200);
  expect(won.map(({ body }) => body.result)).toEqual([{ claimed: 1, qty: 1 }]);
  const lost = answers.filter(({ status }) => status !== 200);
  expect(lost.map(({ body }) => body.error.message)).toEqual(['Nothing to claim yet.']);
  expect((await services().guards.supply()).issued).toBe(config.rewardSupply);
  const held = await Promise.all(fans.map(({ uid }) => services().guards.user(uid)));
  expect(held.map(({ rewardQty }) => rewardQty).sort()).toEqual([0, 1]);
});

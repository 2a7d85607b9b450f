import { docs } from '@datchain/shared/contracts/paths.ts';
import { isRefusal } from '@datchain/shared/domain/refusal.ts';
import { describe, expect, test } from 'vitest';
import { memoryServer } from '../testing/books/memory-server.ts';
import { mintEntry } from './entries/editions.ts';
import { reserveEntry } from './entries/reserve.ts';
import { settleEntry } from './entries/settle.ts';
import {
  issueTokensEntry,
  openingWalletEntry,
  queueTokensEntry,
  unqueueTokensEntry,
  withdrawTokensEntry,
} from './entries/tokens.ts';
import { buyWantedEntry, missWantedEntry } from './entries/wanted-edition.ts';
import type { Entry } from './entry.ts';

async function desk() {
  const { services, store } = memoryServer(['bo']);
  const say = (entry: Entry) => services.books.commit(entry);
  const commit = async (entry: Entry) => {
    const outcome = await say(entry);
    if (isRefusal(outcome)) throw new Error(outcome.message);
    return outcome;
  };
  const refuses = async (entry: Entry, refusal: object) => {
    const before = store.all();
    expect(await say(entry)).toEqual({ refused: true, ...refusal });
    expect(store.all()).toEqual(before);
  };
  return { services, store, commit, refuses };
}

test('tokens come into a block only at the block’s own price', async () => {
  const { commit, refuses } = await desk();
  const lots = [{ blockId: '36', priceCents: 36, qty: 9, faceMicros: 3_240_000 }];
  const none = { spendCents: 0, rewardQty: 0, earnedDays: [] };
  await commit(openingWalletEntry({ uid: 'bo', lots, ...none }));
  await commit(issueTokensEntry('a', '40', 36, 10));
  const code = 'failed-precondition';
  const named = { code, message: 'Block 40 sells at 36 cents' };
  await refuses(issueTokensEntry('b', '40', 40, 10), named);
  const other = { code, message: 'Block 40 sells at another price' };
  await refuses(queueTokensEntry('l', 'bo', 40, 5), other);
});

test('[N-LCH-01] the platform withdraws what nobody bought or holds, once per key, and keeps the reason', async () => {
  const { services, store, commit, refuses } = await desk();
  const by = { uid: 'ann', reason: 'Too many' };
  await commit(issueTokensEntry('a', '50', 50, 60, { uid: 'ann', reason: 'The first' }));
  await commit(
    reserveEntry(
      'bo',
      { orderId: 'o', blockId: '50', qty: 40, variant: 'block' },
      'https://x.test',
    ),
  );
  const code = 'failed-precondition';
  const only = (qty: number) =>
    `Only ${qty} of the platform’s tokens at this price are neither sold nor held by an order.`;
  await refuses(withdrawTokensEntry('w', '50', 21, by), { code, message: only(20) });
  await refuses(withdrawTokensEntry('w', '51', 1, by), { code, message: only(0) });
  await commit(withdrawTokensEntry('w', '50', 15, by));
  await commit(withdrawTokensEntry('w', '50', 15, by));
  expect(await services.guards.listBlocks()).toMatchObject([
    { platformQty: 5, platformReserved: 40 },
  ]);
  expect([...store.all('decisions/').values()]).toMatchObject([
    { what: 'issue-tokens', id: '50', qty: 60, reason: 'The first', uid: 'ann' },
    { what: 'withdraw-tokens', id: '50', qty: 15, reason: 'Too many', uid: 'ann' },
  ]);
});

test('[N-LCH-01] no more is put on sale at a price than can be counted exactly', async () => {
  const { commit, refuses } = await desk();
  await commit(issueTokensEntry('a', '50', 50, 9_999_990));
  await refuses(issueTokensEntry('b', '50', 50, 11), {
    code: 'failed-precondition',
    message: 'At most 10 more tokens can be put on sale at this price.',
  });
});

test.each([35.999_999_999, 36.5])(
  '[R-LST-03] a block of %d cents is never stored: nobody could read the blocks any more',
  async (priceCents) => {
    const { services, store } = await desk();
    const before = store.all();
    const entry = issueTokensEntry('a', String(priceCents), priceCents, 10);
    await expect(services.books.commit(entry)).rejects.toThrow('which is not whole');
    expect(store.all()).toEqual(before);
  },
);

test('a listing that is not there, or is someone else’s, is not cancelled', async () => {
  const { commit, refuses } = await desk();
  const lots = [{ blockId: '36', priceCents: 36, qty: 9, faceMicros: 3_240_000 }];
  const none = { spendCents: 0, rewardQty: 0, earnedDays: [] };
  await commit(openingWalletEntry({ uid: 'bo', lots, ...none }));
  const listing = { listingId: 'l', uid: 'bo', priceCents: 40, qty: 5 };
  const unknown = { code: 'not-found', message: 'Listing not found' };
  await refuses(unqueueTokensEntry(listing, 0), unknown);
  await commit(queueTokensEntry('l', 'bo', 40, 5));
  await refuses(unqueueTokensEntry({ ...listing, uid: 'ana' }, 0), unknown);
  await refuses(unqueueTokensEntry({ ...listing, listingId: 'm' }, 0), unknown);
});

describe('[N-BUY-06] the edition of an order is decided once', () => {
  const ref = { datId: 'blue', number: 1, version: 1 };

  async function ordered() {
    const made = await desk();
    const { commit, services } = made;
    await commit(issueTokensEntry('a', '50', 50, 60));
    const mint = { datId: 'blue', creatorUid: 'ana', editions: 1, priceCents: 1_000 };
    await commit(mintEntry({ ...mint, sharePpm: 25_000 }));
    const edition = { datId: 'blue', number: 1, priceCents: 1_000 };
    const request = { orderId: 'o', blockId: '50', qty: 30, variant: 'block', edition } as const;
    await commit(reserveEntry('bo', request, 'https://x.test'));
    const find = async () => {
      const order = await services.orders.find('o');
      if (!order) throw new Error('There is no order');
      return order;
    };
    const settle = async () =>
      commit(settleEntry(await find(), { sessionId: 'cs', paymentIntentId: 'pi' }));
    return { ...made, find, settle };
  }

  test('what was missed is not bought any more, nor missed what was bought', async () => {
    const missed = await ordered();
    await missed.settle();
    await missed.commit(missWantedEntry('o', 'The price has changed.'));
    const nothing = { recorded: false, result: null };
    const buy = async ({ find }: typeof missed) => buyWantedEntry(ref, await find(), 1_000);
    expect(await missed.commit(await buy(missed))).toMatchObject(nothing);
    expect((await missed.find()).edition).toMatchObject({ state: 'missed' });
    const bought = await ordered();
    await bought.settle();
    await bought.commit(await buy(bought));
    expect(await bought.commit(missWantedEntry('o', 'Too late'))).toMatchObject(nothing);
    expect((await bought.find()).edition).toMatchObject({ state: 'bought' });
  });

  test('what is not paid is not bought, also with tokens from elsewhere', async () => {
    const { commit, refuses, find, store } = await ordered();
    const lots = [{ blockId: '36', priceCents: 36, qty: 90, faceMicros: 32_400_000 }];
    const none = { spendCents: 0, rewardQty: 0, earnedDays: [] };
    await commit(openingWalletEntry({ uid: 'bo', lots, ...none }));
    await refuses(buyWantedEntry(ref, await find(), 1_000), {
      ...{ code: 'failed-precondition', message: 'The payment went back to the card.' },
    });
    expect(store.all().get(docs.datGuard('blue'))?.editions).toMatchObject([{ ownerUid: 'ana' }]);
  });
});

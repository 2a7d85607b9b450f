import { docs } from '@datchain/shared/contracts/paths.ts';
import type { DatGuard, EditionState } from '@datchain/shared/domain/books/guards.ts';
import { isRefusal } from '@datchain/shared/domain/refusal.ts';
import { describe, expect, test } from 'vitest';
import { memoryServer } from '../testing/books/memory-server.ts';
import {
  buyEditionEntry,
  listEditionEntry,
  mintEntry,
  openingDatEntry,
  unlistEditionEntry,
} from './entries/editions.ts';
import { openingWalletEntry } from './entries/tokens.ts';
import type { Entry } from './entry.ts';

const lots = [
  { blockId: '70', priceCents: 70, qty: 15, faceMicros: 10_500_000 },
  { blockId: '61', priceCents: 61, qty: 200, faceMicros: 140_000_000 },
];
const mint = { datId: 'blue', creatorUid: 'ana', editions: 1, priceCents: 1_000, sharePpm: 25_000 };
const ref = (version: number) => ({ datId: 'blue', number: 1, version });

/** Ana, Bo and Cy have 215 tokens each, worth 70 cents; Ana has released a DAT with one edition. */
async function market() {
  const { services, store, wait } = memoryServer([]);
  const say = (entry: Entry) => services.books.commit(entry);
  const commit = async (entry: Entry) => {
    const outcome = await say(entry);
    if (isRefusal(outcome)) throw new Error(outcome.message);
    return outcome;
  };
  for (const uid of ['ana', 'bo', 'cy']) {
    const wallet = { uid, lots, spendCents: 0, rewardQty: 0, earnedDays: [] };
    await commit(openingWalletEntry(wallet));
  }
  await commit(mintEntry(mint));
  const read = (path: string) => store.all().get(path);
  return {
    ...{ say, commit, read, wait, store },
    seen: (uid: string, entryId: string) => read(docs.movement(uid, entryId)),
    holdings: (uid: string) =>
      [...store.all(docs.workHoldings(uid, '')).values()].flatMap(
        ({ holdings }) => holdings as object[],
      ),
    refs: (entryId: string) => read(docs.entry(entryId))?.refs,
  };
}

describe('an edition goes from hand to hand', () => {
  test('and everyone sees what it brought them, in one line', async () => {
    const { commit, seen, refs, read } = await market();
    await commit(buyEditionEntry(ref(1), 'bo', 1_000));
    const sale = { edition: 1, datId: 'blue' };
    const first = 'edition-sale:blue:1:1';
    expect(seen('bo', first)).toMatchObject({ ...sale, tokens: 15, changeLeftMicros: 500_000 });
    expect(seen('bo', first)).not.toHaveProperty('changeSpentMicros');
    expect(seen('ana', first)).toMatchObject({ kind: 'edition-sold', earnedMicros: 8_000_000 });

    await commit(listEditionEntry(ref(2), 'bo', 2_000));
    await commit(buyEditionEntry(ref(3), 'cy', 2_000));
    const second = 'edition-sale:blue:1:3';
    expect(seen('cy', second)).not.toHaveProperty('earnedMicros');
    expect(seen('bo', second)).toMatchObject({ kind: 'edition-sold', earnedMicros: 15_000_000 });
    expect(seen('ana', second)).toMatchObject({ kind: 'royalty', earnedMicros: 2_000_000 });
    expect(refs(second)).toEqual({
      ...{ sale: 'resale', sellerMicros: 15_000_000, creatorMicros: 2_000_000 },
    });

    // Back to its creator, whose own share is in the line of the purchase.
    await commit(listEditionEntry(ref(4), 'cy', 3_000));
    await commit(buyEditionEntry(ref(5), 'ana', 3_000));
    const third = 'edition-sale:blue:1:5';
    expect(seen('ana', third)).toMatchObject({ kind: 'edition-bought', earnedMicros: 3_000_000 });
    expect(seen('cy', third)).toMatchObject({ kind: 'edition-sold', earnedMicros: 22_500_000 });

    // Sold by its creator once more: price and royalty together.
    await commit(listEditionEntry(ref(6), 'ana', 4_000));
    await commit(buyEditionEntry(ref(7), 'bo', 4_000));
    const last = 'edition-sale:blue:1:7';
    expect(seen('bo', last)).toMatchObject({ tokens: 57, changeSpentMicros: 500_000 });
    expect(seen('ana', last)).toMatchObject({ kind: 'edition-sold', earnedMicros: 34_000_000 });
    expect(read(docs.datTotals('blue'))?.salesMicros).toBe(100_000_000);
  });

  test('at the version that was seen: two changes at once are one', async () => {
    const { say, commit, holdings } = await market();
    expect(holdings('ana')).toMatchObject([{ datId: 'blue', number: 1, isForSale: true }]);
    const moved = {
      refused: true,
      code: 'aborted',
      message: 'This edition has just changed. Look again.',
      keyTaken: true,
    };
    expect(await say(buyEditionEntry(ref(2), 'bo', 1_000))).toEqual(moved);
    await commit(buyEditionEntry(ref(1), 'bo', 1_000));
    expect(await say(listEditionEntry(ref(4), 'bo', 2_000))).toEqual(moved);
    await commit(listEditionEntry(ref(2), 'bo', 2_000));
    expect(await say(unlistEditionEntry(ref(4), 'bo'))).toEqual(moved);
    expect(holdings('bo')).toMatchObject([{ isForSale: true, sold: false }]);
    // The same offer again is none.
    const again = await commit(listEditionEntry(ref(3), 'bo', 2_000));
    expect(again).toMatchObject({ recorded: false, result: null });
  });

  test('of a DAT that is there', async () => {
    const { say } = await market();
    const unknown = { refused: true, code: 'not-found', message: 'Edition not found' };
    const none = { datId: 'red', number: 1, version: 1 };
    expect(await say(buyEditionEntry(none, 'bo', 1_000))).toEqual(unknown);
    expect(await say(listEditionEntry(none, 'bo', 1_000))).toEqual(unknown);
    expect(await say(buyEditionEntry({ ...ref(1), number: 2 }, 'bo', 1_000))).toMatchObject({
      code: 'not-found',
    });
  });
});

describe('a DAT from before the journal', () => {
  const edition = (number: number, over: Partial<EditionState>): EditionState => ({
    ...{ number, ownerUid: 'ana', priceCents: 500, askPriceCents: 500, sharePpm: 25_000 },
    ...{ version: 1, wasSold: false, owners: [{ uid: 'ana', since: 10 }], ...over },
  });
  const since = (uid: string, at: number) => ({ uid, since: at });
  /** Sold and kept; never sold; given to Cy; sold to Bo, who offers it. */
  const old: DatGuard = {
    id: 'old',
    creatorUid: 'ana',
    editions: [
      edition(1, {
        ...{ ownerUid: 'cy', askPriceCents: null, wasSold: true },
        owners: [since('ana', 10), since('cy', 20)],
      }),
      edition(2, {}),
      edition(3, {
        ...{ ownerUid: 'cy', askPriceCents: null },
        owners: [since('ana', 10), since('cy', 20)],
      }),
      edition(4, {
        ...{ ownerUid: 'bo', priceCents: 1_000, askPriceCents: 1_200, wasSold: true },
        owners: [since('ana', 10), since('bo', 30)],
      }),
    ],
  };
  const totals = { streamMicros: 7, salesMicros: 15_000_000 };

  test('brings its owners what they hold, and its creator what the first sales brought', async () => {
    const { commit, holdings, read } = await market();
    await commit(openingDatEntry(old, totals));
    const held = (uid: string) =>
      (holdings(uid) as { datId: string; number: number; sold: boolean; isForSale: boolean }[])
        .filter(({ datId }) => datId === 'old')
        .map(({ number, sold, isForSale }) => [number, sold, isForSale]);
    expect(held('ana')).toEqual([
      [1, true, false],
      [2, false, true],
      [3, true, false],
      [4, true, false],
    ]);
    expect(held('bo')).toEqual([[4, false, true]]);
    expect(held('cy')).toEqual([
      [1, false, false],
      [3, false, false],
    ]);
    expect(read(docs.userGuard('ana'))?.datEarnedMicros).toBe(12_000_000);
    expect(read(docs.datTotals('old'))).toEqual(totals);
    // A second one adds what it brought, not what was there.
    await commit(openingDatEntry({ ...old, id: 'older' }, totals));
    expect(read(docs.entry('opening-dat:older'))?.postings).toMatchObject([
      { account: 'world:opening', delta: -12_000_000 },
      { account: 'owed:ana', delta: 12_000_000 },
    ]);
  });

  test('and one that was released are never one and the same', async () => {
    const { say, commit } = await market();
    const there = { refused: true, code: 'already-exists', message: 'This DAT exists already.' };
    expect(await say(openingDatEntry({ ...old, id: 'blue' }, totals))).toEqual(there);
    await commit(openingDatEntry(old, totals));
    expect(await say(mintEntry({ ...mint, datId: 'old' }))).toEqual(there);
  });
});

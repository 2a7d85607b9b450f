import { describe, expect, test } from 'vitest';
import { debtText } from './debts.ts';
import {
  type Account,
  creatorProceeds,
  type EditionSale,
  earnWithEdition,
  listEdition,
  mintDat,
  sellEdition,
  unlistEdition,
  withHolding,
} from './editions.ts';
import {
  type DatGuard,
  type EditionState,
  emptyHoldings,
  emptyUserGuard,
  type Holding,
} from './guards.ts';
import { aLot, net } from './testing/orders.ts';

const now = Date.parse('2026-11-20T12:00:00Z');

const fresh = mintDat(
  { datId: 'blue', creatorUid: 'ana', editions: 2, priceCents: 1_000, sharePpm: 25_000 },
  10,
);
const withEditions = (...changes: readonly Partial<EditionState>[]): DatGuard => ({
  ...fresh,
  editions: fresh.editions.map((edition, index) => ({ ...edition, ...changes[index] })),
});
const resale = withEditions(
  { ownerUid: 'bo', wasSold: true, askPriceCents: 2_000, version: 3 },
  { ownerUid: 'bo', wasSold: true, askPriceCents: null, version: 2 },
);

const line = (changes: Partial<Holding> = {}): Holding => ({
  datId: 'blue',
  number: 1,
  sharePpm: 25_000,
  earnedMicros: 0,
  sold: false,
  isForSale: false,
  ...changes,
});

const people = (holdings: Record<string, readonly Holding[]> = {}, debtMicros = 0) =>
  new Map<string, Account>(
    ['ana', 'bo', 'cy'].map((uid) => [
      uid,
      {
        user: { ...emptyUserGuard(uid), lots: [aLot('30', 100, 1)], debtMicros },
        holdings: { ...emptyHoldings(uid), holdings: holdings[uid] ?? [] },
      },
    ]),
  );

const cyBuys = { number: 1, buyerUid: 'cy', expectedCents: 2_000 };

function sold(dat: DatGuard, expectedCents: number, before = people()): EditionSale {
  const sale = sellEdition(dat, { number: 1, buyerUid: 'cy', expectedCents }, before, now);
  if ('refused' in sale) throw new Error(sale.message);
  return sale;
}

const refusal = (code: string, message: string) => ({ refused: true, code, message });
const notFound = refusal('not-found', 'Edition not found');

describe('the sale of an edition', () => {
  test('as a primary sale pays the creator 80% and no royalty', () => {
    const sale = sold(fresh, 1_000, people({ ana: [line({ isForSale: true })] }));
    expect(sale.earned).toEqual([{ uid: 'ana', micros: 8_000_000, kind: 'sale' }]);
    expect(sale.accounts.get('ana')?.holdings.holdings).toEqual([
      line({ sold: true, earnedMicros: 8_000_000 }),
    ]);
    expect(creatorProceeds(1_000)).toBe(8_000_000);
    expect(sale.accounts.get('bo')).toEqual(people().get('bo'));
  });

  test('as a resale pays the seller 75%, the creator 10% and the platform 5%', () => {
    const sale = sold(resale, 2_000, people({ bo: [line({ isForSale: true })] }));
    expect(sale.earned).toEqual([
      { uid: 'bo', micros: 15_000_000, kind: 'sale' },
      { uid: 'ana', micros: 2_000_000, kind: 'royalty' },
    ]);
    expect(sale).toMatchObject({ platformMicros: 1_000_000, backingMicros: 18_000_000 });
    const days = [{ date: '2026-11-20', totalMicros: 15_000_000, spentMicros: 0 }];
    const bo = { earnedDays: days, datEarnedMicros: 15_000_000 };
    expect(sale.accounts.get('bo')?.user).toMatchObject(bo);
  });

  test('[N-FIG-01] pays whole cents, and the platform bears the difference to 90% of the price', () => {
    const odd = withEditions(
      { ...resale.editions[0], askPriceCents: 2_333 },
      resale.editions[1] ?? {},
    );
    const sale = sold(odd, 2_333, people({ bo: [line({ isForSale: true })] }));
    expect(sale.earned.map(({ uid, micros }) => [uid, micros])).toEqual([
      ['bo', 17_500_000],
      ['ana', 2_330_000],
    ]);
    expect(sale).toMatchObject({ platformMicros: 1_170_000, roundingMicros: -3_000 });
    expect(net(sale.postings)).toMatchObject({
      'backing USD': -20_997_000,
      'owed:bo USD': 17_500_000,
      'owed:ana USD': 2_330_000,
      'platform USD': 1_167_000,
    });
  });

  test('gives the edition to its buyer, off sale and with the paid price as its own', () => {
    const before = people({ bo: [line({ isForSale: true })], cy: [line({ sold: true })] });
    const { dat, accounts } = sold(resale, 2_000, before);
    expect(dat.editions[0]).toEqual({
      ...resale.editions[0],
      ownerUid: 'cy',
      priceCents: 2_000,
      askPriceCents: null,
      version: 4,
      owners: [
        { uid: 'ana', since: 10 },
        { uid: 'cy', since: now },
      ],
    });
    expect(dat.editions[1]).toEqual(resale.editions[1]);
    expect(accounts.get('bo')?.holdings.holdings).toEqual([
      line({ sold: true, earnedMicros: 15_000_000 }),
    ]);
    expect(accounts.get('cy')?.holdings.holdings).toEqual([line()]);
    const lots = [aLot('30', 33, 1, 10_000_000)];
    expect(accounts.get('cy')?.user).toEqual({ ...emptyUserGuard('cy'), lots });
  });

  test.each([
    ['an edition that does not exist', fresh, { ...cyBuys, number: 3 }, notFound],
    [
      'the buyer’s own edition',
      resale,
      { ...cyBuys, buyerUid: 'bo' },
      refusal('failed-precondition', 'You already own this edition.'),
    ],
    [
      'an edition that is no longer for sale',
      resale,
      { ...cyBuys, number: 2, expectedCents: null },
      refusal('aborted', 'This edition has already been sold.'),
    ],
    [
      'an expected price that is not the current one',
      resale,
      { ...cyBuys, expectedCents: 1_999 },
      refusal('aborted', 'The price has changed.'),
    ],
    [
      'a price one cent above the buyer’s tokens',
      withEditions({ ownerUid: 'bo', askPriceCents: 3_001 }),
      { ...cyBuys, expectedCents: 3_001 },
      refusal('failed-precondition', 'Not enough tokens'),
    ],
  ])('is refused for %s', (_, dat, purchase, refused) => {
    expect(sellEdition(dat, purchase, people(), now)).toEqual(refused);
  });

  test('is refused to a user in debt, and names the amount owed', () => {
    const owing = { ...refusal('failed-precondition', debtText(1)), owes: true };
    expect(sellEdition(resale, cyBuys, people({}, 1), now)).toEqual(owing);
  });

  test.each([['cy'], ['bo'], ['ana']])('throws if the guards of %s were not read', (uid) => {
    const before = people();
    before.delete(uid);
    expect(() => sellEdition(resale, cyBuys, before, now)).toThrow(
      `sellEdition: the guards of ${uid} are missing`,
    );
  });
});

describe('an offer of an edition', () => {
  test('is made by its owner once the DAT is sold out', () => {
    const again = withEditions(
      { ownerUid: 'bo', wasSold: true, askPriceCents: null, version: 2 },
      { wasSold: true },
    );
    expect(listEdition(again, 1, 'bo', 1_800)).toEqual({
      ...again,
      editions: [{ ...again.editions[0], askPriceCents: 1_800, version: 3 }, again.editions[1]],
    });
    const notYet = withEditions({ ownerUid: 'bo', wasSold: true, askPriceCents: null });
    expect(listEdition(notYet, 1, 'bo', 1_800)).toEqual(
      refusal('failed-precondition', 'Editions can be resold once the DAT is sold out.'),
    );
  });

  test('cannot ask less than the edition’s own price', () => {
    const tooLittle = refusal('invalid-argument', 'Price must be at least $10.00');
    expect(listEdition(resale, 1, 'bo', 999)).toEqual(tooLittle);
  });

  test('can be cancelled, which takes the edition off sale', () => {
    expect(unlistEdition(resale, 1, 'bo')).toEqual({
      ...resale,
      editions: [{ ...resale.editions[0], askPriceCents: null, version: 4 }, resale.editions[1]],
    });
  });

  test('cannot be cancelled before the edition’s first sale', () => {
    const stays = refusal('failed-precondition', 'First-sale editions stay for sale.');
    expect(unlistEdition(fresh, 1, 'ana')).toEqual(stays);
  });

  test.each([
    ['somebody else’s edition', 1, 'cy'],
    ['an unknown edition', 3, 'bo'],
  ])('is refused for %s as if the edition did not exist', (_, number, uid) => {
    expect(listEdition(resale, number, uid, 2_000)).toEqual(notFound);
    expect(unlistEdition(resale, number, uid)).toEqual(notFound);
  });
});

describe('the line of an edition among a user’s holdings', () => {
  const edition = { number: 1, sharePpm: 25_000 };

  test('is owned and not for sale by default', () => {
    const made = withHolding(emptyHoldings('bo'), 'blue', edition, (same) => same);
    expect(made).toEqual({ ...emptyHoldings('bo'), holdings: [line()] });
  });

  test('changes alone: other editions of the same and other DATS stay', () => {
    const others = [line({ number: 2 }), line({ datId: 'red' })];
    const sell = (holding: Holding) => ({ ...holding, sold: true });
    const bo = emptyHoldings('bo');
    const owned = { ...bo, holdings: [...others, line()] };
    const known = withHolding(owned, 'blue', edition, sell);
    expect(known.holdings).toEqual([...others, line({ sold: true })]);
    const made = withHolding({ ...bo, holdings: others }, 'blue', edition, sell);
    expect(made.holdings).toEqual([...others, line({ sold: true })]);
  });

  test('is not created, nor a day of earnings, if the edition earned nothing', () => {
    const [account] = people().values();
    if (!account) throw new Error('nobody');
    expect(earnWithEdition(account, 'blue', edition, 0, now)).toEqual(account);
  });
});

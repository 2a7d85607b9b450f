import { booksPaths } from '@datchain/shared/contracts/documents/books.ts';
import { storeBlockGuard } from '@datchain/shared/contracts/documents/guards.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import { emptyUserGuard, type QueueLine } from '@datchain/shared/domain/books/guards.ts';
import { emptyQueue } from '@datchain/shared/domain/books/queue.ts';
import { describe, expect, test } from 'vitest';
import type { Data } from '../stores/document-store.ts';
import { publicNames } from '../stores/public-names.ts';
import { namedPaths, pathsOf, projectOne, sellersOf, split } from './projections.ts';
import { historyOf, liveOf, namedWith, summaryOf } from './public-dats.ts';

/** Bo chose to be named nowhere; Ana and Cy have profiles, Cy's with an uploaded picture. */
const people: Readonly<Record<string, Data>> = {
  [docs.publicProfile('ana')]: { username: 'Ana', profileImageUrl: '/ana.webp' },
  [docs.publicProfile('bo')]: { username: 'Bo', profileImageUrl: '/bo.webp' },
  [docs.publicProfile('cy')]: {
    username: 'Cy',
    profileImageUrl: 'https://x.test/profile_pictures/cy',
  },
  [docs.publicLogPerson('bo')]: { salt: 'a'.repeat(64), person: 'number-of-bo', isUnnamed: true },
};
const names = publicNames((path) => people[path]);

const projected = (touched: string, documents: Readonly<Record<string, object>>) =>
  projectOne(touched, (path) => documents[path] as Data | undefined, names);

test('each part of the truth is made of its own documents', () => {
  expect(pathsOf('user:ana')).toEqual(['guards/user:ana', 'guards/works:ana:0']);
  expect(pathsOf('works:a:b:7')).toEqual(['guards/works:a:b:7']);
  expect(pathsOf('dat:blue')).toEqual([
    docs.datGuard('blue'),
    docs.datTotals('blue'),
    docs.recordingFacts('blue'),
  ]);
  expect(pathsOf('block:50')).toEqual(['guards/block:50']);
  expect(pathsOf('supply')).toEqual([docs.supplyGuard, ...booksPaths]);
  expect(() => pathsOf('order:o')).toThrow('Nothing is projected for order:o');
  expect(split('user:a:b')).toEqual(['user', 'a:b']);
  expect(split('supply')).toEqual(['supply', '']);
  expect(split(':odd')).toEqual(['', 'odd']);
});

describe('what a user is shown', () => {
  const lot = { blockId: '36', priceCents: 36, qty: 10, faceMicros: 3_600_000 };
  const ana = {
    ...emptyUserGuard('ana'),
    lots: [
      { ...lot, since: [{ qty: 10, at: 1 }] },
      { ...lot, blockId: '50', priceCents: 50 },
    ],
    spendCents: 1_234,
    awarded: 2,
    rewardQty: 3,
    earnedDays: [
      { date: '2026-10-01', totalMicros: 5_000_000, spentMicros: 1_000_000 },
      { date: '2026-10-02', totalMicros: 2_000_000, spentMicros: 0 },
    ],
    datEarnedMicros: 4_000_000,
  };
  const holding = { datId: 'blue', number: 2, sharePpm: 25_000, earnedMicros: 4_000_000 };
  const work = { uid: 'ana', datId: 'blue', page: 0, isCreator: false, created: [] };
  const holdings = { ...work, holdings: [{ ...holding, sold: false, isForSale: true }] };
  const show = (user: object, more: object = {}) => {
    const own = { ...holdings, ...more };
    const guards = {
      [docs.userGuard('ana')]: user,
      [docs.worksPage('ana', 0)]: { uid: 'ana', page: 0, datIds: ['blue'] },
      [docs.workHoldings('ana', 'blue')]: own,
    };
    return projected('user:ana', guards);
  };

  test('is tokens, spend, reward tokens, and what was earned beside the editions', () => {
    expect(show({ ...ana, lots: ana.lots.map(({ since: _, ...one }: Data) => one) }).live).toEqual({
      'datchainwallets/ana': { 36: { price: 0.36, qty: 10 }, 50: { price: 0.5, qty: 10 } },
      'utilitySpend/ana': { totalCents: 1_234, awarded: 2 },
      'datChainTokenWallets/ana/qty': 3,
      'users/ana/summary/currentCreditsStrings': { totalCredits: '72' },
      'users/ana/summary/earnedCreditsStrings': { totalCredits: '30' },
      'users/ana/summary/earnedCreditsByDate': {
        '2026-10-01': { total: 50, spent: 10 },
        '2026-10-02': { total: 20, spent: 0 },
      },
    });
  });

  test('is in the wallet, in dollars and per cent; a debt, change and earnings of a creator only where there are any', () => {
    const lots = [lot, { ...lot, blockId: '50', priceCents: 50 }];
    const wallet = {
      balance: 7.2,
      lots,
      ownedDats: [
        { id: 'blue', edition: 2, earnings: 4, sold: false, isForSale: true, royalties: 2.5 },
      ],
    };
    const at = docs.wallet('ana');
    const plain = { ...ana, lots };
    expect(show(plain).documents).toStrictEqual([{ path: at, data: wallet }]);
    const created = [{ datId: 'blue', earnedMicros: 7 }];
    expect(show(plain, { created }).documents).toStrictEqual([
      { path: at, data: { ...wallet, created } },
    ]);
    const owing = { ...plain, debtMicros: 5, changeMicros: 300_000 };
    expect(show(owing).documents).toStrictEqual([
      {
        path: at,
        data: {
          balance: 7.5,
          debtMicros: 5,
          changeMicros: 300_000,
          lots,
          ownedDats: wallet.ownedDats,
        },
      },
    ]);
  });
});

describe('the works of a wallet', () => {
  const sums = {
    ...{ works: 101, held: 101, editions: 101, released: 0 },
    ...{ heldMicros: 9, soldOnMicros: 0, releasedMicros: 0 },
  };
  const line = { number: 1, sharePpm: 25_000, earnedMicros: 1_000_000, sold: false };
  const work = (datId: string, page: number) => ({
    ...{ uid: 'ana', datId, page, isCreator: false, created: [] },
    holdings: [{ ...line, datId, isForSale: false }],
  });
  const truth = (works: object) => ({
    [docs.userGuard('ana')]: { ...emptyUserGuard('ana'), works },
    [docs.worksPage('ana', 0)]: { uid: 'ana', page: 0, datIds: ['red', 'blue'] },
    [docs.worksPage('ana', 1)]: { uid: 'ana', page: 1, datIds: ['green'] },
    [docs.workHoldings('ana', 'red')]: work('red', 0),
    [docs.workHoldings('ana', 'blue')]: work('blue', 0),
    [docs.workHoldings('ana', 'green')]: {
      ...work('green', 1),
      created: [{ datId: 'green', earnedMicros: 8 }],
    },
  });
  const shownLine = (id: string) => ({
    ...{ id, edition: 1, earnings: 1, sold: false, isForSale: false, royalties: 2.5 },
  });

  test('are in it by the order of its first page, and on pages of their own behind that', () => {
    const documents = truth({ ...sums, works: 100 });
    const read = (path: string) => documents[path] as Data | undefined;
    expect(namedPaths('user:ana', read)).toEqual([
      docs.workHoldings('ana', 'red'),
      docs.workHoldings('ana', 'blue'),
    ]);
    expect(namedPaths('works:ana:1', read)).toEqual([docs.workHoldings('ana', 'green')]);
    expect(namedPaths('user:bo', read)).toEqual([]);
    expect(namedPaths('dat:blue', read)).toEqual([]);
    expect(projected('user:ana', documents).documents).toStrictEqual([
      {
        path: docs.wallet('ana'),
        data: { balance: 0, lots: [], ownedDats: ['red', 'blue'].map(shownLine) },
      },
    ]);
    expect(projected('works:ana:1', documents)).toStrictEqual({
      live: {},
      documents: [
        {
          path: docs.walletPage('ana', 1),
          data: {
            datIds: ['green'],
            ownedDats: [shownLine('green')],
            created: [{ datId: 'green', earnedMicros: 8 }],
          },
        },
      ],
    });
  });

  test('are added up where there are more than a page', () => {
    const [main] = projected('user:ana', truth(sums)).documents;
    expect(main?.data.works).toEqual(sums);
  });
});

describe('what a block shows', () => {
  const line = (sellerUid: string, qty: number) =>
    ({ number: 0, qty, faceMicros: qty * 370_000, listings: 1, sellerUid }) as QueueLine;
  const block = (...lines: QueueLine[]) => ({
    id: '50',
    priceCents: 50,
    platformQty: 30,
    platformReserved: 4,
    queue: { ...emptyQueue(), lines },
  });
  const show = (...lines: QueueLine[]) => {
    const stored = { [docs.blockGuard('50')]: storeBlockGuard(block(...lines)) };
    return projected('block:50', stored);
  };
  const shown = {
    price: 0.5,
    platformRemaining: 30,
    sellQty: 0,
    sellFace: 0,
    walletId: 'platform',
  };

  test('is its price, its stock and whose tokens are next', () => {
    expect(show()).toEqual({ live: { 'tokenBlocks/50': shown }, documents: [] });
    const queued = show(line('ana', 5), { ...line('bo', 7), number: 1 });
    expect(queued.live).toEqual({
      'tokenBlocks/50': { ...shown, sellQty: 12, sellFace: 4.44, walletId: 'ana' },
    });
    expect(sellersOf(block(line('ana', 5), line('bo', 7)))).toEqual(['ana']);
  });

  test('leaves out the name of a user who chose to be unnamed', () => {
    expect(show(line('bo', 7)).live).toEqual({
      'tokenBlocks/50': { ...shown, sellQty: 7, sellFace: 2.59, walletId: 'unnamed' },
    });
  });

  test('is nothing where there is none', () => {
    expect(projected('block:50', {}).live).toEqual({ 'tokenBlocks/50': null });
    expect(sellersOf(undefined)).toEqual([]);
    expect(sellersOf(block())).toEqual([]);
  });
});

test('what a DAT brought is shown before anyone’s share', () => {
  const totals = { streamMicros: 1_500_000, salesMicros: 10_000_000 };
  expect(projected('dat:blue', { [docs.datTotals('blue')]: totals })).toEqual({
    live: {
      'streamStats/blue/totalEarnings': 1.5,
      'earnings/blue/totalEarnings': 11.5,
      'earnings/blue/sales/totalEarnings': 10,
    },
    documents: [],
  });
});

test('of the pool whole cents are shown, beside the price that someone set', () => {
  const supply = { poolMicros: 1_999_999, circulating: 7, issued: 5 };
  const books = { utilitySoldCents: 99, backingMicros: 1, platformMicros: 1 };
  expect(projected('supply', { [docs.supplyGuard]: supply, [docs.books]: books })).toEqual({
    live: {
      'metrics/datToken/poolCents': 199,
      'metrics/datToken/circulating': 7,
      'metrics/datToken/issuedToUsers': 5,
      'metrics/utilitySold/totalCents': 99,
    },
    documents: [],
  });
});

describe('a DAT as everyone sees it', () => {
  const edition = {
    ...{ priceCents: 500, sharePpm: 25_000, version: 1, owners: [] },
    ...{ wasSold: true, askPriceCents: null },
  };
  const dat = {
    id: 'blue',
    creatorUid: 'ana',
    editions: [
      { ...edition, number: 1, ownerUid: 'ana', askPriceCents: 600, wasSold: false },
      { ...edition, number: 2, ownerUid: 'bo' },
      { ...edition, number: 3, ownerUid: 'cy', priceCents: 700 },
    ],
  };

  test('has the price, offer and owner of each edition, and no address that has a uid in it', () => {
    const other = { isForSale: false, wasSold: true, isWithCreator: false };
    const shown = {
      1: {
        ...{ priceCents: 600, isForSale: true, wasSold: false, isWithCreator: true },
        ...{ username: 'Ana', profileImageUrl: '/ana.webp' },
      },
      2: { ...other, priceCents: 500, username: '', profileImageUrl: '' },
      3: { ...other, priceCents: 700, username: 'Cy', profileImageUrl: '' },
    };
    expect(liveOf(dat, names)).toStrictEqual({ 'datLive/blue': shown });
    const takenDown = { at: 1, reason: 'A claim' };
    expect(liveOf({ ...dat, takenDown }, names)).toStrictEqual({
      'datLive/blue': { ...shown, takenDown },
    });
  });

  test('has a row in the summary, in dollars and per cent', () => {
    const row = {
      id: 'blue',
      SoldOut: false,
      creatorProfileURL: '/ana.webp',
      editions: [
        {
          ...{ edition: 1, price: 6, isForSale: true, royalties: 2.5, currentOwnerId: 'ana' },
          ...{ username: 'Ana', profileImageUrl: '/ana.webp' },
        },
        {
          ...{ edition: 2, price: 5, isForSale: false, royalties: 2.5 },
          ...{ currentOwnerId: 'number-of-bo', username: '', profileImageUrl: '' },
        },
        {
          ...{ edition: 3, price: 7, isForSale: false, royalties: 2.5, currentOwnerId: 'cy' },
          ...{ username: 'Cy', profileImageUrl: 'https://x.test/profile_pictures/cy' },
        },
      ],
      ownedEditions: [2, 3],
      creatorUsername: 'Ana',
    };
    expect(summaryOf(dat, names)).toStrictEqual(row);
    const takenDown = { at: 1, reason: 'A claim' };
    const down = { ...dat, takenDown, takedownVersion: 1 };
    expect(summaryOf(down, names)).toStrictEqual({ ...row, takenDown });
    const restored = { ...dat, takedownVersion: 2 };
    expect(summaryOf(restored, names)).toStrictEqual({ ...row, takenDown: null });
    const gone = publicNames((path) =>
      path === docs.publicProfile(dat.creatorUid) ? { username: 'cy', isGone: true } : undefined,
    );
    expect(summaryOf(dat, gone)).toMatchObject({ isCreatorGone: true });
    const recordingFacts = { isrc: 'GBXNQ2600417' };
    expect(summaryOf(dat, names, recordingFacts)).toStrictEqual({ ...row, recordingFacts });
  });

  test('has a history, in which its artist is named and others as they chose', () => {
    const sold = {
      ...{ datId: 'blue', at: 5, kind: 'sold' as const, edition: 2, priceCents: 500 },
      ...{ fromUid: 'cy', toUid: 'bo', version: 2 },
    };
    const { path, data } = historyOf(dat, [sold], names);
    expect(path).toBe(docs.datHistory('blue'));
    expect(data).toMatchObject({ lines: [{ edition: 2, kind: 'sold', from: 'Cy', to: '' }] });
    expect(namedWith(dat, [{ ...sold, toUid: 'di' }])).toEqual(['ana', 'bo', 'cy', 'di']);
  });
});

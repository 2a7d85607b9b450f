import { booksPaths } from '@datchain/shared/contracts/documents/books.ts';
import { storeBlockGuard } from '@datchain/shared/contracts/documents/guards.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import { emptyUserGuard, type QueueLine } from '@datchain/shared/domain/books/guards.ts';
import { emptyQueue } from '@datchain/shared/domain/books/queue.ts';
import { describe, expect, test } from 'vitest';
import type { Data } from '../stores/document-store.ts';
import { publicNames } from '../stores/public-names.ts';
import {
  listNextSeller,
  listProjectionPaths,
  namedPaths,
  projectOne,
  split,
} from './projections.ts';
import { makeHistory, makeLiveOverlay, makeSummaryRow, namedWith } from './public-dats.ts';

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

test('each kind of projection reads its own documents', () => {
  expect(listProjectionPaths('user:ana')).toEqual(['guards/user:ana', 'guards/works:ana:0']);
  expect(listProjectionPaths('works:a:b:7')).toEqual(['guards/works:a:b:7']);
  expect(listProjectionPaths('dat:blue')).toEqual([
    docs.datGuard('blue'),
    docs.datTotals('blue'),
    docs.recordingFacts('blue'),
  ]);
  expect(listProjectionPaths('block:50')).toEqual(['guards/block:50']);
  expect(listProjectionPaths('supply')).toEqual([docs.supplyGuard, ...booksPaths]);
  expect(() => listProjectionPaths('order:o')).toThrow('Nothing is projected for order:o');
  expect(split('user:a:b')).toEqual(['user', 'a:b']);
  expect(split('supply')).toEqual(['supply', '']);
  expect(split(':odd')).toEqual(['', 'odd']);
});

describe('the figures of a user', () => {
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

  test('are tokens, spend, reward tokens, and earnings beside the editions', () => {
    const lots = ana.lots.map(({ since: _, ...one }: Data) => one);
    expect(show({ ...ana, lots }).live).toMatchSnapshot();
  });

  test('are in the wallet, in dollars and per cent; a debt, change and earnings of a creator only if there are any', () => {
    const plain = { ...ana, lots: [lot, { ...lot, blockId: '50', priceCents: 50 }] };
    const created = [{ datId: 'blue', earnedMicros: 7 }];
    expect([
      show(plain).documents,
      show(plain, { created }).documents,
      show({ ...plain, debtMicros: 5, changeMicros: 300_000 }).documents,
    ]).toMatchSnapshot();
  });
});

describe('the works of a wallet', () => {
  const sums = {
    works: 101,
    held: 101,
    editions: 101,
    released: 0,
    heldMicros: 9,
    soldOnMicros: 0,
    releasedMicros: 0,
  };
  const line = { number: 1, sharePpm: 25_000, earnedMicros: 1_000_000, sold: false };
  const work = (datId: string, page: number) => ({
    uid: 'ana',
    datId,
    page,
    isCreator: false,
    created: [],
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
  test('are in the wallet in the order of the first page, and on pages of their own after that', () => {
    const documents = truth({ ...sums, works: 100 });
    const read = (path: string) => documents[path] as Data | undefined;
    expect(namedPaths('user:ana', read)).toEqual([
      docs.workHoldings('ana', 'red'),
      docs.workHoldings('ana', 'blue'),
    ]);
    expect(namedPaths('works:ana:1', read)).toEqual([docs.workHoldings('ana', 'green')]);
    expect(namedPaths('user:bo', read)).toEqual([]);
    expect(namedPaths('dat:blue', read)).toEqual([]);
    expect(projected('user:ana', documents).documents).toMatchSnapshot();
    expect(projected('works:ana:1', documents)).toMatchSnapshot();
  });

  test('are added up if they fill more than a page', () => {
    const [main] = projected('user:ana', truth(sums)).documents;
    expect(main?.data.works).toEqual(sums);
  });
});

describe('the figures of a block', () => {
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
  test('are its price, its stock and the next seller, unless that seller chose to be unnamed', () => {
    expect([
      show(),
      show(line('ana', 5), { ...line('bo', 7), number: 1 }),
      show(line('bo', 7)),
    ]).toMatchSnapshot();
    expect(listNextSeller(block(line('ana', 5), line('bo', 7)))).toEqual(['ana']);
  });

  test('are removed if there is no such block', () => {
    expect(projected('block:50', {}).live).toEqual({ 'tokenBlocks/50': null });
    expect(listNextSeller(undefined)).toEqual([]);
    expect(listNextSeller(block())).toEqual([]);
  });
});

test('a DAT’s earnings are shown before anyone’s share', () => {
  const totals = { streamMicros: 1_500_000, salesMicros: 10_000_000 };
  expect(projected('dat:blue', { [docs.datTotals('blue')]: totals })).toMatchSnapshot();
});

test('the supply is shown with the pool in whole cents, and does not overwrite a spot price', () => {
  const supply = { poolMicros: 1_999_999, circulating: 7, issued: 5 };
  const books = { utilitySoldCents: 99, backingMicros: 1, platformMicros: 1 };
  const documents = { [docs.supplyGuard]: supply, [docs.books]: books };
  expect(projected('supply', documents)).toMatchSnapshot();
});

describe('a DAT as everyone sees it', () => {
  const edition = {
    priceCents: 500,
    sharePpm: 25_000,
    version: 1,
    owners: [],
    wasSold: true,
    askPriceCents: null,
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

  const takenDown = { at: 1, reason: 'A claim' };

  test('has the price, offer and owner of each edition, and no address that has a uid in it', () => {
    expect([
      makeLiveOverlay(dat, names),
      makeLiveOverlay({ ...dat, takenDown }, names),
    ]).toMatchSnapshot();
  });

  test('has a row in the summary, in dollars and per cent', () => {
    const gone = publicNames((path) =>
      path === docs.publicProfile(dat.creatorUid) ? { username: 'cy', isGone: true } : undefined,
    );
    expect(makeSummaryRow(dat, names)).toMatchSnapshot();
    expect(makeSummaryRow({ ...dat, takenDown, takedownVersion: 1 }, names)).toMatchObject({
      takenDown,
    });
    expect(makeSummaryRow({ ...dat, takedownVersion: 2 }, names)).toMatchObject({
      takenDown: null,
    });
    expect(makeSummaryRow(dat, gone)).toMatchObject({ isCreatorGone: true });
    const recordingFacts = { isrc: 'GBXNQ2600417' };
    expect(makeSummaryRow(dat, names, recordingFacts)).toMatchObject({ recordingFacts });
  });

  test('has a history, in which its artist is named and others as they chose', () => {
    const sold = {
      datId: 'blue',
      at: 5,
      kind: 'sold' as const,
      edition: 2,
      priceCents: 500,
      fromUid: 'cy',
      toUid: 'bo',
      version: 2,
    };
    const { path, data } = makeHistory(dat, [sold], names);
    expect(path).toBe(docs.datHistory('blue'));
    expect(data).toMatchObject({ lines: [{ edition: 2, kind: 'sold', from: 'Cy', to: '' }] });
    expect(namedWith(dat, [{ ...sold, toUid: 'di' }])).toEqual(['ana', 'bo', 'cy', 'di']);
  });
});

import { expect, test } from 'vitest';
import { distributeStreams } from './distribute.ts';
import { mintDat } from './editions.ts';
import { emptyUserGuard } from './guards.ts';
import { net } from './testing/orders.ts';

const date = '2026-11-01';
const now = Date.parse('2026-11-03T06:00:00Z');
const bought = Date.parse('2026-11-01T15:00:00Z');

const minted = mintDat(
  { datId: 'blue', creatorUid: 'ana', editions: 1, priceCents: 1_000, sharePpm: 25_000 },
  0,
);
const dat = {
  ...minted,
  editions: minted.editions.map((edition) => ({
    ...edition,
    ownerUid: 'cy',
    wasSold: true,
    owners: [...edition.owners, { uid: 'bo', since: bought }, { uid: 'cy', since: now }],
  })),
};

function accountsOf(shared: number, spent: number) {
  const account = (uid: string, micros: number, spentMicros: number, edition: boolean) => {
    const day = { date: '2026-11-02', totalMicros: micros, spentMicros };
    const line = { datId: 'blue', number: 1, sharePpm: 25_000, sold: true, isForSale: false };
    return {
      user: {
        ...emptyUserGuard(uid),
        earnedDays: micros > 0 ? [day] : [],
        datEarnedMicros: micros,
      },
      holdings: {
        uid,
        holdings: edition ? [{ ...line, earnedMicros: micros }] : [],
        created: edition ? [] : [{ datId: 'blue', earnedMicros: micros }],
      },
    };
  };
  const bo = Math.floor(shared / 800);
  const ana = Math.floor(shared / 20) - bo;
  return new Map([
    ['ana', account('ana', ana, 0, false)],
    ['bo', account('bo', bo, spent, true)],
  ]);
}

test.each([
  // `spent` is what was paid out of Bo's share before; `bo` is then [earnings, paid of them, debt].
  { title: 'a first figure', was: 0, is: 200_000, spent: 0, bo: [250, 0, 0] },
  { title: 'a higher figure', was: 200_000, is: 280_000, spent: 0, bo: [350, 0, 0] },
  { title: 'a higher one, all paid out', was: 200_000, is: 280_000, spent: 250, bo: [350, 250, 0] },
  { title: 'a lower figure', was: 200_000, is: 80_000, spent: 0, bo: [100, 0, 0] },
  { title: 'a lower one, some paid out', was: 200_000, is: 80_000, spent: 60, bo: [100, 60, 0] },
  {
    title: 'a lower one, too much paid out',
    was: 200_000,
    is: 80_000,
    spent: 180,
    bo: [180, 180, 80],
  },
  { title: 'a lower one, all paid out', was: 200_000, is: 80_000, spent: 250, bo: [250, 250, 150] },
  { title: 'a figure of zero', was: 200_000, is: 0, spent: 0, bo: [0, 0, 0] },
])(
  '$title: the owner of that day has a share of the latest figure, and owes what was overpaid',
  (given) => {
    const [earned = 0, paid = 0, debt = 0] = given.bo;
    const gross = { sharedMicros: given.was, micros: given.is };
    const before = accountsOf(given.was, given.spent);
    const { changes, postings } = distributeStreams(dat, date, gross, before, now);
    const bo = changes.find(({ account }) => account.user.uid === 'bo');
    expect(bo?.micros).toBe((given.is - given.was) / 800);
    expect(bo?.sharePpm).toBe(25_000);
    const { user, holdings } = bo?.account ?? {};
    const sum = (field: 'totalMicros' | 'spentMicros') =>
      user?.earnedDays.reduce((total, day) => total + day[field], 0);
    expect([sum('totalMicros'), sum('spentMicros'), user?.debtMicros]).toEqual([
      earned,
      paid,
      debt,
    ]);
    expect(holdings?.holdings[0]?.earnedMicros).toBe(given.is / 800);
    expect(user?.datEarnedMicros).toBe(earned);
    const ana = changes.find(({ account }) => account.user.uid === 'ana');
    expect(ana?.micros).toBe(((given.is - given.was) * 39) / 800);
    expect(ana?.account.holdings.created).toEqual([
      { datId: 'blue', earnedMicros: (given.is * 39) / 800 },
    ]);
    expect(ana?.account.user.datEarnedMicros).toBe((given.is * 39) / 800);
    expect(changes.some(({ account }) => account.user.uid === 'cy')).toBe(false);
    const total = (match: RegExp) =>
      postings
        .filter(({ account }) => match.test(account))
        .reduce((all, { delta }) => all + delta, 0);
    expect(total(/^(owed|debt):/)).toBe((given.is - given.was) / 20);
    expect(total(/^debt:bo/)).toBe(0 - debt);
    expect(total(/./)).toBe(0);
  },
);

test('a repeated figure changes nothing', () => {
  const gross = { sharedMicros: 200_000, micros: 200_000 };
  const same = distributeStreams(dat, date, gross, accountsOf(200_000, 0), now);
  expect(same).toEqual({ changes: [], promisedMicros: 0, returnedMicros: 0, postings: [] });
});

test('a micro moves from a creator’s remainder to their own edition without a new day of earnings', () => {
  const two = mintDat(
    { datId: 'blue', creatorUid: 'ana', editions: 2, priceCents: 1_000, sharePpm: 25_000 },
    0,
  );
  const [first, second] = two.editions;
  if (!first || !second) throw new Error('no editions');
  const shared = {
    ...two,
    editions: [first, { ...second, owners: [...second.owners, { uid: 'bo', since: 1 }] }],
  };
  const line = { datId: 'blue', sharePpm: 25_000, earnedMicros: 0, sold: false, isForSale: true };
  const before = accountsOf(0, 0);
  const ana = {
    user: {
      ...emptyUserGuard('ana'),
      earnedDays: [{ date: '2026-11-02', totalMicros: 39, spentMicros: 39 }],
      datEarnedMicros: 39,
    },
    holdings: {
      uid: 'ana',
      holdings: [{ ...line, number: 1 }],
      created: [{ datId: 'blue', earnedMicros: 39 }],
    },
  };
  before.set('ana', ana);
  const gross = { sharedMicros: 780, micros: 800 };
  const { changes, postings } = distributeStreams(shared, date, gross, before, now);
  expect(changes[0]).toEqual({
    account: {
      user: ana.user,
      holdings: {
        uid: 'ana',
        holdings: [{ ...line, number: 1, earnedMicros: 1 }],
        created: [{ datId: 'blue', earnedMicros: 38 }],
      },
    },
    micros: 0,
    sharePpm: 975_000,
    debtMicros: 0,
    returnedMicros: 0,
  });
  expect(net(postings)).toEqual({ 'promised USD': -1, 'owed:bo USD': 1 });
});

test('the platform returns what was overpaid on the share of a creator whose account is closed', () => {
  const before = accountsOf(200_000, 0);
  const ana = before.get('ana');
  if (!ana) throw new Error('no account');
  before.set('ana', { ...ana, user: { ...ana.user, closedAt: now, earnedDays: [] } });
  const gross = { sharedMicros: 200_000, micros: 80_000 };
  const { returnedMicros, postings } = distributeStreams(dat, date, gross, before, now);
  expect(returnedMicros).toBe(5_850);
  expect(net(postings)).toEqual({
    'owed:bo USD': -150,
    'platform USD': -5_850,
    'promised USD': 6_000,
  });
});

test('the distribution throws if the guards of a payee were not read', () => {
  const before = accountsOf(0, 0);
  before.delete('bo');
  expect(() =>
    distributeStreams(dat, date, { sharedMicros: 0, micros: 200_000 }, before, now),
  ).toThrow('distributeStreams: the guards of bo are missing');
});

import { expect, test } from 'vitest';
import { shareStreams } from './distribute.ts';
import { mintDat } from './editions.ts';
import { type DatGuard, emptyUserGuard, type UserGuard } from './guards.ts';
import { postStreams } from './post-streams.ts';
import { net } from './testing/orders.ts';
import { CREATOR_PART } from './works.ts';

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

function usersOf(shared: number, spent: number): Map<string, UserGuard> {
  const user = (uid: string, micros: number, spentMicros: number) => ({
    ...emptyUserGuard(uid),
    earnedDays: micros > 0 ? [{ date: '2026-11-02', totalMicros: micros, spentMicros }] : [],
    datEarnedMicros: micros,
  });
  const bo = Math.floor(shared / 800);
  return new Map([
    ['ana', user('ana', Math.floor(shared / 20) - bo, 0)],
    ['bo', user('bo', bo, spent)],
  ]);
}

/** Shares a figure and posts each payee's part. */
function distribute(
  from: DatGuard,
  gross: { sharedMicros: number; micros: number },
  before: ReadonlyMap<string, UserGuard>,
) {
  const isClosed = (uid: string) => before.get(uid)?.closedAt !== undefined;
  return shareStreams(from, date, gross, isClosed).map((share) => ({
    ...share,
    posted: postStreams(before.get(share.uid) ?? emptyUserGuard(share.uid), [share], now),
  }));
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
    const shares = distribute(dat, gross, usersOf(given.was, given.spent));
    const bo = shares.find(({ uid }) => uid === 'bo');
    const micros = (given.is - given.was) / 800;
    expect(bo?.micros).toBe(micros);
    expect(bo?.sharePpm).toBe(25_000);
    expect(bo?.parts).toEqual([{ number: 1, sharePpm: 25_000, micros }]);
    const user = bo?.posted.user;
    const sum = (field: 'totalMicros' | 'spentMicros') =>
      user?.earnedDays.reduce((total, day) => total + day[field], 0);
    expect([sum('totalMicros'), sum('spentMicros'), user?.debtMicros]).toEqual([
      earned,
      paid,
      debt,
    ]);
    expect(user?.datEarnedMicros).toBe(earned);
    const ana = shares.find(({ uid }) => uid === 'ana');
    expect(ana?.micros).toBe(((given.is - given.was) * 39) / 800);
    expect(ana?.parts.map(({ number }) => number)).toEqual([CREATOR_PART]);
    expect(ana?.posted.user.datEarnedMicros).toBe((given.is * 39) / 800);
    expect(shares.some(({ uid }) => uid === 'cy')).toBe(false);
    const postings = shares.flatMap(({ posted }) => posted.postings);
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
  expect(distribute(dat, gross, usersOf(200_000, 0))).toEqual([]);
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
  const before = usersOf(0, 0);
  const ana = {
    ...emptyUserGuard('ana'),
    earnedDays: [{ date: '2026-11-02', totalMicros: 39, spentMicros: 39 }],
    datEarnedMicros: 39,
  };
  before.set('ana', ana);
  const shares = distribute(shared, { sharedMicros: 780, micros: 800 }, before);
  expect(shares[0]).toEqual({
    uid: 'ana',
    isCreator: true,
    micros: 0,
    sharePpm: 975_000,
    parts: [
      { number: 1, sharePpm: 25_000, micros: 1 },
      { number: CREATOR_PART, sharePpm: 950_000, micros: -1 },
    ],
    posted: expect.objectContaining({ user: ana, postings: [] }),
  });
  const postings = shares.flatMap(({ posted }) => posted.postings);
  expect(net(postings)).toEqual({ 'streams-due USD': -1, 'owed:bo USD': 1 });
});

test('the platform returns what was overpaid on the share of a creator whose account is closed', () => {
  const before = usersOf(200_000, 0);
  before.set('ana', { ...emptyUserGuard('ana'), closedAt: now });
  const shares = distribute(dat, { sharedMicros: 200_000, micros: 80_000 }, before);
  expect(shares.map(({ posted }) => posted.platformMicros)).toEqual([-5_850, 0]);
  expect(net(shares.flatMap(({ posted }) => posted.postings))).toEqual({
    'owed:bo USD': -150,
    'platform USD': -5_850,
    'streams-due USD': 6_000,
  });
});

test('a former holder with a closed account gets no share, and the platform keeps one that was shared before', () => {
  const closed = { ...emptyUserGuard('bo'), closedAt: now };
  const gross = { sharedMicros: 0, micros: 200_000 };
  const before = usersOf(0, 0).set('bo', closed);
  expect(distribute(dat, gross, before).map(({ uid }) => uid)).toEqual(['ana']);
  for (const micros of [250, -250]) {
    const { user, booked, platformMicros, postings } = postStreams(
      closed,
      [{ isCreator: false, micros }],
      now,
    );
    expect([user, booked, platformMicros]).toEqual([closed, [], micros]);
    expect(net(postings)).toEqual({ 'streams-due USD': -micros, 'platform USD': micros });
  }
});

test('a payee’s shares are posted in their order: what was earned first pays what is taken back next', () => {
  const shares = [100, -150, 30].map((micros) => ({ isCreator: false, micros }));
  const { user, booked, micros, postings } = postStreams(emptyUserGuard('bo'), shares, now);
  expect(booked.map(({ debtMicros }) => debtMicros)).toEqual([0, 50, 0]);
  expect(user).toMatchObject({ debtMicros: 50, datEarnedMicros: 30 });
  expect(micros).toBe(-20);
  expect(net(postings)).toEqual({
    'streams-due USD': 20,
    'owed:bo USD': 30,
    'debt:bo USD': -50,
  });
});

import { expect, test } from 'vitest';
import { DAY_MILLIS, HOUR_MILLIS, utcDay } from '../time.ts';
import { findOwnerAtEnd, recentOwners, sharedDay, withSharedDay } from './stream-days.ts';

const at = (time: string) => Date.parse(`2026-${time}Z`);
const owners = [
  { uid: 'ana', since: at('11-02T10:00:00') },
  { uid: 'bo', since: at('11-03T23:59:59.999') },
  { uid: 'cy', since: at('11-05T00:00:00') },
];
const edition = {
  number: 1,
  ownerUid: 'cy',
  priceCents: 1_000,
  askPriceCents: null,
  sharePpm: 25_000,
  version: 3,
  wasSold: true,
  owners,
};

test.each([
  ['2026-11-01', 'ana'],
  ['2026-11-02', 'ana'],
  ['2026-11-03', 'bo'],
  ['2026-11-04', 'bo'],
  ['2026-11-05', 'cy'],
  ['2026-12-24', 'cy'],
])('the streams of %s belong to %s, whoever owns the edition later', (date, uid) => {
  expect(findOwnerAtEnd(edition, date)).toBe(uid);
});

test.each([
  ['2026-11-06T12:00:00', ['ana', 'bo', 'cy']],
  ['2028-11-03T12:00:00', ['ana', 'bo', 'cy']],
  // Two years earlier is the 4th, when Bo still is the owner; Ana owned it on no open day.
  ['2028-11-04T00:00:00', ['bo', 'cy']],
  ['2028-11-05T00:00:00', ['bo', 'cy']],
  ['2028-11-06T00:00:00', ['cy']],
  ['2028-12-31T00:00:00', ['cy']],
])('[N-FIG-03] on %s these owners are remembered: %j', (now, uids) => {
  const recent = recentOwners(owners, Date.parse(`${now}Z`));
  expect(recent.map(({ uid }) => uid)).toEqual(uids);
});

test('an edition remembers the last owner of each day, and its owner now', () => {
  const hourly = Array.from({ length: 60 }, (_, hour) => ({
    uid: `fan-${hour}`,
    since: at('11-01T00:00:00') + hour * HOUR_MILLIS,
  }));
  const recent = recentOwners(hourly, at('11-03T12:00:00'));
  expect(recent.map(({ uid }) => uid)).toEqual(['fan-0', 'fan-23', 'fan-47', 'fan-59']);
});

test('the remembered owners give every open day the same owner as the full list', () => {
  for (let day = 0; day < 760; day += 19) {
    const now = at('11-06T00:00:00') + day * DAY_MILLIS;
    const remembered = { ...edition, owners: recentOwners(owners, now) };
    for (let ago = 0; ago <= 731; ago++) {
      const date = utcDay(now - ago * DAY_MILLIS);
      expect(findOwnerAtEnd(remembered, date)).toBe(findOwnerAtEnd(edition, date));
    }
  }
});

test('an edition without remembered owners belongs to its current owner', () => {
  expect(findOwnerAtEnd({ ...edition, owners: [] }, '2026-11-01')).toBe('cy');
});

const day = (platform: string, date: string, streams: number) => {
  return { platform, date, streams, grossMicros: streams * 4_000, revision: 1 };
};
const shares = {
  datId: 'blue',
  days: [
    day('spotify', '2026-10-01', 1),
    day('spotify', '2026-10-02', 2),
    day('spotify', '2026-11-05', 3),
    day('apple_music', '2026-11-05', 4),
  ],
  due: [],
  dueTo: [],
};

test.each([
  ['spotify', '2026-11-05', 3],
  ['apple_music', '2026-11-05', 4],
  ['apple_music', '2026-10-02', undefined],
])('the shared streams on %s of %s are read as %s', (platform, date, streams) => {
  expect(sharedDay(shares, platform, date)?.streams).toBe(streams);
});

test('a day that is shared again replaces its earlier figure', () => {
  const next = day('spotify', '2026-11-05', 9);
  expect(withSharedDay(shares, next)).toEqual({
    datId: 'blue',
    days: [shares.days[0], shares.days[1], shares.days[3], next],
    due: [],
    dueTo: [],
  });
});

import { readdirSync } from 'node:fs';
import { genres } from '@datchain/shared/domain/genres.ts';
import { DAY_MILLIS, utcDay } from '@datchain/shared/domain/time.ts';
import { expect, test } from 'vitest';
import { reportsUntil } from './streams.ts';
import { buildTimeline, demoWorld } from './world.ts';

const NOW = new Date('2026-11-20T10:42:07Z');
const world = demoWorld(NOW);
const people = [...world.artists, ...world.fans];
const editions = world.dats.flatMap((dat) => dat.editions.map((edition) => ({ dat, edition })));

test('every work has a drawing and every person an avatar, without spare files', () => {
  const sleeves = world.dats.map(({ artworkFile }) => artworkFile);
  const folder = new URL('pictures/', import.meta.url);
  const filesIn = (name: string) =>
    readdirSync(new URL(`${name}/`, folder)).map((file) => `${name}/${file}`);
  expect([...filesIn('artwork'), ...filesIn('avatars')].toSorted()).toEqual(
    [...sleeves, ...people.map(({ avatarFile }) => avatarFile)].toSorted(),
  );
});

test('one day has one demo world, whatever the hour', () => {
  expect(demoWorld(NOW)).toEqual(world);
  expect(demoWorld(new Date('2026-11-20T00:00:00Z'))).toEqual(world);
});

test('the demo world is plain data', () => {
  expect(JSON.parse(JSON.stringify(world))).toEqual(world);
});

test('another day tells the same story, moved in time', () => {
  const later = demoWorld(new Date('2026-11-22T10:42:07Z'));
  const twoDays = 2 * DAY_MILLIS;
  expect(later.dats.map(({ id }) => id)).toEqual(world.dats.map(({ id }) => id));
  expect(later.editionPurchases.map(({ uid }) => uid)).toEqual(
    world.editionPurchases.map(({ uid }) => uid),
  );
  expect(later.dats[0]!.releasedAtMillis).toBe(world.dats[0]!.releasedAtMillis + twoDays);
});

test('there are at least 64 DATS by at least 12 artists, over all tiers and genres', () => {
  expect(world.dats.length).toBeGreaterThanOrEqual(64);
  expect(new Set(world.dats.map(({ artistUid }) => artistUid)).size).toBeGreaterThanOrEqual(12);
  expect(new Set(world.dats.map(({ tier }) => tier)).size).toBe(4);
  expect(new Set(world.dats.map(({ genre }) => genre))).toEqual(
    new Set(genres.map(([stored]) => stored)),
  );
});

test('ids, content ids, ISRCs, uids and usernames are unique', () => {
  const all = (key: 'id' | 'contentId' | 'isrc') => world.dats.map((dat) => dat[key]);
  for (const key of ['id', 'contentId', 'isrc'] as const) {
    expect(new Set(all(key)).size).toBe(world.dats.length);
  }
  expect(new Set(people.map(({ uid }) => uid)).size).toBe(people.length);
  expect(new Set(people.map(({ username }) => username)).size).toBe(people.length);
  for (const isrc of all('isrc')) expect(isrc).toMatch(/^[A-Z]{2}[A-Z0-9]{3}\d{7}$/);
  for (const { username } of people) expect(username).toMatch(/^[a-z0-9]{3,50}$/);
});

test('the four demo accounts exist, and only the operator may release', () => {
  const account = (email: string) => people.find((person) => person.email === email);
  expect(account('fan@dats.test')).toMatchObject({ uid: 'demo-fan', accountType: 'Fan' });
  expect(account('artist@dats.test')).toMatchObject({ uid: 'demo-artist', name: 'Ada Okonjo' });
  expect(account('operator@dats.test')).toMatchObject({ uid: 'demo-operator' });
  expect(account('newfan@dats.test')).toMatchObject({ uid: 'demo-newfan' });
  expect(people.filter(({ email }) => email.endsWith('@dats.test'))).toHaveLength(4);
  expect(world.allowedUids).toEqual(['demo-operator']);
});

test('releases lie within eighteen months, the newest is Night Bus to Lagos six days ago', () => {
  const times = world.dats.map(({ releasedAtMillis }) => releasedAtMillis);
  expect(times).toEqual([...times].sort((a, b) => b - a));
  expect(Math.min(...times)).toBeGreaterThan(world.todayMillis - 548 * DAY_MILLIS);
  expect(world.dats[0]).toMatchObject({ songName: 'Night Bus to Lagos', tier: 'Platinum' });
  expect(utcDay(times[0]!)).toBe('2026-11-14');
});

test('editions are numbered from 1 to at most 20 without repeats, 2.5% each', () => {
  for (const dat of world.dats) {
    const numbers = dat.editions.map(({ number }) => number);
    expect(numbers).toEqual(numbers.map((_, index) => index + 1));
    expect(numbers.length).toBeLessThanOrEqual(20);
    for (const { sharePpm } of dat.editions) expect(sharePpm).toBe(25_000);
  }
  expect(world.dats.some((dat) => dat.editions.length < 20)).toBe(true);
});

test('unsold editions stay with their creator and for sale at their own price', () => {
  for (const { dat, edition } of editions.filter((each) => each.edition.buyerUid === null)) {
    expect(edition).toMatchObject({
      ownerUid: dat.artistUid,
      isForSale: true,
      askPriceCents: edition.priceCents,
      soldAtMillis: null,
    });
  }
});

test('some works are sold out, some untouched, and only sold-out ones are resold', () => {
  const soldOut = world.dats.filter(({ isSoldOut }) => isSoldOut);
  const untouched = world.dats.filter((dat) => dat.editions.every((each) => !each.buyerUid));
  expect(soldOut.length).toBeGreaterThanOrEqual(5);
  expect(untouched.length).toBeGreaterThanOrEqual(3);
  expect(world.editionListings.length).toBeGreaterThan(10);
  for (const listing of world.editionListings) {
    const dat = soldOut.find(({ id }) => id === listing.datId);
    for (const { soldAtMillis } of dat!.editions)
      expect(listing.atMillis).toBeGreaterThan(soldAtMillis!);
    expect(listing.atMillis).toBeLessThan(world.todayMillis);
  }
});

test('four works have the editions for sale that the pages were designed with', () => {
  const free = (songName: string) =>
    world.dats
      .find((dat) => dat.songName === songName)
      ?.editions.filter(({ isForSale }) => isForSale)
      .map(({ number }) => number);
  expect(free('Night Bus to Lagos')).toEqual([7, 11, 14, 16, 17, 19, 20]);
  expect(free('Salt on the Wires')).toHaveLength(16);
  expect(free('Halogen')).toEqual([]);
  expect(free('Static Bloom')).toHaveLength(20);
});

test('everything happens in order, and ends yesterday', () => {
  const times = buildTimeline(world).map(({ atMillis }) => atMillis);
  expect(times).toEqual(times.toSorted((a, b) => a - b));
  expect(times.at(-1)).toBeLessThan(world.todayMillis);
});

test('no two token orders or listings share a moment: their ids are random, and the log is sorted by time', () => {
  const times = [...world.tokenPurchases, ...world.tokenListings].map(({ atMillis }) => atMillis);
  expect(new Set(times).size).toBe(times.length);
});

test('the fan has six editions of four works, and has sold three others', () => {
  const owned = editions.filter(({ edition }) => edition.ownerUid === 'demo-fan');
  expect(owned).toHaveLength(6);
  expect(new Set(owned.map(({ dat }) => dat.id)).size).toBe(4);
  const listed = world.editionListings.filter(({ sellerUid }) => sellerUid === 'demo-fan');
  const resold = listed.filter(({ datId, editionNumber }) =>
    editions.some(
      ({ dat, edition }) =>
        dat.id === datId && edition.number === editionNumber && edition.ownerUid !== 'demo-fan',
    ),
  );
  expect(resold).toHaveLength(3);
});

test('the new fan has done nothing yet', () => {
  const traces = buildTimeline(world).filter((event) =>
    JSON.stringify(event).includes('demo-newfan'),
  );
  expect(traces).toEqual([]);
});

test('reports of streams come in order, and each ends before it is made', () => {
  const reports = reportsUntil(world.todayMillis, world.dats);
  expect(reports.length).toBeGreaterThan(12);
  for (const { atMillis, csv } of reports) {
    const days = csv.trim().split('\n').slice(1);
    expect(days.length).toBeGreaterThan(0);
    for (const line of days)
      expect(Date.parse(line.slice(0, 10))).toBeLessThan(atMillis - 2 * DAY_MILLIS);
  }
});

test('usernames in credits belong to people of this world', () => {
  const usernames = new Set(people.map(({ username }) => `@${username}`));
  const tags = world.dats.flatMap((dat) => [
    ...dat.artistFeatures,
    ...dat.producers,
    ...dat.songwriters,
    ...dat.recordLabels,
  ]);
  const named = tags.filter(({ tag }) => tag.startsWith('@'));
  expect(named.length).toBeGreaterThan(20);
  for (const { id, tag } of named) {
    expect(usernames).toContain(tag);
    expect(people.find((person) => `@${person.username}` === tag)?.uid).toBe(id);
  }
  const unnamed = tags.filter(({ tag }) => !tag.startsWith('@'));
  expect(new Set(unnamed.map(({ id }) => id)).size).toBe(unnamed.length);
});

test('about 200 existing releases come in both spellings, a few without their content id', () => {
  const { releaseSummaries } = world;
  expect(releaseSummaries.length).toBeGreaterThanOrEqual(200);
  expect(releaseSummaries.some((each) => 'SongName' in each)).toBe(true);
  expect(releaseSummaries.some((each) => 'name' in each)).toBe(true);
  const withoutId = releaseSummaries.filter((each) => !('contentId' in each) && !('id' in each));
  expect(withoutId.length).toBeGreaterThan(0);
  expect(withoutId.length).toBeLessThan(10);
});

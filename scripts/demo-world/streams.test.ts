import { expect, test } from 'vitest';
import { isoWeekOf, ownStreamsOf, streamsOf } from './streams.ts';
import { demoWorld } from './world.ts';

const world = demoWorld(new Date('2026-11-20T10:42:00Z'));
const platforms = ['spotify', 'apple_music', 'amazon_music'] as const;

test('plays are the same each time they are asked for', () => {
  expect(streamsOf(world, 'dat-halogen', 'spotify')).toEqual(
    streamsOf(world, 'dat-halogen', 'spotify'),
  );
});

test('an older work has six months of days, ending yesterday, with some reports missing', () => {
  const days = Object.keys(streamsOf(world, 'dat-ballast', 'spotify'));
  expect(days.length).toBeGreaterThan(150);
  expect(days.length).toBeLessThan(183);
  expect(days[0]! >= '2026-05-21').toBe(true);
  expect(days.at(-1)! <= '2026-11-19').toBe(true);
});

test('nothing is played before its release', () => {
  for (const dat of world.dats) {
    const released = new Date(dat.releasedAtMs).toISOString().slice(0, 10);
    for (const platform of platforms) {
      for (const day of Object.keys(streamsOf(world, dat.id, platform))) {
        expect(day >= released).toBe(true);
      }
    }
  }
});

test('the demo world has days in both stored forms, on every platform', () => {
  for (const platform of platforms) {
    const days = world.dats.flatMap((dat) => Object.values(streamsOf(world, dat.id, platform)));
    expect(days.some((day) => typeof day === 'number')).toBe(true);
    if (platform !== 'spotify') expect(days.some((day) => typeof day === 'object')).toBe(true);
  }
});

test('a work nobody plays has no days at all', () => {
  expect(platforms.map((platform) => streamsOf(world, 'dat-static-bloom', platform))).toEqual([
    {},
    {},
    {},
  ]);
});

test('the weeks and months of the own counter add up to its days', () => {
  const { daily, weekly, monthly } = ownStreamsOf(world, 'dat-halogen');
  const sum = (counts: Record<string, number>) => Object.values(counts).reduce((a, b) => a + b, 0);
  expect(sum(weekly)).toBe(sum(daily));
  expect(sum(monthly)).toBe(sum(daily));
  expect(sum(daily)).toBeGreaterThan(0);
});

test('weeks are ISO weeks, also around New Year', () => {
  expect(isoWeekOf('2026-01-01')).toBe('2026-W01');
  expect(isoWeekOf('2027-01-01')).toBe('2026-W53');
  expect(isoWeekOf('2024-12-30')).toBe('2025-W01');
});

import { platforms } from '@datchain/shared/domain/streams/platforms.ts';
import { utcDay } from '@datchain/shared/domain/time.ts';
import { expect, test } from 'vitest';
import { generateStreams } from './streams.ts';
import { demoWorld } from './world.ts';

const { dats, todayMillis } = demoWorld(new Date('2026-11-20T10:42:00Z'));
const datOf = (id: string) => dats.find((dat) => dat.id === id)!;
const daysOf = (id: string, platform: (typeof platforms)[number]) =>
  generateStreams(datOf(id), platform, todayMillis);

test('the plays of a work are the same each time', () => {
  expect(daysOf('dat-halogen', 'spotify')).toEqual(daysOf('dat-halogen', 'spotify'));
});

test('an older work has a year of days, ending yesterday, with some reports missing', () => {
  const days = daysOf('dat-ballast', 'spotify').map(({ date }) => date);
  expect(days.length).toBeGreaterThan(330);
  expect(days.length).toBeLessThan(366);
  expect(days[0]! >= '2025-11-19').toBe(true);
  expect(days.at(-1)! <= '2026-11-19').toBe(true);
});

test('no work has plays before its release', () => {
  for (const dat of dats) {
    const released = utcDay(dat.releasedAtMillis);
    for (const platform of platforms) {
      for (const { date } of generateStreams(dat, platform, todayMillis))
        expect(date >= released).toBe(true);
    }
  }
});

test('a work of wide reach is on every platform, another lacks one, and some days have downloads', () => {
  expect(platforms.map((platform) => daysOf('dat-halogen', platform).length > 0)).toEqual([
    true,
    true,
    true,
    true,
  ]);
  const downloads = dats.flatMap((dat) => generateStreams(dat, 'apple_music', todayMillis));
  expect(downloads.some((day) => day.downloads !== undefined)).toBe(true);
  expect(daysOf('dat-gull-theory', 'apple_music')).toEqual([]);
});

test('a work without reach has no plays', () => {
  expect(platforms.flatMap((platform) => daysOf('dat-static-bloom', platform))).toEqual([]);
});

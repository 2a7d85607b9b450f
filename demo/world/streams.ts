import { type Platform, platforms } from '@datchain/shared/domain/streams/platforms.ts';
import { DAY_MILLIS, HOUR_MILLIS, utcDay } from '@datchain/shared/domain/time.ts';
import { CATALOGUE } from './catalogue.ts';
import { type Seeded, seeded } from './seeded.ts';
import type { DemoDat } from './types.ts';

const HISTORY_DAYS = 366;
const SIX_MONTHS = 183;

const PLATFORM_PART: Readonly<Record<Platform, number>> = {
  spotify: 0.6,
  apple_music: 0.24,
  amazon_music: 0.12,
  spndat: 0.04,
};

/** Works with at least this reach are on all platforms, others on Spotify and our own player only. */
const WIDE_REACH = 1.3;

const MONTHLY = 'dat-generator-song';

export interface DayOfPlays {
  readonly date: string;
  readonly streams: number;
  readonly downloads: number | undefined;
}

export interface DemoReport {
  readonly atMillis: number;
  readonly name: string;
  readonly csv: string;
}

const reachOf = (dat: DemoDat): number =>
  CATALOGUE.find(({ title }) => title === dat.songName)?.reach ?? 1;

function playsByDay(dat: DemoDat, part: number, todayMillis: number, chance: Seeded) {
  const releaseDayMillis = Math.floor(dat.releasedAtMillis / DAY_MILLIS) * DAY_MILLIS;
  const firstMillis = Math.max(releaseDayMillis, todayMillis - HISTORY_DAYS * DAY_MILLIS);
  const level = 950 * reachOf(dat) * chance.between(0.6, 1.4);
  const days: { date: string; plays: number }[] = [];
  for (let dayMillis = firstMillis; dayMillis < todayMillis; dayMillis += DAY_MILLIS) {
    const age = (dayMillis - releaseDayMillis) / DAY_MILLIS;
    const rush = Math.exp(-age / 9) + 0.22 * Math.exp(-age / 400);
    const weekday = new Date(dayMillis).getUTCDay();
    const weekend = weekday === 5 || weekday === 6 ? 1.25 : 1;
    const plays = Math.round(level * part * rush * weekend * chance.between(0.82, 1.18));
    days.push({ date: utcDay(dayMillis), plays });
  }
  return days;
}

/**
 * Makes a DAT's plays on one platform, oldest first. Platforms skip single days and a run of days; a work
 * without reach has none.
 */
export function generateStreams(
  dat: DemoDat,
  platform: Platform,
  todayMillis: number,
): DayOfPlays[] {
  const chance = seeded(`streams ${platform} ${dat.id}`);
  const isElsewhere = platform === 'apple_music' || platform === 'amazon_music';
  if (reachOf(dat) === 0 || (isElsewhere && reachOf(dat) < WIDE_REACH)) return [];
  const reportsDownloads = isElsewhere && chance.chance(0.6);
  const gapStart = chance.whole(20, 500);
  const isMissing = (day: number) =>
    platform !== 'spndat' && (chance.chance(0.02) || (day >= gapStart && day < gapStart + 6));
  return playsByDay(dat, PLATFORM_PART[platform], todayMillis, chance)
    .filter((_, day) => !isMissing(day))
    .map(({ date, plays }) => ({
      date,
      streams: plays,
      downloads: reportsDownloads ? Math.round(plays * 0.004) : undefined,
    }));
}

/** The delay of the other platforms' reports of works with few plays: their days no longer earn. */
const LATE_DAYS = 44;

const GREAT_REACH = 4;

function isInTime(dat: DemoDat, platform: Platform): boolean {
  if (platform === 'spndat') return true;
  if (platform === 'spotify') return reachOf(dat) >= WIDE_REACH;
  return reachOf(dat) >= GREAT_REACH;
}

interface Asked {
  readonly dats: readonly DemoDat[];
  readonly on: readonly Platform[];
  readonly from: string;
  /** The end, not included. */
  readonly until: string;
}

function formatCsv({ dats, on, from, until }: Asked, todayMillis: number): string {
  const late = utcDay(todayMillis - LATE_DAYS * DAY_MILLIS);
  const lines = dats.flatMap((dat) =>
    on.flatMap((platform) => {
      const end = isInTime(dat, platform) || until < late ? until : late;
      return generateStreams(dat, platform, todayMillis)
        .filter(({ date }) => date >= from && date < end)
        .map(({ date, streams, downloads }) =>
          [date, platform, streams, dat.contentId, dat.isrc, downloads ?? ''].join(),
        );
    }),
  );
  return ['date,platform,streams,content_id,isrc,downloads', ...lines, ''].join('\n');
}

function formatCorrection(dat: DemoDat, atMillis: number, todayMillis: number): string {
  const [from, until] = [utcDay(atMillis - 20 * DAY_MILLIS), utcDay(atMillis - 17 * DAY_MILLIS)];
  const lines = generateStreams(dat, 'spotify', todayMillis)
    .filter(({ date }) => date >= from && date < until)
    .map(({ date, streams }) =>
      [date, 'spotify', Math.round(streams * 0.94), dat.contentId, dat.isrc].join(),
    );
  return ['date,platform,streams,content_id,isrc', ...lines, ''].join('\n');
}

/**
 * Makes the reports so far: one work monthly for a year, all works since last week with six months before,
 * and a correction. A report ends two days before it is made, because younger days are not final. Days
 * reported too late earn nothing.
 */
export function reportsUntil(todayMillis: number, dats: readonly DemoDat[]): DemoReport[] {
  const report = (
    daysAgo: number,
    fromDaysAgo: number,
    what: Pick<Asked, 'dats' | 'on'>,
  ): DemoReport => {
    const atMillis = todayMillis - daysAgo * DAY_MILLIS + 6 * HOUR_MILLIS;
    const from = utcDay(todayMillis - fromDaysAgo * DAY_MILLIS);
    const until = utcDay(atMillis - 2 * DAY_MILLIS);
    return {
      atMillis,
      name: `streams-until-${until}.csv`,
      csv: formatCsv({ ...what, from, until }, todayMillis),
    };
  };
  const named = (wanted: string) => dats.filter(({ id }) => id === wanted);
  const monthly = { dats: named(MONTHLY), on: ['spotify'] as const };
  const all = { dats, on: platforms };
  const correctedMillis = todayMillis - 4 * DAY_MILLIS + 7 * HOUR_MILLIS;
  return [
    ...Array.from({ length: 11 }, (_, index) => 338 - index * 30).map((daysAgo) =>
      report(daysAgo, daysAgo + 32, monthly),
    ),
    report(8, SIX_MONTHS, all),
    ...named('dat-halogen').map((dat) => ({
      atMillis: correctedMillis,
      name: 'streams-corrected.csv',
      csv: formatCorrection(dat, correctedMillis, todayMillis),
    })),
    report(1, 10, all),
  ];
}

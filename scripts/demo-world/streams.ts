import { CATALOGUE } from './catalogue.ts';
import { type Seeded, seeded } from './seeded.ts';
import type { DemoDat, DemoWorld, Platform } from './types.ts';

const DAY_MS = 86_400_000;
/** Six months. */
const HISTORY_DAYS = 183;

const PLATFORM_PART: Readonly<Record<Platform | 'spndat', number>> = {
  spotify: 0.6,
  apple_music: 0.24,
  amazon_music: 0.12,
  spndat: 0.04,
};

/** Plays of one day: a bare number, or an object where the platform also reports downloads. */
export type DayOfStreams = number | { streams: number; downloads: number };

/** Days as `YYYY-MM-DD` (UTC), oldest first; days without a report are absent. */
export type DatesOfStreams = Record<string, DayOfStreams>;

/** One asset's own counter: days `YYYY-MM-DD`, ISO weeks `YYYY-Www`, months `YYYY-MM`. */
export interface OwnStreams {
  daily: Record<string, number>;
  weekly: Record<string, number>;
  monthly: Record<string, number>;
  totalEarnings: number;
}

function datOf(world: DemoWorld, datId: string): DemoDat {
  const dat = world.dats.find(({ id }) => id === datId);
  if (!dat) throw new Error(`No DAT has the id ${datId}.`);
  return dat;
}

/** Plays of each day since the release, at most six months: a rush, a tail, fuller weekends. */
function playsByDay(dat: DemoDat, part: number, todayMs: number, chance: Seeded) {
  const reach = CATALOGUE.find(({ title }) => title === dat.songName)?.reach ?? 1;
  const releaseDayMs = Math.floor(dat.releasedAtMs / DAY_MS) * DAY_MS;
  const firstMs = Math.max(releaseDayMs, todayMs - HISTORY_DAYS * DAY_MS);
  const level = 950 * reach * chance.between(0.6, 1.4);
  const days: { date: string; plays: number }[] = [];
  for (let dayMs = firstMs; dayMs < todayMs; dayMs += DAY_MS) {
    const age = (dayMs - releaseDayMs) / DAY_MS;
    const rush = Math.exp(-age / 9) + 0.22 * Math.exp(-age / 400);
    const weekday = new Date(dayMs).getUTCDay();
    const weekend = weekday === 5 || weekday === 6 ? 1.25 : 1;
    const plays = Math.round(level * part * rush * weekend * chance.between(0.82, 1.18));
    days.push({ date: new Date(dayMs).toISOString().slice(0, 10), plays });
  }
  return reach === 0 ? [] : days;
}

/**
 * Six months of one DAT's plays on one platform. Some DATs are not on Amazon Music, some reports
 * are missing for a day or for some days in a row, and a work nobody plays has none at all.
 */
export function streamsOf(world: DemoWorld, datId: string, platform: Platform): DatesOfStreams {
  const dat = datOf(world, datId);
  const chance = seeded(`streams ${platform} ${datId}`);
  if (platform === 'amazon_music' && chance.chance(0.2)) return {};
  const reportsDownloads = platform !== 'spotify' && chance.chance(0.6);
  const gapStart = chance.whole(20, 500);
  const dates: DatesOfStreams = {};
  playsByDay(dat, PLATFORM_PART[platform], world.todayMs, chance).forEach(
    ({ date, plays }, day) => {
      const isMissing = chance.chance(0.02) || (day >= gapStart && day < gapStart + 6);
      const downloads = Math.round(plays * 0.004);
      if (!isMissing) dates[date] = reportsDownloads ? { streams: plays, downloads } : plays;
    },
  );
  return dates;
}

/** ISO 8601 week of a UTC day, `YYYY-Www`. */
export function isoWeekOf(date: string): string {
  const day = new Date(`${date}T00:00:00Z`);
  const thursday = new Date(day.getTime() + (3 - ((day.getUTCDay() + 6) % 7)) * DAY_MS);
  const yearStartMs = Date.UTC(thursday.getUTCFullYear(), 0, 1);
  const week = 1 + Math.floor((thursday.getTime() - yearStartMs) / (7 * DAY_MS));
  return `${thursday.getUTCFullYear()}-W${String(week).padStart(2, '0')}`;
}

/** What the chain's own player counted for one DAT, by day, week and month. */
export function ownStreamsOf(world: DemoWorld, datId: string): OwnStreams {
  const dat = datOf(world, datId);
  const own: OwnStreams = { daily: {}, weekly: {}, monthly: {}, totalEarnings: 0 };
  const chance = seeded(`streams spndat ${datId}`);
  let total = 0;
  for (const { date, plays } of playsByDay(dat, PLATFORM_PART.spndat, world.todayMs, chance)) {
    const [week, month] = [isoWeekOf(date), date.slice(0, 7)];
    own.daily[date] = plays;
    own.weekly[week] = (own.weekly[week] ?? 0) + plays;
    own.monthly[month] = (own.monthly[month] ?? 0) + plays;
    total += plays;
  }
  own.totalEarnings = Math.round(total * 0.4) / 100;
  return own;
}

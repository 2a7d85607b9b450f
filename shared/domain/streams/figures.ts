import { type Day, type Month, monthOf } from '../time.ts';
import type { Millis } from '../units.ts';
import type { Plays } from './claims.ts';
import { type Platform, platforms } from './platforms.ts';
import type { Source } from './sources.ts';
import {
  type Calendar,
  type Period,
  type PeriodDays,
  type Span,
  spanNames,
  spans,
} from './spans.ts';
import { type OwnStats, sumsBy } from './summary.ts';

export interface Series {
  readonly last: Period;
  /** Streams of each period; null means unknown, which is not zero. */
  readonly streams: readonly (number | null)[];
  readonly downloads?: readonly (number | null)[];
  /** The indexes of sums that lack a day, and of periods that are not over. */
  readonly partial?: readonly number[];
}

export interface Reported {
  readonly sources: readonly Source[];
  readonly at: Millis;
}

export interface PlatformFigures {
  readonly total: number;
  /** The last day with a figure; absent if only weeks or months are known. */
  readonly upTo?: Day;
  readonly reported?: Reported;
  /** Streams waiting to be shared among owners (N-FIG-03); absent if none are. */
  readonly waiting?: number;
  /** A span without a series has no figure within its reach. */
  readonly series: Readonly<Partial<Record<Span, Series>>>;
}

/** A work's streams as pages show them; works without figures have no record. */
export interface DatFigures {
  readonly totalStreams: number;
  readonly platforms: Readonly<Partial<Record<Platform, PlatformFigures>>>;
  /** Earnings of all streams in US dollars, before sharing; absent if unknown. */
  readonly earningsUsd?: number;
  /** Earnings shared among owners so far, in US dollars; absent before the first day. */
  readonly bookedUsd?: number;
}

interface Sum extends Plays {
  readonly isPartial: boolean;
}

type SumOf = (place: PeriodDays) => Sum | undefined;

/** Collects the periods of a span, back from the newest one with a figure. */
function collectSeries(calendar: Calendar, span: Span, sumOf: SumOf): Series | undefined {
  const { shown, reach } = spans[span];
  const places = calendar.spans[span];
  const isAnchored = reach > 1;
  const newest = isAnchored ? places.slice(0, reach).findIndex((place) => sumOf(place)) : 0;
  const last = places[newest];
  // Stryker disable next-line ConditionalExpression: Without a newest period there are no sums, and the line below returns; types do not know that.
  if (!last) return undefined;
  const sums = places
    .slice(newest, newest + shown)
    .map(sumOf)
    .reverse();
  if (sums.every((sum) => sum === undefined)) return undefined;
  const partial = sums.flatMap((sum, at) => (sum?.isPartial ? [at] : []));
  const hasDownloads = sums.some((sum) => sum?.downloads !== undefined);
  return {
    last: last.period,
    streams: sums.map((sum) => sum?.streams ?? null),
    ...(hasDownloads ? { downloads: sums.map((sum) => sum?.downloads ?? null) } : {}),
    ...(partial.length > 0 ? { partial } : {}),
  };
}

function allSeries(calendar: Calendar, sumOf: (span: Span) => SumOf): PlatformFigures['series'] {
  const found = spanNames.map(
    (span) => [span, collectSeries(calendar, span, sumOf(span))] as const,
  );
  return Object.fromEntries(found.filter(([, series]) => series !== undefined));
}

const isOver = ({ days }: PeriodDays, today: Day): boolean => days.every((day) => day < today);

function sumOfDays(
  place: PeriodDays,
  playsOf: (day: Day) => Plays | undefined,
  today: Day,
): Sum | undefined {
  let [known, streams, downloads] = [0, 0, undefined as number | undefined];
  for (const day of place.days) {
    const plays = playsOf(day);
    if (!plays) continue;
    known += 1;
    streams += plays.streams;
    if (plays.downloads !== undefined) downloads = (downloads ?? 0) + plays.downloads;
  }
  if (known === 0) return undefined;
  const isPartial = known < place.days.length || !isOver(place, today);
  // Stryker disable next-line ConditionalExpression: An undefined field counts like a missing one.
  return downloads === undefined ? { streams, isPartial } : { streams, downloads, isPartial };
}

const latestOf = (days: readonly Day[]): { upTo: Day } | Record<string, never> =>
  // Stryker disable next-line EqualityOperator: Equal days give the same result.
  days.length === 0 ? {} : { upTo: days.reduce((a, b) => (a > b ? a : b)) };

const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);

/** Computes a platform's figures from its days (R-ANA-06) and the sums of `earlier` months; undefined without days. */
export function figuresOfDays(
  days: Readonly<Record<Day, Plays>>,
  calendar: Calendar,
  earlier: Readonly<Record<Month, number>> = {},
): PlatformFigures | undefined {
  const months = Object.values(earlier);
  const isInMonths = (day: Day) => months.length > 0 && earlier[monthOf(day)] !== undefined;
  let [total, upTo]: [number, Day] = [sumOf(months), ''];
  // All works together have millions of days, so this allocates no lists.
  for (const day of Object.keys(days)) {
    if (day > calendar.today) continue;
    if (day > upTo) upTo = day;
    if (!isInMonths(day)) total += days[day]?.streams ?? 0;
  }
  if (upTo === '') return undefined;
  return {
    total,
    upTo,
    series: allSeries(
      calendar,
      () => (place) => sumOfDays(place, (day) => days[day], calendar.today),
    ),
  };
}

/**
 * Computes the figures of the chain's own player (R-ANA-06); a week or month that is not stored is summed
 * from its days.
 */
export function figuresOfOwnStats(
  { daily, weekly, monthly }: OwnStats,
  calendar: Calendar,
): PlatformFigures | undefined {
  const { today } = calendar;
  const months = Object.entries({ ...sumsBy(daily, monthOf), ...monthly }).filter(
    ([month]) => month <= monthOf(today),
  );
  const days = Object.keys(daily).filter((day) => day <= today);
  if (months.length === 0 && Object.keys(weekly).length === 0) return undefined;
  const stored = { week: daily, month: weekly, '3m': monthly };
  const playsOf = (day: Day) => {
    const streams = daily[day];
    return streams === undefined ? undefined : { streams };
  };
  return {
    total: sumOf(months.map(([, streams]) => streams)),
    ...latestOf(days),
    series: allSeries(calendar, (span) => (place) => {
      const streams = stored[span][place.period];
      if (streams === undefined) return sumOfDays(place, playsOf, today);
      return { streams, isPartial: !isOver(place, today) };
    }),
  };
}

export function joinFigures(own: DatFigures['platforms']): DatFigures | undefined {
  const known = platforms.flatMap((platform) => {
    const figures = own[platform];
    return figures ? [[platform, figures] as const] : [];
  });
  if (known.length === 0) return undefined;
  return {
    totalStreams: known.reduce((sum, [, { total }]) => sum + total, 0),
    platforms: Object.fromEntries(known),
  };
}

import type { DatFigures, Series } from './figures.ts';
import { type Platform, platforms } from './platforms.ts';
import { type Period, periodsBack, type Span, spans } from './spans.ts';

export interface Point {
  readonly period: Period;
  /** Null if nothing is known: a gap. */
  readonly streams: number | null;
  readonly downloads: number | null;
  /** True for sums that lack a day or a platform, and for periods that are not over. */
  readonly isPartial: boolean;
}

/** Reads a series at these periods, oldest first; later periods are gaps. */
function pointsIn(periods: readonly Period[], series: Series): Point[] {
  const later = periods.length - 1 - periods.indexOf(series.last);
  return periods.map((period, place) => {
    const at = place + later;
    return {
      period,
      streams: series.streams[at] ?? null,
      downloads: series.downloads?.[at] ?? null,
      isPartial: series.partial?.includes(at) ?? false,
    };
  });
}

const shownPeriods = (span: Span, last: Period): Period[] =>
  periodsBack(span, last, spans[span].shown).reverse();

const added = (a: number | null, b: number | null): number | null =>
  a === null ? b : a + (b ?? 0);

function sumAt(period: Period, points: readonly Point[]): Point {
  const sumOf = (value: (point: Point) => number | null) =>
    points.reduce<number | null>((sum, point) => added(sum, value(point)), null);
  const streams = sumOf((point) => point.streams);
  return {
    period,
    streams,
    downloads: sumOf((point) => point.downloads),
    isPartial:
      streams !== null && points.some((point) => point.streams === null || point.isPartial),
  };
}

/** The points, and the known platforms without a figure in any of them. */
export interface Points {
  readonly points: readonly Point[];
  readonly without: readonly Platform[];
}

/** Adds all platforms up, ending with the newest period of any. */
function pointsOfAll(figures: DatFigures, span: Span): Points {
  const known = platforms.flatMap((platform) => {
    const own = figures.platforms[platform];
    return own ? [{ platform, series: own.series[span] }] : [];
  });
  const last = known.reduce((newest, { series }) => {
    // Stryker disable next-line EqualityOperator: Equal periods give the same result.
    return series && series.last > newest ? series.last : newest;
  }, '');
  if (last === '') return { points: [], without: [] };
  const periods = shownPeriods(span, last);
  const [within, without]: [Point[][], Platform[]] = [[], []];
  for (const { platform, series } of known) {
    const points = series ? pointsIn(periods, series) : [];
    if (points.some(({ streams }) => streams !== null)) within.push(points);
    else without.push(platform);
  }
  const pointsAt = (place: number) => within.flatMap((points) => points[place] ?? []);
  return { points: periods.map((period, place) => sumAt(period, pointsAt(place))), without };
}

/**
 * Returns the points of a platform's chart and table, oldest first; empty if nothing is known within the
 * span's reach. `all` adds the platforms up (R-ANA-06). Each series covers the shown periods it can have,
 * because it ends no later than the newest.
 */
export function listPoints(
  figures: DatFigures | undefined,
  platform: Platform | 'all',
  span: Span,
): Points {
  if (!figures) return { points: [], without: [] };
  if (platform === 'all') return pointsOfAll(figures, span);
  const series = figures.platforms[platform]?.series[span];
  const points = series ? pointsIn(shownPeriods(span, series.last), series) : [];
  return { points, without: [] };
}

import type { DatFigures, Series } from './figures.ts';
import { type Platform, platforms } from './platforms.ts';
import { type Period, periodsBack, type Span, spans } from './spans.ts';

/** One point of a chart and one row of its table. */
export interface Point {
  readonly period: Period;
  /** Null is a gap: nothing is known. */
  readonly streams: number | null;
  readonly downloads: number | null;
  /** A sum that lacks a day or, of all platforms, one of them; or a period that is not over. */
  readonly isPartial: boolean;
}

const pointsOfSeries = (span: Span, series: Series): Point[] =>
  periodsBack(span, series.last, spans[span].shown)
    .reverse()
    .map((period, at) => ({
      period,
      streams: series.streams[at] ?? null,
      downloads: series.downloads?.[at] ?? null,
      isPartial: series.partial?.includes(at) ?? false,
    }));

const added = (a: number | null, b: number | null): number | null =>
  a === null ? b : a + (b ?? 0);

type ByPeriod = ReadonlyMap<Period, Point>;

/** One period of several platforms. */
function sumAt(period: Period, platforms: readonly ByPeriod[]): Point {
  const points = platforms.map((own) => own.get(period));
  const sumOf = (value: (point: Point) => number | null) =>
    points.reduce<number | null>((sum, point) => added(sum, point ? value(point) : null), null);
  const streams = sumOf((point) => point.streams);
  const lacks = (point: Point | undefined) => !point || point.streams === null || point.isPartial;
  return {
    period,
    streams,
    downloads: sumOf((point) => point.downloads),
    isPartial: streams !== null && points.some(lacks),
  };
}

/** Points, and which platforms are known but have no figure in any of them. */
export interface Points {
  readonly points: readonly Point[];
  readonly without: readonly Platform[];
}

/** All platforms together, ending with the newest period that any of them has. */
function pointsOfAll(figures: DatFigures, span: Span): Points {
  const known = platforms.flatMap((platform) => {
    const own = figures.platforms[platform];
    return own ? [{ platform, series: own.series[span] }] : [];
  });
  const last = known.reduce((newest, { series }) => {
    return series && series.last > newest ? series.last : newest;
  }, '');
  if (last === '') return { points: [], without: [] };
  const periods = periodsBack(span, last, spans[span].shown).reverse();
  const [within, without]: [ByPeriod[], Platform[]] = [[], []];
  for (const { platform, series } of known) {
    const own = new Map(
      (series ? pointsOfSeries(span, series) : []).map((point) => [point.period, point]),
    );
    if (periods.some((period) => (own.get(period)?.streams ?? null) !== null)) within.push(own);
    else without.push(platform);
  }
  return { points: periods.map((period) => sumAt(period, within)), without };
}

/**
 * What the chart and the table of a platform show, oldest first; empty when nothing is known within
 * the reach of the span. `all` adds the platforms up (R-ANA-06): a period of any of them
 * lies within its own series, because that one ends no later.
 */
export function pointsOf(
  figures: DatFigures | undefined,
  platform: Platform | 'all',
  span: Span,
): Points {
  if (!figures) return { points: [], without: [] };
  if (platform === 'all') return pointsOfAll(figures, span);
  const series = figures.platforms[platform]?.series[span];
  return { points: series ? pointsOfSeries(span, series) : [], without: [] };
}

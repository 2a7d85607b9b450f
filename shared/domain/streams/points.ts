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
  a === null ? b : b === null ? a : a + b;

/** All platforms together, ending with the newest period that any of them has. */
function pointsOfAll(span: Span, all: readonly Series[]): Point[] {
  const last = all.reduce((newest, series) => (series.last > newest ? series.last : newest), '');
  const known = all.map(
    (series) => new Map(pointsOfSeries(span, series).map((point) => [point.period, point])),
  );
  return periodsBack(span, last, spans[span].shown)
    .reverse()
    .map((period) => {
      const points = known.map((own) => own.get(period));
      const streams = points.reduce<number | null>(
        (sum, point) => added(sum, point?.streams ?? null),
        null,
      );
      const isMissing = (point: Point | undefined) =>
        point === undefined || point.streams === null || point.isPartial;
      return {
        period,
        streams,
        downloads: points.reduce<number | null>(
          (sum, point) => added(sum, point?.downloads ?? null),
          null,
        ),
        isPartial: streams !== null && points.some(isMissing),
      };
    });
}

/**
 * What the chart and the table of a platform show, oldest first; empty when nothing is known within
 * the reach of the span. `all` adds the platforms up (SPEC §2, /analytics): a period of any of them
 * lies within its own series, because that one ends no later.
 */
export function pointsOf(
  figures: DatFigures | undefined,
  platform: Platform | 'all',
  span: Span,
): Point[] {
  const own = platform === 'all' ? platforms : [platform];
  const series = own.flatMap((each) => figures?.platforms[each]?.series[span] ?? []);
  const [first, ...others] = series;
  if (!first) return [];
  return others.length === 0 ? pointsOfSeries(span, first) : pointsOfAll(span, series);
}

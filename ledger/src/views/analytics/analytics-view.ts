import type { Dat } from '@datchain/shared/domain/dats.ts';
import { formatCount, UNKNOWN } from '@datchain/shared/domain/format.ts';
import type { DatFigures } from '@datchain/shared/domain/streams/figures.ts';
import { platformNames } from '@datchain/shared/domain/streams/platform-name.ts';
import { type Platform, platforms } from '@datchain/shared/domain/streams/platforms.ts';
import { listPoints, type Point, type Points } from '@datchain/shared/domain/streams/points.ts';
import type { Span } from '@datchain/shared/domain/streams/spans.ts';
import type { Day } from '@datchain/shared/domain/time.ts';
import { datHref } from '../page/addresses.ts';
import { smallArt } from '../page/artwork.ts';
import { periodsText, periodText, reachText } from '../page/period-text.ts';
import { type AnalyticsFilter, platformByChoice } from './analytics-filter.ts';
import { type ChartView, shortCount } from './chart-view.ts';

export interface AnalyticsProps {
  readonly dat: {
    readonly song: string;
    readonly art: string | undefined;
    readonly href: string;
  };
  readonly figures?: DatFigures | undefined;
}

export const analyticsProps = (dat: Dat, figures: DatFigures | undefined): AnalyticsProps => ({
  dat: { song: dat.songName, art: smallArt(dat.artworkUrl), href: datHref(dat.id) },
  figures,
});

export const analyticsPropsId = 'analytics-props';

export interface AnalyticsRow {
  readonly period: string;
  readonly detail: string | undefined;
  readonly streams: string;
  readonly downloads: string;
  /** The change since the previous row; unknown beside a gap or an incomplete figure. */
  readonly change: string;
  readonly isPartial: boolean;
}

export interface Figures {
  /** 'Streams, 13 to 19 Nov 2026' */
  readonly title: string;
  readonly total: string;
  readonly totalDownloads: string;
  /** The unit of a row: 'UTC days'. */
  readonly basis: string;
  readonly columnHead: string;
  readonly rows: readonly AnalyticsRow[];
  readonly notes: readonly string[];
  readonly chart: ChartView;
}

export interface AnalyticsView {
  /** 'spotify, week', 'All platforms, week' (R-ANA-02) */
  readonly label: string;
  /** Undefined without figures; `empty` says why. */
  readonly figures: Figures | undefined;
  readonly empty: string;
}

const bases: Readonly<Record<Span, { basis: string; columnHead: string; each: string }>> = {
  week: { basis: 'UTC days', columnHead: 'Date', each: 'day' },
  month: { basis: 'ISO weeks, UTC', columnHead: 'Week', each: 'week' },
  '3m': { basis: 'UTC months', columnHead: 'Month', each: 'month' },
};

const reaches: Readonly<Record<Span, string>> = {
  week: '180 days',
  month: '12 weeks',
  '3m': 'three months',
};

const counted = (value: number | null): string => (value === null ? UNKNOWN : formatCount(value));

const sumOf = (values: readonly (number | null)[]): number | null =>
  values.reduce((sum, value) => (value === null ? sum : (sum ?? 0) + value), null);

function changeText(now: Point, before: Point | undefined): string {
  if (!before || before.streams === null || now.streams === null) return UNKNOWN;
  if (before.isPartial || now.isPartial) return UNKNOWN;
  const change = now.streams - before.streams;
  return change > 0 ? `+${formatCount(change)}` : formatCount(change);
}

const rowOf = (
  span: Span,
  point: Point,
  { before, upTo }: { before: Point | undefined; upTo: Day | undefined },
): AnalyticsRow => {
  const { row, detail } = periodText(span, point.period);
  const reach = reachText(span, point.period, upTo);
  return {
    period: row,
    detail: [detail, reach].filter(Boolean).join(', ') || undefined,
    streams: counted(point.streams),
    downloads: counted(point.downloads),
    change: changeText(point, before),
    isPartial: point.isPartial,
  };
};

function chartOf(
  span: Span,
  points: readonly Point[],
  { title, upTo }: { title: string; upTo: Day | undefined },
): ChartView {
  const values = points.flatMap(({ streams }) => streams ?? []);
  const [low, high] = [Math.min(...values), Math.max(...values)].map(formatCount);
  return {
    summary: `${title}: each ${bases[span].each} from ${low} to ${high}.`,
    points: points.map(({ period, streams, isPartial }) => {
      const { axis, full } = periodText(span, period);
      const plural = streams === 1 ? 'stream' : 'streams';
      return {
        value: streams,
        isOpen: reachText(span, period, upTo) !== undefined,
        label: streams === null ? UNKNOWN : `${shortCount(streams)}${isPartial ? '*' : ''}`,
        title: full,
        text:
          streams === null
            ? 'No data'
            : `${formatCount(streams)} ${plural}${isPartial ? ', not complete' : ''}`,
        axis,
      };
    }),
  };
}

const listed = new Intl.ListFormat('en');

function notesOf(points: readonly Point[], without: readonly Platform[]): string[] {
  const isAnyPartial = points.some(({ isPartial }) => isPartial);
  return [
    ...(isAnyPartial ? ['* Not complete: a day, or a platform, is not reported yet.'] : []),
    ...(without.length > 0
      ? [
          `Without ${listed.format(without.map((each) => platformNames[each]))}: not reported for this period.`,
        ]
      : []),
  ];
}

function figuresOf(span: Span, { points, without }: Points, upTo: Day | undefined): Figures {
  const { basis, columnHead } = bases[span];
  const title = `Streams, ${periodsText(
    span,
    points.map(({ period }) => period),
  )}`;
  return {
    title,
    total: counted(sumOf(points.map(({ streams }) => streams))),
    totalDownloads: counted(sumOf(points.map(({ downloads }) => downloads))),
    basis,
    columnHead,
    rows: points.map((point, index) => rowOf(span, point, { before: points[index - 1], upTo })),
    notes: notesOf(points, without),
    chart: chartOf(span, points, { title, upTo }),
  };
}

function lastDay(figures: DatFigures | undefined, platform: Platform | 'all'): Day | undefined {
  const shown = platform === 'all' ? platforms : [platform];
  return shown
    .flatMap((each) => figures?.platforms[each]?.upTo ?? [])
    .sort()
    .at(-1);
}

/** Builds /analytics/{id} under a filter (R-ANA-02, R-ANA-05). */
export function analyticsView(
  figures: DatFigures | undefined,
  { platform, time }: AnalyticsFilter,
): AnalyticsView {
  const shown = platformByChoice[platform];
  const found = listPoints(figures, shown, time);
  const on = platform === 'all' ? '' : ` on ${platform}`;
  return {
    label: `${platform === 'all' ? 'All platforms' : platform}, ${time}`,
    figures: found.points.length > 0 ? figuresOf(time, found, lastDay(figures, shown)) : undefined,
    empty: figures ? `No streams${on} in the last ${reaches[time]}` : 'No data yet',
  };
}

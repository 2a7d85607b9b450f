import { formatCount } from '@datchain/shared/domain/format.ts';

/** A point as it is drawn; `value` is null in a gap. */
export interface ChartPoint {
  readonly value: number | null;
  /** Printed above the point. */
  readonly label: string;
  /** Said by the tooltip: 'Mon 16 Nov 2026' and '4,480 streams'. */
  readonly title: string;
  readonly text: string;
  readonly axis: string;
}

export interface ChartView {
  readonly points: readonly ChartPoint[];
  /** What a screen reader is told of the picture. */
  readonly summary: string;
}

/**
 * The box of the chart in pixels: as wide as its place, at most 480 (SPEC §9). `below` is what the
 * library has to be told to end at the same base.
 */
export const chartBox = {
  width: 480,
  height: 264,
  top: 30,
  base: 232,
  below: 17,
  side: 16,
} as const;

/** Pixels beside the first and the last point in a box that is narrower than it may be. */
export const sideIn = (boxWidth: number): number =>
  Math.round((chartBox.side * boxWidth) / chartBox.width);

/** Whole up to six digits, then short, so that seven labels fit a phone: '1.2M', '345.6K'. */
export function shortCount(value: number): string {
  if (value < 100_000) return formatCount(value);
  const [size, unit] =
    value < 999_950 ? [1000, 'K'] : value < 999_950_000 ? [1e6, 'M'] : [1e9, 'B'];
  return `${(value / size).toFixed(1).replace(/\.0$/, '')}${unit}`;
}

/** Where a point is: pixels from the left of a box of 480 and from the top. */
export interface Place {
  readonly x: number;
  readonly y: number;
}

const rounded = (value: number): number => Math.round(value * 10) / 10;

/** The value at the top of the box: a little above the highest, whose label needs the room. */
export const topValue = (points: readonly ChartPoint[]): number =>
  1.04 * points.reduce((max, { value }) => Math.max(max, value ?? 0), 1);

/** Places of the points; undefined in a gap. Zero is at the base. */
export function placesOf(points: readonly ChartPoint[]): (Place | undefined)[] {
  const { width, side, top, base } = chartBox;
  const highest = topValue(points);
  const step = (width - 2 * side) / Math.max(1, points.length - 1);
  return points.map(({ value }, index) =>
    value === null
      ? undefined
      : { x: rounded(side + index * step), y: rounded(base - (value / highest) * (base - top)) },
  );
}

/** Runs of neighbouring points: a line is never drawn across a gap. */
export function runsOf(places: readonly (Place | undefined)[]): Place[][] {
  const runs: Place[][] = [[]];
  for (const place of places) {
    if (place) runs.at(-1)?.push(place);
    else if (runs.at(-1)?.length) runs.push([]);
  }
  return runs.filter((run) => run.length > 0);
}

/** The positions whose names stand under the chart: first, middle and last (SPEC §2, /analytics). */
export const axisPositions = (count: number): readonly number[] => [
  ...new Set([0, Math.floor(count / 2), count - 1]),
];

import { formatCount } from '@datchain/shared/domain/format.ts';

/** A point as it is drawn; `value` is null in a gap. */
export interface ChartPoint {
  readonly value: number | null;
  /** The period is unfinished or partly unknown, so the line to it is dotted. */
  readonly isOpen: boolean;
  readonly label: string;
  /** The tooltip's title: 'Mon 16 Nov 2026'; its text: '4,480 streams'. */
  readonly title: string;
  readonly text: string;
  readonly axis: string;
}

export interface ChartView {
  readonly points: readonly ChartPoint[];
  readonly summary: string;
}

/** The box of the chart in pixels, at most 480 wide (R-ANA-04). `below` makes the library end at the same base. */
export const chartBox = {
  width: 480,
  height: 264,
  top: 30,
  base: 232,
  below: 17,
  side: 16,
} as const;

export const sideIn = (boxWidth: number): number =>
  Math.round((chartBox.side * boxWidth) / chartBox.width);

/** Formats a count in at most four digits: '9,999', '12.3K', '346K', '1.25M'. Seven of them fit on a phone. */
export function shortCount(value: number): string {
  if (value < 10_000) return formatCount(value);
  const [size, unit] = value < 999_500 ? [1e3, 'K'] : value < 999_500_000 ? [1e6, 'M'] : [1e9, 'B'];
  const short = value / size;
  const decimals = short < 9.995 ? 2 : short < 99.95 ? 1 : 0;
  return `${short.toFixed(decimals).replace(/\.?0+$/, (zeros) => (decimals === 0 ? zeros : ''))}${unit}`;
}

/** A point's position in pixels, from the left of a box of 480 and from the top. */
export interface Place {
  readonly x: number;
  readonly y: number;
}

const rounded = (value: number): number => Math.round(value * 10) / 10;

/** Returns the value at the top of the box, a little above the highest point, whose label needs room. */
export const topValue = (points: readonly ChartPoint[]): number =>
  1.04 * points.reduce((max, { value }) => Math.max(max, value ?? 0), 1);

/** Places the points; undefined in a gap. Zero is at the base. */
export function placePoints(points: readonly ChartPoint[]): (Place | undefined)[] {
  const { width, side, top, base } = chartBox;
  const highest = topValue(points);
  const step = (width - 2 * side) / Math.max(1, points.length - 1);
  return points.map(({ value }, index) =>
    value === null
      ? undefined
      : { x: rounded(side + index * step), y: rounded(base - (value / highest) * (base - top)) },
  );
}

/** Splits a chart into solid lines between finished periods and dotted lines at unfinished ones. */
export function splitChartLines(points: readonly ChartPoint[]): {
  whole: Place[][];
  open: Place[][];
} {
  const places = placePoints(points);
  const pairs = places.slice(1).map((to, index) => ({ from: places[index], to, index }));
  const isOpen = (index: number) => points[index]?.isOpen || points[index + 1]?.isOpen;
  return {
    whole: groupRuns(places.map((place, index) => (points[index]?.isOpen ? undefined : place))),
    open: pairs.flatMap(({ from, to, index }) => (from && to && isOpen(index) ? [[from, to]] : [])),
  };
}

/** Groups neighbouring points, because no line crosses a gap. */
export function groupRuns(places: readonly (Place | undefined)[]): Place[][] {
  const runs: Place[][] = [[]];
  for (const place of places) {
    if (place) runs.at(-1)?.push(place);
    else if (runs.at(-1)?.length) runs.push([]);
  }
  return runs.filter((run) => run.length > 0);
}

/** The positions whose names stand under the chart: first, middle and last (R-ANA-04). */
export const axisPositions = (count: number): readonly number[] => [
  ...new Set([0, Math.floor(count / 2), count - 1]),
];

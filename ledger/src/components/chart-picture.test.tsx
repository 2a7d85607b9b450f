import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { axisPositions, type ChartPoint, shortCount } from '../views/analytics/chart-view.ts';
import { ChartFrame, ChartPicture } from './chart-picture.tsx';

const pointsOf = (values: readonly (number | null)[], open: number[] = []): ChartPoint[] =>
  values.map((value, index) => ({
    value,
    isOpen: open.includes(index),
    label: value === null ? '–' : shortCount(value),
    title: `Day ${index} of November 2026`,
    text: `${value} streams`,
    axis: `${index} Nov`,
  }));

const pictureOf = (values: readonly (number | null)[], open?: number[]): string => {
  const points = pointsOf(values, open);
  return renderToStaticMarkup(
    <>
      <ChartFrame points={points} />
      <ChartPicture points={points} />
    </>,
  );
};

const count = (text: string, part: string): number => text.split(part).length - 1;

test.each([
  ['seven large figures', [1, 2, 3, 4, 5, 6, 7].map((each) => each * 123_456_789)],
  ['gaps everywhere', [1000, null, 2000, null, 3000, null, 4000]],
])('the picture weighs at most 4 KB: %s', (_what, values) => {
  expect(new TextEncoder().encode(pictureOf(values)).length).toBeLessThanOrEqual(4096);
});

test.each([
  ['no gap', [1, 2, 3], 1, 3],
  ['a gap in the middle', [1, 2, null, 3, 4], 2, 4],
  ['gaps at both ends', [null, 2, 3, null], 1, 2],
  ['a point between gaps', [1, null, 2, null, 3], 3, 3],
  ['only zeros', [0, 0, 0], 1, 3],
])('[R-ANA-04] a line is never drawn across a gap: %s', (_what, values, lines, circles) => {
  const picture = pictureOf(values);
  expect(count(picture, 'class="chart-line"')).toBe(lines);
  expect(count(picture, '<circle')).toBe(circles);
  expect(picture).not.toMatch(/NaN|Infinity|style=/);
});

test.each([
  ['no such period', [1, 2, 3], [], 1, 0],
  ['the last period', [1, 2, 3], [2], 1, 1],
  ['a period in the middle', [1, 2, 3, 4, 5], [2], 2, 2],
  ['a period beside a gap', [1, null, 3], [2], 1, 0],
])(
  '[R-ANA-04] the line to a period that is not over is dotted: %s',
  (_what, values, unfinished, whole, open) => {
    const picture = pictureOf(values, unfinished);
    expect(count(picture, 'class="chart-line"')).toBe(whole);
    expect(count(picture, 'class="chart-line-open"')).toBe(open);
  },
);

test('no label is wider than its share of a narrow phone', () => {
  const widest = [
    1, 12, 123, 1_234, 12_345, 123_456, 1_234_567, 98_765_432, 987_654_321, 9_876_543_210,
  ];
  // A seventh of 320 pixels has room for six characters of seven pixels.
  for (const value of widest)
    expect(`${shortCount(value)}*`.length, `${value}`).toBeLessThanOrEqual(6);
});

test('[R-ANA-04] every value is a label in the chart', () => {
  const picture = pictureOf([2140, 3320, 1_250_000]);
  for (const label of ['2,140', '3,320', '1.25M']) expect(picture).toContain(`>${label}<`);
});

test.each([
  [7, [0, 3, 6]],
  [4, [0, 2, 3]],
  [3, [0, 1, 2]],
  [1, [0]],
])(
  '[R-ANA-04] the axis of a chart with %i points names the first, middle and last',
  (points, positions) => {
    expect(axisPositions(points)).toEqual(positions);
  },
);

test.each([
  [0, '0'],
  [9_999, '9,999'],
  [10_000, '10K'],
  [12_345, '12.3K'],
  [99_949, '99.9K'],
  [99_950, '100K'],
  [345_600, '346K'],
  [999_499, '999K'],
  [999_500, '1M'],
  [1_834_567, '1.83M'],
  [20_000_000, '20M'],
  [2_000_000_000, '2B'],
])('a label shortens %i to %s', (value, label) => {
  expect(shortCount(value)).toBe(label);
});

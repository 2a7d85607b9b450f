import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { axisPositions, type ChartPoint, shortCount } from '../views/chart-view.ts';
import { ChartFrame, ChartPicture } from './chart-picture.tsx';

const pointsOf = (values: readonly (number | null)[]): ChartPoint[] =>
  values.map((value, index) => ({
    value,
    label: value === null ? '–' : shortCount(value),
    title: `Day ${index} of November 2026`,
    text: `${value} streams`,
    axis: `${index} Nov`,
  }));

const pictureOf = (values: readonly (number | null)[]): string => {
  const points = pointsOf(values);
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

test('[R-ANA-04] every value stands above its point', () => {
  const picture = pictureOf([2140, 3320, 1_250_000]);
  for (const label of ['2,140', '3,320', '1.3M']) expect(picture).toContain(`>${label}<`);
});

test.each([
  [7, [0, 3, 6]],
  [4, [0, 2, 3]],
  [3, [0, 1, 2]],
  [1, [0]],
])('[R-ANA-04] of %i points the first, middle and last are named below', (points, positions) => {
  expect(axisPositions(points)).toEqual(positions);
});

test.each([
  [0, '0'],
  [99_999, '99,999'],
  [100_000, '100K'],
  [345_600, '345.6K'],
  [999_949, '999.9K'],
  [999_950, '1M'],
  [1_834_567, '1.8M'],
  [2_000_000_000, '2B'],
])('%i is short for a label as %s', (value, label) => {
  expect(shortCount(value)).toBe(label);
});

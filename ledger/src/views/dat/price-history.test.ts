import type { HistoryLine } from '@datchain/shared/domain/dat-events.ts';
import { DAY_MILLIS } from '@datchain/shared/domain/time.ts';
import { expect, test } from 'vitest';
import { priceHistory } from './price-history.ts';

const start = Date.UTC(2026, 10, 1, 9);
const line = (days: number, changes: Partial<HistoryLine>): HistoryLine => ({
  at: start + days * DAY_MILLIS,
  kind: 'sold',
  edition: 7,
  priceCents: 1_000,
  from: 'a',
  to: 'b',
  ...changes,
});

test('each sale is a mark placed by its time and price, and an offer has no mark', () => {
  const prices = priceHistory([
    line(10, { priceCents: 4_000 }),
    line(7, { kind: 'listed', priceCents: 9_900 }),
    line(5, { priceCents: 2_000, edition: 8 }),
    line(0, {}),
  ]);
  expect(prices?.points.map(({ x, y }) => [x, y])).toEqual([
    [0, 70],
    [50, 50],
    [100, 10],
  ]);
  expect(prices?.summary).toBe(
    '3 sales between 1 Nov 2026 and 11 Nov 2026, from $10.00 to $40.00.',
  );
});

test('sales at one price and one time are summed up as such and stand in the middle', () => {
  const prices = priceHistory([line(0, {}), line(0, { edition: 9 })]);
  expect(prices?.summary).toBe('2 sales between 1 Nov 2026 and 1 Nov 2026, at $10.00.');
  expect(prices?.points.map(({ x }) => x)).toEqual([50, 50]);
  expect(prices?.highest).toBeUndefined();
});

test('a work without sales, or with one, has no price history', () => {
  expect(priceHistory([line(0, {})])).toBeUndefined();
  expect(priceHistory([line(0, { kind: 'listed' })])).toBeUndefined();
});

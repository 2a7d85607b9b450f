import { expect, test } from 'vitest';
import { largest, smallest } from './extremes.ts';

test('the smallest and largest are found among a million, and an empty list has none', () => {
  const many = Array.from({ length: 1_000_000 }, (_, index) => (index * 7_919) % 1_000_003);
  expect([smallest(many), largest(many)]).toEqual([0, 1_000_002]);
  expect([smallest([]), largest([])]).toEqual([Infinity, -Infinity]);
});

import { expect, test } from 'vitest';
import { parseClock } from './clock-input.ts';

test('minutes and seconds are read, and seconds alone', () => {
  expect(['1:04', '0:00', '59:59', ' 12:30 ', '64', '0'].map(parseClock)).toEqual([
    64, 0, 3_599, 750, 64, 0,
  ]);
});

test('anything else is not a time', () => {
  const typed = ['', 'now', '1:4', '1:60', '-1', '1:04:00', '1.5', '12345'];
  expect(typed.map(parseClock)).toEqual(typed.map(() => undefined));
});

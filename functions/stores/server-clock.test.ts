import { expect, test } from 'vitest';
import { ClockWrong, checkClock } from './server-clock.ts';

const NOW = Date.UTC(2026, 10, 22);

test.each([
  ['the same', 0, 5],
  ['a minute ahead', 60_000, 60_000],
  ['a minute behind', -60_000, -60_000],
  ['right, and the answer took two minutes', -110_000, 10_000],
])('[M-59] a clock that is %s is accepted', (_, asked, answered) => {
  expect(() => checkClock(NOW, NOW + asked, NOW + answered)).not.toThrow();
});

test.each([
  [60_001, 'ahead of'],
  [600_000, 'ahead of'],
  [-60_001, 'behind'],
  [-600_000, 'behind'],
])('[M-59] a clock that is off by %i ms is refused', (off, way) => {
  expect(() => checkClock(NOW, NOW + off, NOW + off)).toThrow(ClockWrong);
  const seconds = Math.round(Math.abs(off) / 1_000);
  const words = `The server's clock is ${seconds} s ${way} the database's`;
  expect(() => checkClock(NOW, NOW + off, NOW + off)).toThrow(words);
});

import { describe, expect, it } from 'vitest';
import { parseInterval } from './schedule.ts';

describe('the interval of a scheduled function', () => {
  it.each([
    ['every 1 minutes', 60_000],
    ['every 5 minutes', 300_000],
    ['every 1 hour', 3_600_000],
    ['every 2 days', 172_800_000],
  ])('is read from "%s" as %i ms', (schedule, ms) => expect(parseInterval(schedule)).toBe(ms));

  it.each(['*/5 * * * *', 'every 0 minutes', 'every day 09:00'])(
    'reports that "%s" is not simulated',
    (schedule) => expect(() => parseInterval(schedule)).toThrow('every 5 minutes'),
  );
});

import { expect, test } from 'vitest';
import { buildCalendar } from './spans.ts';

test('a calendar goes back to the oldest period that a chart can show', () => {
  const { today, spans } = buildCalendar('2026-11-20');
  expect(today).toBe('2026-11-20');
  const ends = Object.entries(spans).map(([span, places]) => {
    const [first, last] = [places[0], places.at(-1)];
    return [span, places.length, first?.period, last?.period];
  });
  expect(ends).toEqual([
    ['week', 186, '2026-11-20', '2026-05-19'],
    ['month', 15, '2026-W47', '2026-W33'],
    ['3m', 3, '2026-11', '2026-09'],
  ]);
});

test('a period of a calendar lists its days', () => {
  const { spans } = buildCalendar('2026-11-20');
  expect(spans.week[0]?.days).toEqual(['2026-11-20']);
  expect(spans.month[0]?.days).toEqual(
    ['16', '17', '18', '19', '20', '21', '22'].map((day) => `2026-11-${day}`),
  );
  expect(spans['3m'][1]?.days).toHaveLength(31);
});

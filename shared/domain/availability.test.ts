import { expect, test } from 'vitest';
import { type Availability, countMarks } from './availability.ts';

test('editions are counted by their availability', () => {
  const marks: Availability[] = ['primary', 'held', 'resale', 'primary'];
  expect(countMarks(marks, 'primary')).toBe(2);
  expect(countMarks(marks, 'primary', 'resale')).toBe(3);
  expect(countMarks([], 'held')).toBe(0);
});

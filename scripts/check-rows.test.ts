import { expect, test } from 'vitest';
import { rowProblems } from './check-rows.ts';

test('a rule that stands twice, one without a test and one that is unknown are told', () => {
  const rules = ['M-01', 'M-01', 'M-02'];
  expect(rowProblems(rules, { proven: ['M-01'], cited: ['M-02', 'M-03'] })).toEqual([
    'M-01 stands twice in docs/behaviour.',
    'No test begins with [M-02].',
    'M-03 is named, but docs/behaviour has no such rule.',
  ]);
  expect(rowProblems(['M-01'], { proven: ['M-01'], cited: ['M-01'] })).toEqual([]);
});

import { expect, test } from 'vitest';
import { ruleProblems, rulesOfTests } from './check-rules.ts';

test('a repeated rule, a rule without a test and an unknown rule are reported', () => {
  const rules = ['M-01', 'M-01', 'M-02'];
  expect(ruleProblems(rules, { proven: ['M-01'], cited: ['M-02', 'M-03'] })).toEqual([
    'M-01 stands twice in docs/behaviour.',
    'No test begins with [M-02].',
    'M-03 is named, but docs/behaviour has no such rule.',
  ]);
  expect(ruleProblems(['M-01'], { proven: ['M-01'], cited: ['M-01'] })).toEqual([]);
});

test('a test tagged long proves its rows, but not in npm test', () => {
  const source = `
    test('[M-01] it’s "quoted" and isn\\'t over', async () => {});
    test('[M-02] [M-03] is long', { tags: 'long', timeout: 1 }, async () => {});
    test.each([1])(
      \`[M-04] %s\`,
      { tags: 'long' },
      () => {},
    );
    test("[M-05] is short", { timeout: 1 }, () => {});`;
  expect(rulesOfTests(source)).toEqual({
    all: ['M-01', 'M-02', 'M-03', 'M-04', 'M-05'],
    short: ['M-01', 'M-05'],
  });
});

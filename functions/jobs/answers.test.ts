import { expect, test } from 'vitest';
import { isNews, problemsIn } from './answers.ts';

test.each([
  [undefined, false],
  ['busy', false],
  ['nothing', false],
  ['sent', true],
  [0, false],
  [3, true],
  [{ looked: 0, failed: 0 }, false],
  [{ looked: 2, failed: 0 }, true],
  [{ notified: [] }, false],
  [{ notified: ['ana'] }, true],
])('a job’s answer %j counts as news: %s', (answer, expected) => {
  expect(isNews(answer)).toBe(expected);
});

test.each([
  [undefined, []],
  [7, []],
  [{ looked: 2, failed: 0 }, []],
  [{ looked: 2, failed: 2 }, ['2 failed']],
  [
    { unpublished: ['sale:1'], differences: ['cash is 1, should be 2'] },
    ['not in the public log: sale:1', 'cash is 1, should be 2'],
  ],
])('a job’s answer %j reports the problems %j', (answer, expected) => {
  expect(problemsIn(answer)).toEqual(expected);
});

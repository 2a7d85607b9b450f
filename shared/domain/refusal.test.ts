import { expect, test } from 'vitest';
import { isRefusal, refuse } from './refusal.ts';

test('a refusal is a value that says so, with a code and a sentence', () => {
  const refusal = refuse('not-found', 'No such order');
  expect(refusal).toEqual({ refused: true, code: 'not-found', message: 'No such order' });
  expect(isRefusal(refusal)).toBe(true);
});

test.each([undefined, null, 'refused', 7, {}, { refused: false }, { code: 'not-found' }])(
  '%j is not a refusal',
  (value) => {
    expect(isRefusal(value)).toBe(false);
  },
);

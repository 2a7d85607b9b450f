import { expect, test } from 'vitest';
import { shortMessage } from './events.ts';

test('of an error its own words and those of the errors behind it are told, without colours', () => {
  const refused = Object.assign(new Error(''), { code: 'ECONNREFUSED' });
  const failed = new TypeError('\u001b[31mfetch failed\u001b[39m', { cause: refused });
  expect(shortMessage(failed)).toBe('fetch failed\nbecause: ECONNREFUSED');
  expect(shortMessage(undefined)).toBe('No message.');
});

test('of a long error the beginning is told', () => {
  const error = new Error(Array.from({ length: 30 }, (_, line) => `line ${line}`).join('\n'));
  expect(shortMessage(error).split('\n')).toHaveLength(12);
});

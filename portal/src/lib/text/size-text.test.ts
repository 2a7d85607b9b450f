import { expect, test } from 'vitest';
import { sizeText } from './size-text.ts';

test.each([
  [1, '1 KB'],
  [319_000, '312 KB'],
  [1024 * 1024, '1.0 MB'],
  [61_000_000, '58.2 MB'],
  [200 * 1024 * 1024, '200.0 MB'],
])('a file of %i bytes is shown as %s', (bytes, text) => {
  expect(sizeText(bytes)).toBe(text.replace(' ', '\u00a0'));
});

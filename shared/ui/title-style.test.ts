import { expect, test } from 'vitest';
import { titleStyle } from './title-style.ts';

test.each([
  ['Salt on the Wires', 'display'],
  ['Wherever the Long Evening Takes Us', 'h1'],
  ['🎷'.repeat(28), 'display'],
  ['Wherever the Long Evening Takes Us Home (Extended Night Version)', 'h2'],
])('the title %s gets the style %s', (title, style) => {
  expect(titleStyle(title)).toBe(style);
});

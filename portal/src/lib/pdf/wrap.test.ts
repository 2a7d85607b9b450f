import { expect, test } from 'vitest';
import { wrap } from './wrap.ts';

const widthOf = (part: string) => [...part].length;

test.each([
  ['', ['']],
  ['Night Bus', ['Night Bus']],
  ['Night Bus to Lagos', ['Night Bus', 'to Lagos']],
  ['Unpronounceable', ['Unpronounc', 'eable']],
  ['An Unpronounceable one', ['An Unprono', 'unceable', 'one']],
  ['  spaced   out  ', ['spaced', 'out']],
  ['夜行バスでラゴスまで行く', ['夜行バスでラゴスまで', '行く']],
])('the text %j is wrapped into the lines %j', (text, lines) => {
  expect(wrap(text, 10, widthOf)).toEqual(lines);
});

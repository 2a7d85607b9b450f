import { expect, test } from 'vitest';
import { cutLines } from './cut-lines.ts';

async function* each(pieces: readonly string[]) {
  yield* pieces;
}

const cut = async (...pieces: string[]): Promise<string[]> => {
  const lines: string[] = [];
  for await (const line of cutLines(each(pieces))) lines.push(line);
  return lines;
};

test('lines come complete, however the text is cut, and keep their line feeds', async () => {
  const lines = ['one\n', '\n', 'three\n', 'no feed'];
  const text = lines.join('');
  expect(await cut(text)).toEqual(lines);
  expect(await cut(...text)).toEqual(lines);
  expect(await cut('on', 'e\n', '\nthree', '\nno feed')).toEqual(lines);
  expect(await cut('one\n')).toEqual(['one\n']);
  expect(await cut()).toEqual([]);
});

test('a line that is too long is cut off, and nothing after it is read', async () => {
  const long = 'x'.repeat(8_192);
  expect(await cut(long, '\nnext')).toEqual([`${long}\n`, 'next']);
  expect(await cut('first\n', long, 'x', '\nnext\n')).toEqual(['first\n', `${long}x`]);
});

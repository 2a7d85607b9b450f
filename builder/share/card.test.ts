import sharp from 'sharp';
import { expect, test } from 'vitest';
import { drawCard } from './card.ts';

const left = 630;
const margin = 56;
const top = 120;

/** Lists the first and last pixel row of each line of text, without the brand and the note. */
async function linesOf(title: string, artist = ''): Promise<(readonly [number, number])[]> {
  const area = { left, top, width: 1200 - left, height: 430 };
  const card = await drawCard({ title, artist, note: 'Gold, 20 numbered editions' }, undefined);
  const { data, info } = await sharp(card)
    .extract(area)
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const isInk = (x: number, y: number) => (data[y * info.width + x] ?? 255) < 128;
  const columns = Array.from({ length: info.width }, (_, x) => x);
  const outside = columns.filter((x) => x < margin - 2 || x > info.width - margin + 2);
  const lines: [number, number][] = [];
  for (let y = 0; y < info.height; y += 1) {
    expect(outside.filter((x) => isInk(x, y))).toEqual([]);
    if (!columns.some((x) => isInk(x, y))) continue;
    const last = lines.at(-1);
    if (last?.[1] === y - 1) last[1] = y;
    else lines.push([y, y]);
  }
  return lines;
}

const heightOf = ([from, to]: readonly [number, number]): number => to - from;

test('a title is broken into lines between the margins', async () => {
  expect(await linesOf('Morse')).toHaveLength(1);
  expect(await linesOf('Music in numbered editions')).toHaveLength(3);
});

test('a longer title is set smaller, so that it needs three lines at most', async () => {
  const [short] = await linesOf('Music in numbered editions');
  const lines = await linesOf('A box of bells and more music on old islands in autumn');
  expect(lines).toHaveLength(3);
  expect(heightOf(lines[0]!)).toBeLessThan(heightOf(short!));
});

test.each([
  ['title', 'One of more words than can be read on a card '.repeat(5), ''],
  ['word', 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerk', ''],
  ['artist', 'Morse', 'The Extraordinarily Long Named Orchestra of Lower Saxony and Friends'],
])('a %s that is too long is shortened, and never leaves the margins', async (_, title, artist) => {
  expect(await linesOf(title.trim(), artist)).toHaveLength(artist ? 2 : 1);
});

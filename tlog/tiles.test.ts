import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bytesOfText, hexOf } from './bytes.ts';
import { leafHash, nodeHash } from './merkle.ts';
import { proofText, readProofText } from './proof-file.ts';
import { madeEntries, vector } from './testing/vector.ts';
import {
  completeHash,
  entriesTile,
  hashTile,
  listTiles,
  locateSubtree,
  readEntriesTile,
  readHashTile,
  tilePath,
} from './tiles.ts';

test.each([
  [{ level: 0, number: 0, width: 256 }, 'tile/0/000'],
  [{ level: 1, number: 0, width: 3 }, 'tile/1/000.p/3'],
  [{ level: 0, number: 999, width: 256 }, 'tile/0/999'],
  [{ level: 0, number: 1_000, width: 256 }, 'tile/0/x001/000'],
  [{ level: 'entries' as const, number: 1_234_067, width: 256 }, 'tile/entries/x001/x234/067'],
  [{ level: 'entries' as const, number: 39_062, width: 128 }, 'tile/entries/x039/062.p/128'],
])('the tile %j has the path %s', (tile, path) => {
  expect(tilePath(tile)).toBe(path);
});

test.each([
  [0, []],
  [1, [1]],
  [255, [255]],
  [256, [256]],
  [257, [256, 1]],
  [600, [256, 256, 88]],
])('a tree of %i has leaf tiles of these widths: %j', (size, widths) => {
  expect(listTiles(size, 0).map(({ width }) => width)).toEqual(widths);
  expect(listTiles(size, 1).map(({ width }) => width)).toEqual(size < 256 ? [] : [size >> 8]);
});

test('the hash of a subtree is made from the hashes of one tile', () => {
  const leaves = madeEntries(4).map(leafHash);
  const [a, b, c, d] = leaves as [Uint8Array, Uint8Array, Uint8Array, Uint8Array];
  expect(hexOf(completeHash(leaves))).toBe(hexOf(nodeHash(nodeHash(a, b), nodeHash(c, d))));
  expect(locateSubtree({ level: 2, index: 65 }, 600)).toEqual({
    tile: { level: 0, number: 1, width: 256 },
    start: 4,
    count: 4,
  });
  expect(locateSubtree({ level: 9, index: 0 }, 600)).toEqual({
    tile: { level: 1, number: 0, width: 2 },
    start: 0,
    count: 2,
  });
});

test('tiles read back exactly as they were written, and not with another width', () => {
  const entries = madeEntries(300).slice(0, 44);
  const hashes = entries.map(leafHash);
  expect(readHashTile(hashTile(hashes), 44)?.map(hexOf)).toEqual(hashes.map(hexOf));
  expect(readHashTile(hashTile(hashes), 43)).toBeUndefined();
  expect(readEntriesTile(entriesTile(entries), 44)?.map(hexOf)).toEqual(entries.map(hexOf));
  expect(readEntriesTile(entriesTile(entries), 43)).toBeUndefined();
});

test('the entries of the vector begin with the length of the first line', () => {
  const bytes = entriesTile(vector.lines.map(bytesOfText));
  expect(hexOf(bytes.subarray(0, 3))).toBe('00597b');
});

test('a tile of entries that is cut anywhere, or an entry that is too long, is refused', () => {
  const whole = entriesTile(madeEntries(3));
  for (let length = 0; length < whole.length; length++) {
    expect(readEntriesTile(whole.subarray(0, length), 3), `${length} bytes`).toBeUndefined();
  }
  expect(() => entriesTile([new Uint8Array(65_536)])).toThrow(RangeError);
});

test('a written proof reads back as the same proof', () => {
  const hash = fc.uint8Array({ minLength: 32, maxLength: 32 });
  fc.assert(
    fc.property(
      fc.uint8Array({ minLength: 1 }),
      fc.nat(),
      fc.array(hash, { maxLength: 20 }),
      (extra, index, hashes) => {
        const proof = { extra, index, hashes, checkpoint: vector.note };
        const read = readProofText(proofText(proof));
        expect(read && proofText(read)).toBe(proofText(proof));
      },
    ),
  );
});

test.each([
  ['no extra', (text: string) => text.replace(/extra .*\n/, '')],
  ['a place with a leading zero', (text: string) => text.replace('index 1', 'index 01')],
  ['a short hash', (text: string) => text.replace('\n\n', '\nAAAA\n\n')],
  ['another header', (text: string) => text.replace('@v1', '@v2')],
  ['no checkpoint', (text: string) => text.slice(0, text.indexOf('\n\n'))],
])('a proof with %s is refused', (_what, change) => {
  const text = proofText({
    extra: bytesOfText('a\n'),
    index: 1,
    hashes: [leafHash(new Uint8Array())],
    checkpoint: vector.note,
  });
  expect(readProofText(text)).toBeDefined();
  expect(readProofText(change(text))).toBeUndefined();
});

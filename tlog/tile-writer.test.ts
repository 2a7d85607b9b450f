import { expect, test } from 'vitest';
import { hexOf } from './bytes.ts';
import { appendLeaf, emptyEdge, leafHash, rootOf } from './merkle.ts';
import { BadFile, inTree } from './read-tree.ts';
import { TileWriter } from './tile-writer.ts';
import { tilePath } from './tiles.ts';

const entriesFrom = (start: number, end: number): Uint8Array[] =>
  Array.from({ length: end - start }, (_, at) =>
    Uint8Array.of((start + at) & 0xff, (start + at) >> 8),
  );

function aWriter(files = new Map<string, Uint8Array>()) {
  const tiles = new TileWriter((tile, bytes) => files.set(inTree(tilePath(tile)), bytes));
  return { tiles, files, read: async (path: string) => files.get(path) };
}

test('a tile writer has the edge of the tree while it grows to 65,537 entries', () => {
  const { tiles } = aWriter();
  expect(tiles.edge()).toEqual({ size: 0, hashes: [] });
  let edge = emptyEdge;
  for (const entry of entriesFrom(0, 65_537)) {
    tiles.add(entry);
    edge = appendLeaf(edge, leafHash(entry));
    if (edge.size % 255 === 0) expect(tiles.edge()).toEqual(edge);
  }
  expect(tiles.edge()).toEqual(edge);
  expect(tiles.edge().hashes).toHaveLength(2);
  expect(rootOf(tiles.edge())).toHaveLength(32);
});

test.each([
  [1, 2],
  [255, 256],
  [256, 257],
  [300, 300],
  [511, 800],
  [65_535, 65_793],
])(
  'a tree of %i that goes on to %i has the tiles of one that is written at once',
  async (from, to) => {
    const first = aWriter();
    for (const entry of entriesFrom(0, from)) first.tiles.add(entry);
    first.tiles.finish([]);
    const next = aWriter(first.files);
    await next.tiles.continueFrom(next.read, from);
    expect(next.tiles.size).toBe(from);
    for (const entry of entriesFrom(from, to)) next.tiles.add(entry);
    next.tiles.finish([]);
    const whole = aWriter();
    for (const entry of entriesFrom(0, to)) whole.tiles.add(entry);
    whole.tiles.finish([]);
    expect(next.tiles.edge()).toEqual(whole.tiles.edge());
    for (const [path, bytes] of whole.files) {
      expect([path, hexOf(next.files.get(path) ?? new Uint8Array())]).toEqual([path, hexOf(bytes)]);
    }
  },
);

test('a tree with a damaged edge is not continued', async () => {
  const { tiles, files } = aWriter();
  for (const entry of entriesFrom(0, 600)) tiles.add(entry);
  tiles.finish([]);
  const read = (path: string, bytes: Uint8Array | undefined) => async (each: string) =>
    each === path ? bytes : files.get(each);
  for (const level of ['0', 'entries']) {
    const path = `tlog/tile/${level}/002.p/88`;
    const other = Uint8Array.from(files.get(path) ?? []);
    other[100] = (other[100] ?? 0) ^ 1;
    for (const damaged of [undefined, other]) {
      const next = new TileWriter(() => {});
      await expect(next.continueFrom(read(path, damaged), 600)).rejects.toThrow(BadFile);
    }
  }
  const next = new TileWriter(() => {});
  await expect(next.continueFrom(read('tlog/tile/1/000.p/2', undefined), 600)).rejects.toThrow(
    BadFile,
  );
});

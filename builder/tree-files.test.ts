import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { aPublicLog, someLines } from '@datchain/testing/server/a-public-log.ts';
import { bytesOfText } from '@datchain/tlog/bytes.ts';
import { isSameHash, leafHash, rootOf } from '@datchain/tlog/merkle.ts';
import {
  levelLength,
  readEntriesTile,
  readHashTile,
  tileIn,
  tilePath,
} from '@datchain/tlog/tiles.ts';
import { afterAll, describe, expect, test } from 'vitest';
import { FilesLikeBefore, TileFiles } from './tile-files.ts';
import { type LiveLog, liveLogIn, TreeFiles } from './tree-files.ts';

const folder = mkdtempSync(join(tmpdir(), 'tree-files-'));
afterAll(() => rmSync(folder, { recursive: true }));

const newDir = () => mkdtempSync(join(folder, 'log-'));
const lines = someLines(800);

/** Publishes some lines after what is live; returns the folder, or what is wrong. */
async function publish(size: number, signedSizes = [size], live: LiveLog = {}) {
  const dir = newDir();
  const { head } = await aPublicLog(lines.slice(0, size), signedSizes);
  const tree = new TreeFiles(dir, live);
  for (const line of lines.slice(0, size)) tree.add(bytesOfText(line));
  return { dir, problem: await tree.finish(head) };
}

test('a reader at any size that was signed finds its tiles, with the hashes of the lines', async () => {
  const sizes = [250, 256, 257, 511, 512, 600, 700, 701];
  let live: LiveLog = {};
  for (const [at, size] of sizes.entries()) {
    const { dir, problem } = await publish(size, sizes.slice(0, at + 1), live);
    expect(problem).toBeUndefined();
    const full = size - (size % 256);
    for (const signed of sizes.filter((each) => each <= size && each > full)) {
      const number = Math.ceil(signed / 256) - 1;
      const { width } = tileIn(signed, 0, number);
      const read = (level: number | 'entries') =>
        readFileSync(join(dir, tilePath({ level, number, width })));
      const hashes = readHashTile(read(0), width) ?? [];
      const entries = readEntriesTile(read('entries'), width) ?? [];
      const own = lines.slice(number * 256, number * 256 + width).map(bytesOfText);
      expect(entries.map((entry) => Buffer.from(entry).toString())).toEqual(
        own.map((line) => Buffer.from(line).toString()),
      );
      expect(own.every((line, i) => isSameHash(hashes[i] ?? line, leafHash(line)))).toBe(true);
    }
    for (let width = 1; width <= levelLength(size, 1); width++) {
      const above = readFileSync(join(dir, tilePath({ level: 1, number: 0, width })));
      expect(readHashTile(above, width)).toBeDefined();
    }
    live = liveLogIn(dir);
  }
});

test('tiles of every size have the edge of the tree, also beyond one tile of tiles', () => {
  const tiles = new TileFiles(new FilesLikeBefore(newDir(), undefined));
  expect(tiles.edge()).toEqual({ size: 0, hashes: [] });
  for (let size = 1; size <= 65_537; size++) tiles.add(Uint8Array.of(size & 0xff));
  expect(tiles.edge().hashes).toHaveLength(2);
  expect(rootOf(tiles.edge())).toHaveLength(32);
});

describe('nothing is published of a log that', () => {
  test('is shorter than what is live, or has another line in it', async () => {
    const { dir } = await publish(600);
    const live = liveLogIn(dir);
    const wrong = 'it does not continue the 600 lines published as datchain.example/data/v1/tlog';
    expect((await publish(599, [599], live)).problem).toBe(wrong);
    const tree = new TreeFiles(newDir(), live);
    const changed = [...someLines(601)];
    changed[3] = changed[4] ?? '';
    for (const line of changed) tree.add(bytesOfText(line));
    expect(await tree.finish((await aPublicLog(changed)).head)).toBe(wrong);
    expect((await publish(601, [601], live)).problem).toBeUndefined();
  });

  test('has another name', async () => {
    const { dir } = await publish(10);
    const tree = new TreeFiles(newDir(), liveLogIn(dir));
    const { head } = await aPublicLog(lines.slice(0, 10));
    for (const line of lines.slice(0, 10)) tree.add(bytesOfText(line));
    const other = await tree.finish({ ...head, origin: 'other.example/data/v1/tlog' });
    expect(other).toContain('it does not continue the 10 lines');
  });

  test('is not what its checkpoint says, or not signed', async () => {
    const { head } = await aPublicLog(lines.slice(0, 10));
    const finish = async (count: number, checkpoint: string) => {
      const tree = new TreeFiles(newDir(), {});
      for (const line of lines.slice(0, count)) tree.add(bytesOfText(line));
      return tree.finish({ ...head, checkpoint });
    };
    expect(await finish(9, head.checkpoint)).toBe('its lines are not those of its checkpoint');
    expect(await finish(10, '')).toBe('its lines are not those of its checkpoint');
    const signature = head.checkpoint.split(' ').at(-1) ?? '';
    const other = `${signature.slice(0, 10)}${signature[10] === 'A' ? 'B' : 'A'}${signature.slice(11)}`;
    const forged = head.checkpoint.replace(signature, other);
    expect(await finish(10, forged)).toBe('its checkpoint is not signed');
    expect(await finish(10, head.checkpoint)).toBeUndefined();
  });
});

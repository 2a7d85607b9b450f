import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PublicLog } from '@datchain/functions/public-log/source.ts';
import { aPublicLog, someLines } from '@datchain/testing/server/a-public-log.ts';
import { bytesOfText } from '@datchain/tlog/bytes.ts';
import { isSameHash, leafHash } from '@datchain/tlog/merkle.ts';
import type { PublishedCheckpoint } from '@datchain/tlog/read-proof.ts';
import {
  levelLength,
  readEntriesTile,
  readHashTile,
  tileIn,
  tilePath,
} from '@datchain/tlog/tiles.ts';
import { afterAll, describe, expect, test } from 'vitest';
import { readLiveCheckpoint } from './live-checkpoint.ts';
import { addLog } from './log-files.ts';
import { treeDir } from './log-folder.ts';
import { SiteTree } from './site-tree.ts';

const folder = mkdtempSync(join(tmpdir(), 'tree-files-'));
afterAll(() => rmSync(folder, { recursive: true }));

const newDir = () => mkdtempSync(join(folder, 'log-'));
const lines = someLines(800);

/** Publishes a log after what is live; returns where it is, or what is wrong. */
async function publishLog(log: PublicLog, live?: PublishedCheckpoint) {
  const siteDir = newDir();
  const problem = await addLog(SiteTree.empty(siteDir), log, {
    work: newDir(),
    live,
    isContinued: false,
    witnesses: '',
    log: () => {},
  });
  return { dir: join(siteDir, treeDir), live: readLiveCheckpoint(siteDir), problem };
}

const publish = async (size: number, signedSizes = [size], live?: PublishedCheckpoint) =>
  publishLog(await aPublicLog(lines.slice(0, size), signedSizes), live);

test('a reader of any signed size finds its tiles, with the lines and their hashes', async () => {
  const sizes = [250, 256, 257, 511, 512, 600, 700, 701];
  let last: PublishedCheckpoint | undefined;
  for (const [at, size] of sizes.entries()) {
    const { dir, live, problem } = await publish(size, sizes.slice(0, at + 1), last);
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
    last = live;
  }
});

describe('refused logs', () => {
  test('a log that is shorter than the live one, or changes one of its lines, is refused', async () => {
    const { live } = await publish(600);
    const wrong = 'it does not continue the 600 lines published as datchain.example/data/v1/tlog';
    expect((await publish(599, [599], live)).problem).toBe(wrong);
    const changed = [...someLines(601)];
    changed[3] = changed[4] ?? '';
    expect((await publishLog(await aPublicLog(changed), live)).problem).toBe(wrong);
    expect((await publish(601, [601], live)).problem).toBeUndefined();
  });

  test('a log with another name is refused', async () => {
    const { live } = await publish(10);
    const log = await aPublicLog(lines.slice(0, 10));
    const head = { ...log.head, origin: 'other.example/data/v1/tlog' };
    const { problem } = await publishLog({ ...log, head }, live);
    expect(problem).toContain('it does not continue the 10 lines');
  });

  test('a log is refused if its lines do not match its checkpoint, or the signature is forged', async () => {
    const { head } = await aPublicLog(lines.slice(0, 10));
    const finish = async (count: number, checkpoint: string) => {
      const log = await aPublicLog(lines.slice(0, count));
      return (await publishLog({ ...log, head: { ...head, checkpoint } })).problem;
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

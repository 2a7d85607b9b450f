import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { demoWorld } from './world.ts';
import { writeArtwork } from './write-artwork.ts';

// Drawing takes as long as the machine is busy.
vi.setConfig({ testTimeout: 60_000 });

const whole = demoWorld(new Date('2026-11-20T10:42:00Z'));
const world = {
  ...whole,
  dats: whole.dats.slice(0, 2),
  artists: whole.artists.slice(0, 1),
  fans: [],
};
let outDir = '';

beforeEach(async () => {
  outDir = await mkdtemp(join(tmpdir(), 'artwork-'));
});

afterEach(async () => {
  await rm(outDir, { recursive: true });
});

test('every DAT gets its sleeve in two sizes and every person an avatar', async () => {
  const heard: [number, number][] = [];
  const result = await writeArtwork(world, outDir, (done, total) => heard.push([done, total]));
  expect(result).toEqual({ drawn: 3, kept: 0 });
  expect(heard).toEqual([
    [1, 3],
    [2, 3],
    [3, 3],
  ]);
  const sizeOf = async (file: string) => {
    const { format, width, height } = await sharp(join(outDir, file)).metadata();
    return [format, width, height];
  };
  expect(await sizeOf('artwork/dat-night-bus-to-lagos.webp')).toEqual(['webp', 900, 900]);
  expect(await sizeOf('artwork/dat-night-bus-to-lagos-450.webp')).toEqual(['webp', 450, 450]);
  expect(await sizeOf('avatars/adaokonjo.webp')).toEqual(['webp', 160, 160]);
});

test('a second call draws nothing, and only what is missing is drawn again', async () => {
  await writeArtwork(world, outDir);
  expect(await writeArtwork(world, outDir)).toEqual({ drawn: 0, kept: 3 });
  const lost = join(outDir, 'artwork/dat-salt-on-the-wires-450.webp');
  await rm(lost);
  expect(await writeArtwork(world, outDir)).toEqual({ drawn: 1, kept: 2 });
  expect((await stat(lost)).size).toBeGreaterThan(0);
});

test('pictures of another generator version are drawn again', async () => {
  await writeArtwork(world, outDir);
  const manifest = join(outDir, 'artwork.json');
  const before = await readFile(join(outDir, world.dats[0]!.artworkFile));
  await writeFile(manifest, '{"generatorVersion":0}');
  expect(await writeArtwork(world, outDir)).toEqual({ drawn: 3, kept: 0 });
  expect(await readFile(join(outDir, world.dats[0]!.artworkFile))).toEqual(before);
});

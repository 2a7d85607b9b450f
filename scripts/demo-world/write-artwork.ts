import { mkdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp, { type Sharp } from 'sharp';
import { AVATAR_SIDE, renderAvatar } from './sleeves/avatar.ts';
import { printed } from './sleeves/print.ts';
import { renderSleeve } from './sleeves/render-sleeve.ts';
import type { DemoWorld } from './types.ts';

/** Raised whenever sleeves or avatars come out differently, so that existing files are redrawn. */
export const GENERATOR_VERSION = 4;

const MANIFEST = 'artwork.json';
/** Two pictures at a time: as many as a small machine has cores. */
const AT_ONCE = 2;

/** One picture, or one picture in two sizes, to be drawn. */
interface Job {
  files: string[];
  draw(): Promise<void>;
}

/** A picture appears under its name only when it is whole. */
async function save(picture: Sharp, path: string): Promise<void> {
  const unfinished = `${path}.part`;
  await writeFile(unfinished, await picture.toBuffer());
  await rename(unfinished, path);
}

function sleeveJob(dat: DemoWorld['dats'][number], outDir: string): Job {
  const [large, small] = [join(outDir, dat.artworkFile), join(outDir, dat.artworkSmallFile)];
  return {
    files: [large, small],
    draw: async () => {
      const { svg } = renderSleeve({ id: dat.id, title: dat.songName, artist: dat.artistName });
      const print = await printed(svg);
      await Promise.all([
        save(print.clone().webp({ quality: 84, effort: 2 }), large),
        save(print.clone().resize(450).webp({ quality: 66, effort: 2 }), small),
      ]);
    },
  };
}

function avatarJob(file: string, username: string, outDir: string): Job {
  const path = join(outDir, file);
  return {
    files: [path],
    draw: async () => {
      // Drawn at twice the size, so that the screen's dots stay clean when it is reduced.
      const drawn = sharp(Buffer.from(renderAvatar(username).svg), { density: 144 });
      await save(drawn.resize(AVATAR_SIDE).removeAlpha().webp({ quality: 80 }), path);
    },
  };
}

async function isThere(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => undefined);
  return found !== undefined && found.size > 0;
}

async function storedVersion(outDir: string): Promise<number | undefined> {
  const text = await readFile(join(outDir, MANIFEST), 'utf8').catch(() => '{}');
  return (JSON.parse(text) as { generatorVersion?: number }).generatorVersion;
}

/**
 * Writes every DAT's sleeve (900 px and 450 px) and everyone's avatar (160 px) as WebP under
 * `outDir`, at the paths that the world names. What an earlier run of this generator version left
 * is kept, so a second call only looks. `onProgress` hears how many of the missing pictures are
 * done. Returns how many were drawn.
 */
export async function writeArtwork(
  world: DemoWorld,
  outDir: string,
  onProgress: (done: number, total: number) => void = () => undefined,
): Promise<{ drawn: number; kept: number }> {
  await mkdir(join(outDir, 'artwork'), { recursive: true });
  await mkdir(join(outDir, 'avatars'), { recursive: true });
  const jobs = [
    ...world.dats.map((dat) => sleeveJob(dat, outDir)),
    ...[...world.artists, ...world.fans].map(({ avatarFile, username }) =>
      avatarJob(avatarFile, username, outDir),
    ),
  ];
  const isCurrent = (await storedVersion(outDir)) === GENERATOR_VERSION;
  const there = await Promise.all(
    jobs.map(
      async ({ files }) => isCurrent && (await Promise.all(files.map(isThere))).every(Boolean),
    ),
  );
  const missing = jobs.filter((_, index) => !there[index]);
  // An unfinished redraw must not look finished: the version is written last, and removed first.
  if (!isCurrent) await writeFile(join(outDir, MANIFEST), '{}\n');
  let done = 0;
  const waiting = [...missing];
  const work = async () => {
    for (let job = waiting.shift(); job; job = waiting.shift()) {
      await job.draw();
      done += 1;
      onProgress(done, missing.length);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  await writeFile(
    join(outDir, MANIFEST),
    `${JSON.stringify({ generatorVersion: GENERATOR_VERSION })}\n`,
  );
  return { drawn: missing.length, kept: jobs.length - missing.length };
}

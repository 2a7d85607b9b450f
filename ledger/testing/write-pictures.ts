import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { StaticMount } from '@datchain/emulators/stack/site-files.ts';
import sharp from 'sharp';

/** Where the demo world has its artwork and portraits; served beside the site, not with it. */
const folders = ['/artwork', '/avatars'];

/**
 * Puts a real picture at every address of those folders that is named in the stored data, with the
 * smaller size of an artwork. Returns what has to be served beside the site: a picture that no row
 * names is missing there.
 */
export async function writePictures(dir: string, stored: unknown): Promise<StaticMount[]> {
  const create = { width: 9, height: 9, channels: 3, background: '#eea9ae' } as const;
  const picture = await sharp({ create }).webp().toBuffer();
  const named = JSON.stringify(stored).matchAll(/"(\/(?:artwork|avatars)\/[\w/-]+)\.webp"/g);
  for (const [, stem = ''] of named) {
    for (const name of [`${stem}.webp`, `${stem}-450.webp`]) {
      mkdirSync(dirname(join(dir, name)), { recursive: true });
      writeFileSync(join(dir, name), picture);
    }
  }
  return folders.map((path) => ({ path, dir: join(dir, path) }));
}

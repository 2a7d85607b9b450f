import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Dat } from '@datchain/shared/domain/dats.ts';
import { fingerprint } from '../fingerprint.ts';
import { keepFile } from '../kept-file.ts';
import { linkOrCopy } from '../take-over.ts';
import { CARD_VERSION, drawCard } from './card.ts';
import { type PictureDir, readPicture } from './pictures.ts';

/** The folder of the site with the pictures that are shown beside links. */
export const shareFolder = 'share';

const AT_ONCE = 4;

interface ShareImage {
  readonly file: string;
  readonly text: { title: string; artist: string; note: string };
  readonly artworkUrl: string;
}

function shareImage(dat: Dat): ShareImage {
  const count = dat.editions.length;
  const text = {
    title: dat.songName,
    artist: dat.artistName,
    note: `${dat.tier}, ${count} numbered ${count === 1 ? 'edition' : 'editions'}`,
  };
  const name = fingerprint([CARD_VERSION, text, dat.artworkUrl]);
  return { file: `${dat.id}-${name}.jpg`, text, artworkUrl: dat.artworkUrl };
}

/** The address of each DAT's picture, by its id: another one whenever the picture is another. */
export const shareImagePaths = (dats: readonly Dat[]): Record<string, string> =>
  Object.fromEntries(dats.map((dat) => [dat.id, `/${shareFolder}/${shareImage(dat).file}`]));

const siteText = {
  title: 'Music in numbered editions',
  artist: '',
  note: 'The marketplace and its public ledger',
};

export interface ShareImageOptions {
  readonly pictureDirs: readonly PictureDir[];
  /** Where pictures are kept between rebuilds, under the same names. */
  readonly cacheDir: string;
}

/** Puts a finished picture into the site; false when there is no such file. */
function isPlaced(file: string, target: string): boolean {
  try {
    linkOrCopy(file, target);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}

/** Draws one picture into the cache; false when its artwork cannot be had now. */
async function draw(image: ShareImage, options: ShareImageOptions): Promise<boolean> {
  const { artworkUrl, text, file } = image;
  const artwork = await readPicture(artworkUrl, options.pictureDirs);
  const card = artwork && (await drawCard(text, artwork).catch(() => undefined));
  if (!card) return false;
  await keepFile(join(options.cacheDir, file), card);
  return true;
}

/**
 * Writes the pictures of all DATS and the site's own below `siteDir`. Only what is not in the cache
 * is drawn. A work whose artwork cannot be had now gets the site's picture, and is tried again by
 * the next rebuild.
 *
 * @returns how many were drawn
 */
export async function writeShareImages(
  siteDir: string,
  dats: readonly Dat[],
  options: ShareImageOptions,
): Promise<number> {
  const folder = join(siteDir, shareFolder);
  await mkdir(folder, { recursive: true });
  await mkdir(options.cacheDir, { recursive: true });
  const own = join(folder, 'site.jpg');
  await writeFile(own, await drawCard(siteText, undefined));
  const left = dats.values();
  let drawn = 0;
  const work = async () => {
    for (const dat of left) {
      const image = shareImage(dat);
      const target = join(folder, image.file);
      const cached = join(options.cacheDir, image.file);
      if (isPlaced(cached, target)) continue;
      const isDrawn = await draw(image, options);
      linkOrCopy(isDrawn ? cached : own, target);
      drawn += isDrawn ? 1 : 0;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return drawn;
}

import { join } from 'node:path';
import type { Dat } from '@datchain/shared/domain/dats.ts';
import type { PictureOptions, PreparedPictures } from './fetch-pictures.ts';
import { prepareArtwork } from './own-artwork.ts';
import { preparePortraits } from './portraits.ts';

/** All uploaded pictures as the site serves them: artwork of works, portraits of people. */
export async function preparePictures(
  dats: readonly Dat[],
  { storage, cacheDir }: PictureOptions,
): Promise<PreparedPictures> {
  const inFolder = (folder: string) => ({ storage, cacheDir: join(cacheDir, folder) });
  const artwork = await prepareArtwork(dats, inFolder('sleeves'));
  const portraits = await preparePortraits(artwork.dats, inFolder('portraits'));
  return {
    dats: portraits.dats,
    problems: [...artwork.problems, ...portraits.problems],
    place(site) {
      artwork.place(site);
      portraits.place(site);
    },
  };
}

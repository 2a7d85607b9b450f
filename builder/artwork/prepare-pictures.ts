import type { Dat } from '@datchain/shared/domain/dats.ts';
import type { SiteTree } from '../site-tree.ts';
import type { PictureOptions, PreparedPictures } from './fetch-pictures.ts';
import { prepareArtwork, sleeves } from './own-artwork.ts';
import { placePictures, type SitePicture } from './picture-cache.ts';
import { portraits, preparePortraits } from './portraits.ts';

export interface ShownPictures {
  readonly sleeves?: readonly SitePicture[] | undefined;
  readonly portraits?: readonly SitePicture[] | undefined;
}

export interface WithPictures extends Pick<PreparedPictures, 'dats' | 'problems'> {
  readonly picturesOf: (datId: string) => ShownPictures;
}

/** All uploaded pictures as the site serves them: artwork of works, portraits of people. */
export async function preparePictures(
  dats: readonly Dat[],
  options: PictureOptions,
): Promise<WithPictures> {
  const artwork = await prepareArtwork(dats, options);
  const people = await preparePortraits(artwork.dats, options);
  return {
    dats: people.dats,
    problems: [...artwork.problems, ...people.problems],
    picturesOf: (id) => ({ sleeves: artwork.pictures.get(id), portraits: people.pictures.get(id) }),
  };
}

/** Makes a site have these pictures, and no others in their folders. */
export function placeAll(site: SiteTree, cacheDir: string, shown: readonly ShownPictures[]): void {
  const all = (kind: 'sleeves' | 'portraits') => shown.flatMap((own) => own[kind] ?? []);
  placePictures(site, sleeves, cacheDir, all('sleeves'));
  placePictures(site, portraits, cacheDir, all('portraits'));
}

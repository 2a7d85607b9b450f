import { isProfilePicture } from '@datchain/shared/contracts/profile-picture.ts';
import type { Dat } from '@datchain/shared/domain/dats.ts';
import { fingerprint } from '../fingerprint.ts';
import {
  fetchPictures,
  PATIENCE_MILLIS,
  type PictureOptions,
  type PreparedPictures,
  type WantedPicture,
} from './fetch-pictures.ts';
import { PictureCache } from './picture-cache.ts';
import { downloadUrl } from './storage-address.ts';

/** The folder of the site with the pictures of creators and owners. */
const portraitFolder = 'portraits';

/** Raised whenever portraits come out differently. */
const PORTRAIT_VERSION = 1;

/** Twice as large as the largest place for one. */
const sizes = [{ suffix: '', side: 192, quality: 80 }] as const;

interface Wanted extends WantedPicture {
  /** As stored. */
  readonly address: string;
}

/** Whether a DAT names a stored profile picture. */
const hasPicture = (dat: Dat): boolean =>
  isProfilePicture(dat.creatorImageUrl) ||
  dat.editions.some(({ ownerImageUrl }) => isProfilePicture(ownerImageUrl));

/** Every stored address of a profile picture, with a name of whom it shows. */
const addressesIn = (dats: readonly Dat[]): Map<string, string> =>
  new Map(
    dats
      .filter(hasPicture)
      .flatMap((dat): [string, string][] => [
        [dat.creatorImageUrl, dat.creatorUsername],
        ...dat.editions.map((each): [string, string] => [each.ownerImageUrl, each.ownerUsername]),
      ])
      .filter(([address]) => isProfilePicture(address)),
  );

/**
 * Makes small portraits of the profile pictures that people have uploaded. They lie at an address
 * with the uid in it (R-REL-14), which nothing that is published carries: who has no portrait is shown
 * without a picture until a rebuild can make one.
 */
export async function preparePortraits<T extends Dat>(
  dats: readonly T[],
  { storage, cacheDir, patienceMillis = PATIENCE_MILLIS }: PictureOptions,
): Promise<PreparedPictures<T>> {
  const wanted = [...addressesIn(dats)].flatMap(([address, username]): Wanted[] => {
    const url = downloadUrl(address, storage);
    if (!url) return [];
    const name = fingerprint([PORTRAIT_VERSION, url.href]);
    return [{ address, url, name, what: `profile picture of @${username}` }];
  });
  const cache = await PictureCache.open(cacheDir, sizes);
  const { verdicts, problems } = await fetchPictures(wanted, cache, patienceMillis);
  const had = wanted.filter(({ name }) => verdicts.get(name) === 'had');
  const shown = new Map(
    had.map(({ address, name }) => [address, `/${portraitFolder}/${name}.webp`]),
  );
  const shownAt = (address: string): string =>
    isProfilePicture(address) ? (shown.get(address) ?? '') : address;
  return {
    dats: dats.map((dat) =>
      hasPicture(dat)
        ? {
            ...dat,
            creatorImageUrl: shownAt(dat.creatorImageUrl),
            editions: dat.editions.map((edition) => ({
              ...edition,
              ownerImageUrl: shownAt(edition.ownerImageUrl),
            })),
          }
        : dat,
    ),
    problems,
    place(site) {
      const siteNames = new Map(had.map(({ name }) => [name, name]));
      cache.place(site, portraitFolder, siteNames);
    },
  };
}

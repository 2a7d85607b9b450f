import { isProfilePicture } from '@datchain/shared/contracts/profile-picture.ts';
import type { Dat } from '@datchain/shared/domain/dats.ts';
import {
  fetchPictures,
  PATIENCE_MILLIS,
  type PictureOptions,
  type PreparedPictures,
  type WantedPicture,
} from './fetch-pictures.ts';
import { PictureCache, type PictureKind, type SitePicture } from './picture-cache.ts';
import { downloadUrl, isOnSite, nameOfPicture } from './storage-address.ts';

/** The pictures of creators and owners, twice as large as the largest place for one. */
export const portraits: PictureKind = {
  folder: 'portraits',
  checkedAs: 'profileImage',
  sizes: [{ suffix: '', side: 192, quality: 80, budget: 16 * 1024 }],
};

/** Raised whenever portraits come out differently. */
const PORTRAIT_VERSION = 2;

interface Wanted extends WantedPicture {
  readonly address: string;
}

/** Whether an address is exchanged for another one, or for none. */
const isExchanged = (address: string): boolean => isProfilePicture(address) || isOnSite(address);

/** Whether a DAT names a profile picture that is not shown at its own address. */
const hasPicture = (dat: Dat): boolean =>
  isExchanged(dat.creatorImageUrl) ||
  dat.editions.some(({ ownerImageUrl }) => isExchanged(ownerImageUrl));

/** Every stored address of a profile picture that a DAT names, with a name of whom it shows. */
const addressesIn = (dat: Dat): [address: string, username: string][] =>
  [
    [dat.creatorImageUrl, dat.creatorUsername] as [string, string],
    ...dat.editions.map((each): [string, string] => [each.ownerImageUrl, each.ownerUsername]),
  ].filter(([address]) => isProfilePicture(address));

/** Makes small portraits of uploaded profile pictures: their own addresses have the uid in them (R-REL-14). */
export async function preparePortraits<T extends Dat>(
  dats: readonly T[],
  { storage, cacheDir, patienceMillis = PATIENCE_MILLIS }: PictureOptions,
): Promise<PreparedPictures<T>> {
  const withPicture = dats.filter(hasPicture);
  if (withPicture.length === 0) return { dats, problems: [], pictures: new Map() };
  const addresses = new Map(withPicture.flatMap(addressesIn));
  const wanted = [...addresses].flatMap(([address, username]): Wanted[] => {
    const url = downloadUrl(address, storage);
    if (!url) return [];
    const name = nameOfPicture(url, PORTRAIT_VERSION);
    return [{ address, url, name, what: `profile picture of @${username}` }];
  });
  const cache = await PictureCache.open(cacheDir, portraits);
  const { verdicts, problems } = await fetchPictures(wanted, cache, patienceMillis);
  const had = wanted.filter(({ name }) => verdicts.get(name) === 'had');
  const names = new Map(had.map(({ address, name }) => [address, name]));
  const shownAt = (address: string): string => {
    if (!isExchanged(address)) return address;
    const name = names.get(address);
    return name === undefined ? '' : `/${portraits.folder}/${name}.webp`;
  };
  const picturesOf = (dat: Dat): SitePicture[] => {
    const own = addressesIn(dat).flatMap(([address]) => names.get(address) ?? []);
    return [...new Set(own)].map((name) => [name, name]);
  };
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
    pictures: new Map(withPicture.map((dat) => [dat.id, picturesOf(dat)])),
  };
}

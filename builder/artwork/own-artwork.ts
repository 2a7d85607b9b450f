import { isProfilePicture } from '@datchain/shared/contracts/profile-picture.ts';
import type { Dat } from '@datchain/shared/domain/dats.ts';
import {
  fetchPictures,
  PATIENCE_MILLIS,
  type PictureOptions,
  type PreparedPictures,
  type WantedPicture,
} from './fetch-pictures.ts';
import { PictureCache, type PictureKind } from './picture-cache.ts';
import { type ArtworkStorage, downloadUrl, isOnSite, nameOfPicture } from './storage-address.ts';

/** Raised whenever sleeves come out differently, so that existing ones are made again. */
const SLEEVE_VERSION = 2;

/** The artwork of released works, as small as pages show it: see ledger/src/views/page/artwork.ts. */
export const sleeves: PictureKind = {
  folder: 'sleeves',
  checkedAs: 'artwork',
  sizes: [
    { suffix: '-450', side: 450, quality: 66, budget: 60 * 1024 },
    { suffix: '', side: 900, quality: 84, budget: 160 * 1024 },
  ],
};

interface Wanted extends WantedPicture {
  readonly dat: Dat;
  /** In the site; the id comes first, which the catalogue then need not repeat. */
  readonly siteName: string;
}

function wantedOf(dat: Dat, storage: ArtworkStorage): Wanted[] {
  const url = downloadUrl(dat.artworkUrl, storage);
  if (!url) return [];
  const name = nameOfPicture(url, SLEEVE_VERSION);
  return [
    { dat, url, name, what: `artwork of ${dat.id}`, siteName: `${dat.id}-${name.slice(0, 8)}` },
  ];
}

/** Makes small sleeves of uploaded artwork. What cannot be had keeps its own address, and is tried again. */
export async function prepareArtwork<T extends Dat>(
  dats: readonly T[],
  { storage, cacheDir, patienceMillis = PATIENCE_MILLIS }: PictureOptions,
): Promise<PreparedPictures<T>> {
  const wanted = dats.flatMap((dat) => wantedOf(dat, storage));
  const nowhere = dats.filter(({ artworkUrl }) => isOnSite(artworkUrl));
  if (wanted.length + nowhere.length === 0) return { dats, problems: [], pictures: new Map() };
  const cache = await PictureCache.open(cacheDir, sleeves);
  const { verdicts, problems } = await fetchPictures(wanted, cache, patienceMillis);
  const had = wanted.filter(({ name }) => verdicts.get(name) === 'had');
  const addresses = new Map(
    had.map(({ dat, siteName }) => [dat.id, `/${sleeves.folder}/${siteName}.webp`]),
  );
  for (const { id, artworkUrl } of nowhere) {
    addresses.set(id, '');
    problems.push({ what: `artwork of ${id}`, problem: `is not at ${artworkUrl}` });
  }
  for (const { dat, name } of wanted) {
    const isNone = verdicts.get(name) === 'no picture';
    if (isNone || (!addresses.has(dat.id) && isProfilePicture(dat.artworkUrl)))
      addresses.set(dat.id, '');
  }
  return {
    dats: dats.map((dat) => ({ ...dat, artworkUrl: addresses.get(dat.id) ?? dat.artworkUrl })),
    problems,
    pictures: new Map(had.map(({ dat, name, siteName }) => [dat.id, [[siteName, name]]])),
  };
}

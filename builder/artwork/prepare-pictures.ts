import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { LeftOut } from '@datchain/shared/contracts/documents/site-state.ts';
import { isProfilePicture } from '@datchain/shared/contracts/profile-picture.ts';
import type { Dat, Edition } from '@datchain/shared/domain/dats.ts';
import { allDone } from '../all-done.ts';
import { fingerprint } from '../fingerprint.ts';
import type { SiteTree } from '../site-tree.ts';
import {
  formatPictureFile,
  NoPicture,
  type PictureKind,
  portraits,
  sleeves,
} from './draw-picture.ts';
import { fetchPicture, PictureNotFetched } from './fetch-picture.ts';
import { type ArtworkStorage, downloadUrl, isOnSite } from './storage-address.ts';

export interface PictureOptions {
  readonly storage: ArtworkStorage;
  readonly cacheDir: string;
  readonly patienceMillis?: number;
}

/** A file of a site, and where the cache has it, if that is another path. */
export type PictureFile = readonly [file: string, kept?: string];

export interface PreparedPictures {
  /** The works, with addresses of the site where it has the picture, and none where there is no picture. */
  readonly dats: readonly Dat[];
  readonly problems: readonly LeftOut[];
  readonly picturesOf: (datId: string) => readonly PictureFile[];
}

const CONCURRENCY = 2;
/** New pictures of one rebuild may take so long; the rest comes with the next ones. */
const PATIENCE_MILLIS = 240_000;

interface Found {
  /** The picture's name in the cache; undefined when the site has no picture. */
  readonly name?: string;
  /** The address that pages then show. */
  readonly instead: string;
  readonly problem?: string;
  /** Whether it waits for the next rebuild. */
  readonly isLate?: boolean;
}

/** Finds the picture at a stored address. An address with a uid in it is never shown (N-MON-08). */
async function findPicture(
  kind: PictureKind,
  address: string,
  { storage, cacheDir }: PictureOptions,
  deadline: number,
): Promise<Found> {
  const instead = isProfilePicture(address) ? '' : address;
  if (isOnSite(address)) {
    return kind === sleeves ? { instead: '', problem: `is not at ${address}` } : { instead: '' };
  }
  const url = downloadUrl(address, storage);
  if (!url) return { instead };
  const name = fingerprint([kind.version, url.pathname, url.search]);
  try {
    const isHad = await fetchPicture(kind, join(cacheDir, kind.folder, name), url, deadline);
    return isHad ? { name, instead } : { instead, isLate: true };
  } catch (error) {
    if (!(error instanceof NoPicture || error instanceof PictureNotFetched)) throw error;
    const problem = `cannot be used: ${error.message}`;
    return { instead: error instanceof NoPicture ? '' : instead, problem };
  }
}

/** Prepares all uploaded pictures as the site serves them: artwork of works, portraits of people. */
export async function preparePictures(
  dats: readonly Dat[],
  options: PictureOptions,
): Promise<PreparedPictures> {
  const deadline = performance.now() + (options.patienceMillis ?? PATIENCE_MILLIS);
  const found = new Map<string, Promise<Found>>();
  const problems = new Map<string, string>();
  const pictures = new Map<string, PictureFile[]>();

  const find = (kind: PictureKind, address: string): Promise<Found> => {
    const key = `${kind.folder} ${address}`;
    const known = found.get(key) ?? findPicture(kind, address, options, deadline);
    found.set(key, known);
    return known;
  };

  const prepare = async (dat: Dat): Promise<Dat> => {
    const files = new Map<string, PictureFile>();
    const show = async (kind: PictureKind, address: string, what: string): Promise<string> => {
      const { name, instead, problem } = await find(kind, address);
      if (problem !== undefined) problems.set(what, problem);
      if (name === undefined) return instead;
      const kept = `${kind.folder}/${name}`;
      // The id of a work comes first: the catalogue then need not repeat it.
      const path = kind === sleeves ? `${kind.folder}/${dat.id}-${name.slice(0, 8)}` : kept;
      for (const size of kind.sizes) {
        const file = formatPictureFile(path, size);
        files.set(file, path === kept ? [file] : [file, formatPictureFile(kept, size)]);
      }
      return `/${path}.webp`;
    };
    const portraitOf = (username: string, address: string) =>
      show(portraits, address, `profile picture of @${username}`);
    const artworkUrl = await show(sleeves, dat.artworkUrl, `artwork of ${dat.id}`);
    const creatorImageUrl = await portraitOf(dat.creatorUsername, dat.creatorImageUrl);
    const editions: Edition[] = [];
    for (const edition of dat.editions) {
      const ownerImageUrl = await portraitOf(edition.ownerUsername, edition.ownerImageUrl);
      editions.push({ ...edition, ownerImageUrl });
    }
    pictures.set(dat.id, [...files.values()]);
    return { ...dat, artworkUrl, creatorImageUrl, editions };
  };

  const prepared: Dat[] = [];
  const queue = dats.entries();
  const work = async () => {
    for (const [index, dat] of queue) prepared[index] = await prepare(dat);
  };
  await allDone(Array.from({ length: CONCURRENCY }, work));
  const late = (await Promise.all(found.values())).filter(({ isLate }) => isLate).length;
  const report = [...problems].map(([what, problem]) => ({ what, problem }));
  report.sort((a, b) => (a.what < b.what ? -1 : 1));
  if (late > 0) report.push({ what: `${late} new pictures`, problem: 'wait for the next rebuild' });
  return { dats: prepared, problems: report, picturesOf: (id) => pictures.get(id) ?? [] };
}

/** A picture that a work is known to have, and the cache has lost. */
export class LostPicture extends Error {
  override readonly name = 'LostPicture';
}

/** Makes a site have these pictures, and no others in their folders. @throws LostPicture */
export function placePictures(
  site: SiteTree,
  cacheDir: string,
  pictures: readonly PictureFile[],
): void {
  const filesIn = ({ folder }: PictureKind) =>
    site.filesIn(folder).map((name) => `${folder}/${name}`);
  const there = new Set([sleeves, portraits].flatMap(filesIn));
  const wanted = new Map(pictures.map(([file, kept = file]) => [file, kept]));
  for (const [file, kept] of wanted) {
    if (there.has(file)) continue;
    const path = join(cacheDir, kept);
    if (!existsSync(path)) throw new LostPicture(`There is no ${path}`);
    site.link(path, file);
  }
  for (const file of there) if (!wanted.has(file)) site.remove(file);
}

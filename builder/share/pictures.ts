import { readFile } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { pictureUrl } from '@datchain/ledger/src/views/page/picture-url.ts';

/** A folder with pictures that the site serves below an address. */
export interface PictureDir {
  /** Begins with a slash. */
  readonly path: string;
  readonly dir: string;
}

/** Whether an address is one of the site itself: what is elsewhere is not fetched. */
export const isOfSite = (address: string): boolean => pictureUrl(address)?.startsWith('/') ?? false;

/**
 * The artwork at an address of the site itself: the demo world's, and the sleeves of releases.
 *
 * @returns undefined when there is no such picture, or it is elsewhere
 */
export async function readPicture(
  address: string,
  dirs: readonly PictureDir[],
): Promise<Buffer | undefined> {
  if (!isOfSite(address)) return undefined;
  try {
    const path = posix.normalize(decodeURIComponent(address.replace(/[?#].*$/, '')));
    const home = dirs.find((each) => path.startsWith(`${each.path}/`));
    return home && (await readFile(join(home.dir, path.slice(home.path.length))));
  } catch {
    return undefined;
  }
}

import { readFile } from 'node:fs/promises';
import { join, normalize } from 'node:path';
import { pictureUrl } from '../../../ledger/src/views/picture-url.ts';

/** A folder with pictures that the site serves below an address. */
export interface PictureDir {
  /** Begins with a slash. */
  readonly path: string;
  readonly dir: string;
}

const MAX_BYTES = 20 * 1024 * 1024;
const STORAGE = 'firebasestorage.googleapis.com';

async function download(url: URL): Promise<Buffer | undefined> {
  const response = await fetch(url, { signal: AbortSignal.timeout(20_000), redirect: 'error' });
  if (!response.ok || Number(response.headers.get('content-length') ?? 0) > MAX_BYTES) {
    await response.body?.cancel();
    return undefined;
  }
  const bytes = Buffer.from(await response.arrayBuffer());
  return bytes.length <= MAX_BYTES ? bytes : undefined;
}

/**
 * The artwork at an address of the asset summary: a file of ours, or one in the storage of Firebase
 * (`storageHost` is the local one). Nothing else is asked: the addresses come from stored data.
 *
 * @returns undefined when there is no such picture or it cannot be had now
 */
export async function readPicture(
  address: string,
  dirs: readonly PictureDir[],
  storageHost?: string,
): Promise<Buffer | undefined> {
  const known = pictureUrl(address);
  if (!known) return undefined;
  try {
    if (known.startsWith('/')) {
      const path = normalize(decodeURIComponent(known.replace(/[?#].*$/, '')));
      const home = dirs.find((each) => path.startsWith(`${each.path}/`));
      return home && (await readFile(join(home.dir, path.slice(home.path.length))));
    }
    const url = new URL(known);
    const isOurs =
      (url.protocol === 'https:' && url.host === STORAGE) ||
      (storageHost !== undefined && url.host === storageHost);
    return isOurs ? await download(url) : undefined;
  } catch {
    return undefined;
  }
}

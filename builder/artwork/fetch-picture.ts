import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { releaseFiles } from '@datchain/shared/domain/release-files.ts';
import { keepFile } from '../kept-file.ts';
import { drawPicture, formatPictureFile, NoPicture, type PictureKind } from './draw-picture.ts';

const { maxBytes } = releaseFiles.artwork;
const TIMEOUT_MILLIS = 20_000;

/** Thrown for a picture that cannot be fetched now; the next rebuild tries again. */
export class PictureNotFetched extends Error {
  override readonly name = 'PictureNotFetched';
}

/** Reads a whole body. The limit is checked here too, because the stated length may be wrong. */
async function readBody(body: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of body) {
    bytes += part.length;
    if (bytes > maxBytes) throw new PictureNotFetched(`it has more than ${maxBytes} bytes`);
    parts.push(part);
  }
  return Buffer.concat(parts);
}

/** Returns the bytes behind an address, at most an artwork's. @throws PictureNotFetched for a larger file, or one that cannot be fetched */
async function download(url: URL): Promise<Buffer> {
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MILLIS);
    const response = await fetch(url, { signal, redirect: 'error' });
    if (!response.ok || !response.body) {
      await response.body?.cancel();
      throw new PictureNotFetched(`${url.host} answered ${response.status}`);
    }
    return await readBody(response.body);
  } catch (error) {
    if (error instanceof PictureNotFetched) throw error;
    const isLate = error instanceof Error && error.name === 'TimeoutError';
    throw new PictureNotFetched(
      isLate ? 'it did not come in time' : `${url.host} cannot be reached`,
    );
  }
}

/**
 * Makes the small pictures of an uploaded one, unless the cache has them. Several rebuilds may do so at once.
 *
 * @param path the path in the cache, without suffix and extension
 * @param deadline the end of the time for new pictures, as `performance.now()` counts
 * @returns whether the cache has the pictures; false after the deadline
 * @throws NoPicture when there will never be a picture, PictureNotFetched when it cannot be had now
 */
export async function fetchPicture(
  kind: PictureKind,
  path: string,
  url: URL,
  deadline: number,
): Promise<boolean> {
  const files = kind.sizes.map((size) => formatPictureFile(path, size));
  if (files.every((file) => existsSync(file))) return true;
  const refusal = `${path}.no`;
  if (existsSync(refusal)) throw new NoPicture(await readFile(refusal, 'utf8'));
  if (performance.now() > deadline) return false;
  try {
    const drawn = await drawPicture(await download(url), kind);
    for (const [index, webp] of drawn.entries()) await keepFile(files[index] ?? '', webp);
    return true;
  } catch (error) {
    if (error instanceof NoPicture) await keepFile(refusal, error.message);
    throw error;
  }
}

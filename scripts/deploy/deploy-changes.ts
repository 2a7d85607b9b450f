import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { HostingApi, Version } from './hosting-api.ts';

/** What a site has that the live version has not. */
export interface Changes {
  /** Paths of files that are new or have other content. */
  readonly changed: readonly string[];
  readonly removed: readonly string[];
  /** How many files the site has in all. */
  readonly count: number;
}

export function changesOf(
  before: ReadonlyMap<string, string>,
  now: ReadonlyMap<string, string>,
): Changes {
  return {
    changed: [...now].filter(([path, hash]) => before.get(path) !== hash).map(([path]) => path),
    removed: [...before.keys()].filter((path) => !now.has(path)),
    count: now.size,
  };
}

/** As many as the Firebase program sends at once. */
const FILES_A_REQUEST = 1_000;
const UPLOADS_AT_ONCE = 20;

const compress = promisify(gzip);
const gzipped = async (siteDir: string, path: string) =>
  new Uint8Array(await compress(await readFile(join(siteDir, path)), { level: 9 }));

/** Does something with each item, some at once; after a failure no other is begun. */
async function eachOf<T>(
  items: Iterable<T>,
  atOnce: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const left = items[Symbol.iterator]() as IterableIterator<T>;
  let hasFailed = false;
  const worker = async () => {
    for (const item of left) {
      if (hasFailed) return;
      await work(item).catch((error: unknown) => {
        hasFailed = true;
        throw error;
      });
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}

/** Adds the changes to a version, and sends what Hosting does not have. */
async function addChanges(
  api: HostingApi,
  version: Version,
  siteDir: string,
  { changed, removed }: Changes,
): Promise<void> {
  const hashes = new Map<string, string>(removed.map((path) => [path, '']));
  await eachOf(changed, UPLOADS_AT_ONCE, async (path) => {
    const hash = createHash('sha256').update(await gzipped(siteDir, path));
    hashes.set(path, hash.digest('hex'));
  });
  const byHash = new Map([...hashes].map(([path, hash]) => [hash, path]));
  const all = [...hashes];
  for (let from = 0; from < all.length; from += FILES_A_REQUEST) {
    const some = all.slice(from, from + FILES_A_REQUEST);
    // Hosting knows files by the path of their address.
    const files = Object.fromEntries(some.map(([path, hash]) => [`/${path}`, hash]));
    const { uploadRequiredHashes, uploadUrl } = await api.addFiles(version, files);
    await eachOf(uploadRequiredHashes, UPLOADS_AT_ONCE, async (hash) => {
      const path = byHash.get(hash);
      if (path === undefined) throw new Error(`Hosting asks for ${hash}, which no file has`);
      await api.upload(uploadUrl, hash, await gzipped(siteDir, path));
    });
  }
}

/**
 * Deploys what has changed: the live version is copied at Hosting, the changes are made in the copy,
 * and it is released with the settings of the live one.
 *
 * @returns the version that is live now
 * @throws when anything is not as it should be: nothing is released then, unless it was the answer to
 * the release that was lost
 */
export async function deployChanges(
  api: HostingApi,
  { site, live, siteDir }: { site: string; live: Version; siteDir: string },
  changes: Changes,
): Promise<Version> {
  const version = await api.clone(site, live);
  try {
    await addChanges(api, version, siteDir, changes);
    const { fileCount } = await api.finalize(version, live.config);
    if (fileCount !== changes.count) {
      throw new Error(`the new version has ${fileCount} files, not ${changes.count}`);
    }
  } catch (error) {
    // A version that nobody releases only takes up room.
    await api.remove(version).catch(() => {});
    throw error;
  }
  // From here on it may be live, whatever the answer.
  const { changed, removed } = changes;
  await api.release(site, version, `${changed.length} changed, ${removed.length} removed`);
  return version;
}

import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { HostingApi, Version } from './hosting-api.ts';

export interface Changes {
  /** Paths of files that are new or have new content. */
  readonly changed: readonly string[];
  readonly removed: readonly string[];
  readonly count: number;
}

export function compareFiles(
  before: ReadonlyMap<string, string>,
  now: ReadonlyMap<string, string>,
): Changes {
  return {
    changed: [...now].filter(([path, hash]) => before.get(path) !== hash).map(([path]) => path),
    removed: [...before.keys()].filter((path) => !now.has(path)),
    count: now.size,
  };
}

/** The batch size of the Firebase CLI. */
const FILES_PER_REQUEST = 1_000;
const UPLOAD_CONCURRENCY = 20;

const compress = promisify(gzip);
const gzipped = async (siteDir: string, path: string) =>
  new Uint8Array(await compress(await readFile(join(siteDir, path)), { level: 9 }));

/** Processes items with limited concurrency; starts no further one after a failure. */
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

async function addChanges(
  api: HostingApi,
  version: Version,
  siteDir: string,
  { changed, removed }: Changes,
): Promise<void> {
  const hashes = new Map<string, string>(removed.map((path) => [path, '']));
  await eachOf(changed, UPLOAD_CONCURRENCY, async (path) => {
    const hash = createHash('sha256').update(await gzipped(siteDir, path));
    hashes.set(path, hash.digest('hex'));
  });
  const byHash = new Map([...hashes].map(([path, hash]) => [hash, path]));
  const all = [...hashes];
  for (let from = 0; from < all.length; from += FILES_PER_REQUEST) {
    const some = all.slice(from, from + FILES_PER_REQUEST);
    // Hosting identifies files by their URL path.
    const files = Object.fromEntries(some.map(([path, hash]) => [`/${path}`, hash]));
    const { uploadRequiredHashes, uploadUrl } = await api.addFiles(version, files);
    await eachOf(uploadRequiredHashes, UPLOAD_CONCURRENCY, async (hash) => {
      const path = byHash.get(hash);
      if (path === undefined) throw new Error(`Hosting asks for ${hash}, which no file has`);
      await api.upload(uploadUrl, hash, await gzipped(siteDir, path));
    });
  }
}

/**
 * Deploys changes: copies the live version at Hosting, applies the changes to the copy, and
 * releases the copy with the live settings.
 *
 * @returns the version that is now live
 * @throws on any unexpected answer; then nothing was released, unless only the answer to the
 * release was lost
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
    // An unreleased version only takes up space.
    await api.remove(version).catch(() => {});
    throw error;
  }
  // From here on the new version may be live, whatever the answer.
  const { changed, removed } = changes;
  await api.release(site, version, `${changed.length} changed, ${removed.length} removed`);
  return version;
}

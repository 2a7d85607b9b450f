import { existsSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Unreadable } from '../check.ts';
import type { Read } from '../read-tree.ts';

/** A file of a site; undefined when it answers that there is none. */
async function readAddress(address: string): Promise<Uint8Array | undefined> {
  const response = await fetch(address, { signal: AbortSignal.timeout(60_000) });
  if (response.status === 404) {
    await response.body?.cancel();
    return undefined;
  }
  if (!response.ok) throw new Unreadable(`${address} answered ${response.status}`);
  return response.bytes();
}

const isAbsent = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && /^(ENOENT|ENOTDIR)$/.test(String(error.code));

/** A file on this machine; undefined when there is none. */
export async function readIfThere(path: string): Promise<Uint8Array | undefined> {
  try {
    return await readFile(path);
  } catch (error) {
    if (isAbsent(error)) return undefined;
    throw error;
  }
}

/**
 * Reads the files of a log below data/v1/, of a site's address, a folder, or a file ledger.jsonl
 * with the others beside it.
 *
 * @throws Unreadable when there is no such place
 */
export function readerOf(place: string): Read {
  if (/^https?:\/\//.test(place)) {
    const base = place.endsWith('.jsonl') ? new URL('.', place) : new URL('/data/v1/', place);
    return (path) => readAddress(new URL(path, base).href);
  }
  if (!existsSync(place)) throw new Unreadable(`There is no ${place}`);
  const folder = statSync(place).isDirectory() ? place : dirname(place);
  const published = join(folder, 'data/v1');
  const base = existsSync(published) ? published : folder;
  return (path) => readIfThere(join(base, path));
}

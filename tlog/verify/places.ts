import { existsSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Unreadable } from '../check.ts';
import type { Read } from '../read-tree.ts';

/** Fetches a file of a site; undefined for a 404. */
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

export async function readIfThere(path: string): Promise<Uint8Array | undefined> {
  try {
    return await readFile(path);
  } catch (error) {
    if (isAbsent(error)) return undefined;
    throw error;
  }
}

/**
 * Returns a reader of a log's files below data/v1/. The place is a site's address, a folder, or a
 * ledger.jsonl with the other files beside it.
 *
 * @throws Unreadable if the place does not exist
 */
export function openLogReader(place: string): Read {
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

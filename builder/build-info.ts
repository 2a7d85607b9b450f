import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { KnownRow } from '../ledger/src/rows/row-file.ts';
import type { RowIndex } from '../ledger/src/snapshot.ts';

export interface BuildInfo {
  readonly time: string;
  readonly commit: string;
  readonly snapshot: string;
  readonly sources: string;
  readonly dats: number;
}

/** The fingerprint and last change of every row, kept in the site for the next rebuild. */
export const rowIndexFile = 'build-rows.json';
export const buildInfoFile = 'build.json';

function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

/** Returns the build info of a site; undefined for a missing or unreadable one. */
export const readBuildInfo = (siteDir: string): BuildInfo | undefined =>
  readJson(join(siteDir, buildInfoFile)) as BuildInfo | undefined;

export const readRowIndex = (siteDir: string): RowIndex =>
  (readJson(join(siteDir, rowIndexFile)) as RowIndex | undefined) ?? {};

/** Formats the row index as JSON. Joining strings is faster than building an object of so many keys. */
export const rowIndexText = (rows: readonly KnownRow[]): string =>
  `{${rows.map(({ key, print, at }) => `${keyText(key)}:["${print}",${at}]`).join()}}`;

const keyText = (key: string): string =>
  /^[\w :-]*$/.test(key) ? `"${key}"` : JSON.stringify(key);

async function fetchJson(url: string): Promise<unknown> {
  const response = await fetch(url, { signal: AbortSignal.timeout(30_000) });
  if (response.status === 404) return undefined;
  if (!response.ok) throw new Error(`${url} answered ${response.status}`);
  return response.json();
}

/** Fetches the build info of a site that is live elsewhere. @throws when the site does not answer */
export async function fetchLiveSite(
  url: string,
): Promise<{ info: BuildInfo | undefined; rows: () => RowIndex }> {
  const [info, rows] = await Promise.all([
    fetchJson(new URL(buildInfoFile, url).href),
    fetchJson(new URL(rowIndexFile, url).href),
  ]);
  const index = (rows as RowIndex | undefined) ?? {};
  return { info: info as BuildInfo | undefined, rows: () => index };
}

export function currentCommit(root: string): string {
  try {
    return execFileSync('git', ['rev-parse', 'HEAD'], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'ignore'],
    })
      .toString()
      .trim();
  } catch {
    return 'unknown';
  }
}

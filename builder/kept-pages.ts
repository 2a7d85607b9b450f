import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type RowIndex, rowsWithStreams } from '@datchain/ledger/src/snapshot.ts';
import type { BuildInfo } from './build-info.ts';
import { fingerprint, listFiles } from './fingerprint.ts';
import { readPages, type SitePages, unknownPages, writePages } from './page-records.ts';
import { datFiles } from './site-files.ts';
import { takeOver } from './take-over.ts';

/** What of the live site can be taken over; exports never are. */
export interface Kept {
  /** The DATS whose own pages are: their rows are as they were. */
  readonly datIds: readonly string[];
  /** What is known of the live site's pages. Those that show many rows are taken over by their keys. */
  readonly pages: SitePages;
}

export const nothingKept: Kept = { datIds: [], pages: unknownPages() };

/** Beside a site: what is known of its pages, so that the next one need not draw or read them again. */
const knownFile = (siteDir: string): string => `${siteDir}.pages.json`;

/** The site that is known. */
const nameOf = ({ time, snapshot, sources }: BuildInfo): string =>
  fingerprint([time, snapshot, sources]);

export const writeKnown = (siteDir: string, info: BuildInfo, known: SitePages): void =>
  writePages(knownFile(siteDir), nameOf(info), known);

const isSame = (a: RowIndex[string] | undefined, b: RowIndex[string] | undefined): boolean =>
  a?.[0] === b?.[0] && a?.[1] === b?.[1];

/** What the live site, built from these rows and the same sources, has as it would be drawn again. */
export function keptOf(
  siteDir: string,
  datIds: readonly string[],
  before: { readonly info: BuildInfo | undefined; readonly rows: RowIndex },
  now: RowIndex,
): Kept {
  if (!before.info) return nothingKept;
  const { records, keys } = readPages(knownFile(siteDir), nameOf(before.info));
  const files = new Set(listFiles(`${siteDir}/`));
  const isUnchanged = (id: string): boolean =>
    before.rows[id] !== undefined &&
    rowsWithStreams([id]).every((key) => isSame(before.rows[key], now[key])) &&
    datFiles(id).every((file) => files.has(file));
  return {
    datIds: datIds.filter(isUnchanged),
    pages: { records, keys: new Map([...keys].filter(([file]) => files.has(file))) },
  };
}

/** The files that were drawn, among those that can be taken over. */
export function differencesOf(
  datIds: readonly string[],
  kept: Kept,
  { keys }: SitePages,
): string[] {
  const keptIds = new Set(kept.datIds);
  const drawn = [...keys].filter(([file, key]) => kept.pages.keys.get(file) !== key);
  return [
    ...datIds.filter((id) => !keptIds.has(id)).flatMap(datFiles),
    ...drawn.map(([file]) => file),
  ];
}

/** Takes these files of DATS over from a site. */
export function keepPages(files: readonly string[], siteDir: string, nextDir: string): void {
  const folders = new Set(datFiles('any').map((file) => dirname(file)));
  for (const folder of folders) mkdirSync(join(nextDir, folder), { recursive: true });
  for (const file of files) takeOver(file, siteDir, nextDir);
}

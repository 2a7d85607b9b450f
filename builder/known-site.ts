import { readFileSync, writeFileSync } from 'node:fs';
import type { LeftOut } from '@datchain/shared/contracts/documents/site-state.ts';
import type { FilePieces } from '../ledger/src/exports/pieces.ts';
import type { PageGroup, PlannedPages } from '../ledger/src/plan.ts';
import type { BuildInfo } from './build-info.ts';
import { fingerprint } from './fingerprint.ts';
import { addToPages, readPages, type SitePages, unknownPages, writePages } from './page-records.ts';

// Beside a site stands what is known of it, so that the next one need not draw or read it again. All of this is
// a cache: lost, or of another site, nothing is known.

const pagesFile = (siteDir: string): string => `${siteDir}.pages`;
const partsFile = (siteDir: string): string => `${siteDir}.parts.json`;

/** The site that is known. */
const nameOf = ({ time, snapshot, sources }: BuildInfo): string =>
  fingerprint([time, snapshot, sources]);

/** Where the pieces are of its files that have one for each DAT. */
export interface KnownPieces {
  readonly ids: readonly string[];
  readonly files: Readonly<Record<string, FilePieces>>;
}

interface KnownParts {
  readonly pieces?: KnownPieces | undefined;
  /** Files that stand in for pictures beside shared links. */
  readonly standIns?: readonly string[] | undefined;
  /** The works that were taken down. */
  readonly takenDown?: readonly string[] | undefined;
  /** Pages that it lacks, or has as they were before. */
  readonly leftOut?: readonly LeftOut[] | undefined;
}

export interface KnownSite extends SitePages, KnownParts {
  /** Of its pages what is another than on the site before, if none of those is gone. */
  readonly changes?: SitePages | undefined;
}

/** What the live site lacks, as far as it is known. */
export const readLeftOut = (siteDir: string, info: BuildInfo): readonly LeftOut[] =>
  readParts(siteDir, nameOf(info)).leftOut ?? [];

function readParts(siteDir: string, of: string): KnownParts {
  try {
    const stored = JSON.parse(readFileSync(partsFile(siteDir), 'utf8'));
    return stored.of === of ? stored : {};
  } catch {
    return {};
  }
}

/** What is known of the live site. */
export function readKnown(siteDir: string, info: BuildInfo | undefined): KnownSite {
  if (!info) return unknownPages();
  const of = nameOf(info);
  return { ...readPages(pagesFile(siteDir), of), ...readParts(siteDir, of) };
}

export function writeKnown(siteDir: string, info: BuildInfo, known: KnownSite): void {
  const of = nameOf(info);
  const { changes } = known;
  const isAdded = changes && addToPages(pagesFile(siteDir), of, changes);
  if (!isAdded) writePages(pagesFile(siteDir), of, known);
  const { pieces, standIns, takenDown, leftOut } = known;
  const parts: KnownParts = { pieces, standIns, takenDown, leftOut };
  writeFileSync(partsFile(siteDir), JSON.stringify({ of, ...parts }));
}

export interface Plan {
  readonly drawn: readonly PageGroup[];
  /** The keys of all, by their names. */
  readonly keys: Map<string, string>;
}

/** What is to be drawn: pages that show something else, or lack a file. @param isThere whether all files are there */
export function planOf(
  pages: Iterable<PlannedPages>,
  last: ReadonlyMap<string, string>,
  isThere: (pages: PlannedPages) => boolean,
): Plan {
  const drawn: PageGroup[] = [];
  const keys = new Map<string, string>();
  for (const own of pages) {
    const { name, key, group } = own;
    keys.set(name, key);
    if (last.get(name) !== key || !isThere(own)) drawn.push(group());
  }
  return { drawn, keys };
}

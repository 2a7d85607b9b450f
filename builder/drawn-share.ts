import { readFileSync, writeFileSync } from 'node:fs';
import type { FilePieces } from '@datchain/ledger/src/exports/pieces.ts';
import type { PageRecord } from './page-record.ts';

/** What a process has drawn. */
export interface DrawnShare {
  /** Relative to the folder of the site. */
  readonly files: string[];
  /** What its pages are, by their files. */
  readonly records: Map<string, PageRecord>;
  /** Where the pieces are of files that have one for each DAT. */
  readonly pieces: Map<string, FilePieces>;
}

export const writeShare = (path: string, { files, records, pieces }: DrawnShare): void =>
  writeFileSync(path, JSON.stringify({ files, records: [...records], pieces: [...pieces] }));

/** What such processes have drawn together. */
export function readShares(paths: readonly string[]): DrawnShare {
  const shares = paths.map((path) => JSON.parse(readFileSync(path, 'utf8')));
  return {
    files: shares.flatMap(({ files }) => files),
    records: new Map(shares.flatMap(({ records }) => records)),
    pieces: new Map(shares.flatMap(({ pieces }) => pieces)),
  };
}

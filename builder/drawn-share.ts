import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { PageRecords } from './packed-records.ts';
import type { Problem } from './page-record.ts';
import { readPages, writePages } from './page-records.ts';

export interface DrawnShare {
  readonly files: readonly string[];
  readonly undrawn: readonly Problem[];
  readonly records: PageRecords;
}

/** Its files are in a file, its records in another one beside it. */
const recordsFile = (path: string): string => `${path}.records`;

export function writeShare(path: string, { records, ...drawn }: DrawnShare): void {
  writePages(recordsFile(path), path, { records, keys: new Map() });
  writeFileSync(path, JSON.stringify(drawn));
}

/** What such processes have drawn together. */
export function readShares(paths: readonly string[]): DrawnShare {
  const shares = paths.map(
    (path): Omit<DrawnShare, 'records'> => JSON.parse(readFileSync(path, 'utf8')),
  );
  const records = PageRecords.none();
  for (const path of paths) {
    records.add(readPages(recordsFile(path), path).records);
    for (const file of [path, recordsFile(path)]) rmSync(file);
  }
  return {
    files: shares.flatMap(({ files }) => files),
    undrawn: shares.flatMap(({ undrawn }) => undrawn),
    records,
  };
}

import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { PageRecords } from './packed-records.ts';
import { readPages, writePages } from './page-records.ts';

/** What a process has drawn. */
export interface DrawnShare {
  /** Relative to the folder of the site. */
  readonly files: readonly string[];
  /** What its pages are. */
  readonly records: PageRecords;
}

/** Its files are in a file, its records in another one beside it. */
const recordsFile = (path: string): string => `${path}.records`;

export function writeShare(path: string, { files, records }: DrawnShare): void {
  writePages(recordsFile(path), path, { records, keys: new Map() });
  writeFileSync(path, JSON.stringify(files));
}

/** What such processes have drawn together. */
export function readShares(paths: readonly string[]): DrawnShare {
  const files: string[] = paths.flatMap((path) => JSON.parse(readFileSync(path, 'utf8')));
  const records = PageRecords.none();
  for (const path of paths) {
    records.add(readPages(recordsFile(path), path).records);
    for (const file of [path, recordsFile(path)]) rmSync(file);
  }
  return { files, records };
}

import { copyFileSync, existsSync, linkSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type RowIndex, rowsWithStreams } from '@datchain/ledger/src/snapshot.ts';
import { datFiles } from './site-files.ts';

const isSame = (a: RowIndex[string] | undefined, b: RowIndex[string] | undefined): boolean =>
  a?.[0] === b?.[0] && a?.[1] === b?.[1];

/**
 * The DATS whose own pages would be built to the same bytes again: their rows are as they were, and
 * `siteDir`, built from the same sources, has the pages. Lists, creators and exports are always built.
 */
export const unchangedDats = (
  datIds: readonly string[],
  rows: { before: RowIndex; now: RowIndex },
  siteDir: string,
): string[] =>
  datIds.filter(
    (id) =>
      rows.before[id] !== undefined &&
      rowsWithStreams([id]).every((key) => isSame(rows.before[key], rows.now[key])) &&
      datFiles(id).every((file) => existsSync(join(siteDir, file))),
  );

/** Another disk, or one that knows no links. */
const needsCopy = ['EXDEV', 'EPERM', 'EMLINK'];

/** Takes the pages of these DATS over from a site: no byte is written, both sites have the file. */
export function keepPages(datIds: readonly string[], siteDir: string, nextDir: string): void {
  const folders = new Set(datFiles('any').map((file) => dirname(file)));
  for (const folder of folders) mkdirSync(join(nextDir, folder), { recursive: true });
  for (const file of datIds.flatMap(datFiles)) {
    try {
      linkSync(join(siteDir, file), join(nextDir, file));
    } catch (error) {
      if (!needsCopy.includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
      copyFileSync(join(siteDir, file), join(nextDir, file));
    }
  }
}

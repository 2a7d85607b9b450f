import { readFileSync } from 'node:fs';
import type { Dat } from '@datchain/shared/domain/dats.ts';
import { allDats, emptySnapshot, type Snapshot } from './snapshot.ts';

function readBuildFile<T>(name: 'LEDGER_SNAPSHOT' | 'LEDGER_KEPT', fallback: T): T {
  const file = process.env[name];
  return file ? (JSON.parse(readFileSync(file, 'utf8')) as T) : fallback;
}

/**
 * The snapshot of this build, read once. LEDGER_SNAPSHOT names its file; without one (the editor's
 * dev server before any rebuild) the ledger is empty.
 */
export const snapshot: Snapshot = readBuildFile('LEDGER_SNAPSHOT', emptySnapshot);

/** The DATS whose own pages the rebuild takes over from the live site; LEDGER_KEPT names the list. */
const kept: ReadonlySet<string> = new Set(readBuildFile<string[]>('LEDGER_KEPT', []));

/**
 * The paths of pages that belong to one DAT each. Such a page shows nothing but the rows of its DAT:
 * the rebuild does not build it again while those stay the same.
 */
export const datPaths = (): { params: { id: string }; props: { dat: Dat } }[] =>
  allDats(snapshot)
    .filter(({ id }) => !kept.has(id))
    .map((dat) => ({ params: { id: dat.id }, props: { dat } }));

import { readFileSync } from 'node:fs';
import type { Dat } from '@datchain/shared/domain/dats.ts';
import { allDats, emptySnapshot, type Snapshot } from './snapshot.ts';
import { readSnapshot } from './snapshot-file.ts';

const { LEDGER_SNAPSHOT, LEDGER_KEPT } = process.env;

/**
 * The snapshot of this build, read once. LEDGER_SNAPSHOT names its file; without one (the editor's
 * dev server before any rebuild) the ledger is empty.
 */
export const snapshot: Snapshot = LEDGER_SNAPSHOT ? readSnapshot(LEDGER_SNAPSHOT) : emptySnapshot;

/** The DATS whose own pages the rebuild takes over from the live site; LEDGER_KEPT names the list. */
const kept: ReadonlySet<string> = new Set(
  LEDGER_KEPT ? JSON.parse(readFileSync(LEDGER_KEPT, 'utf8')) : [],
);

/**
 * The paths of pages that belong to one DAT each. Such a page shows nothing but the rows of its DAT:
 * the rebuild does not build it again while those stay the same.
 */
export const datPaths = (): { params: { id: string }; props: { dat: Dat } }[] =>
  allDats(snapshot)
    .filter(({ id }) => !kept.has(id))
    .map((dat) => ({ params: { id: dat.id }, props: { dat } }));

import { readFileSync } from 'node:fs';
import { emptySnapshot, type Snapshot } from './snapshot.ts';

/**
 * The snapshot of this build, read once. LEDGER_SNAPSHOT names its file; without one (the editor's
 * dev server before any rebuild) the ledger is empty.
 */
function loadSnapshot(): Snapshot {
  const file = process.env.LEDGER_SNAPSHOT;
  if (!file) return emptySnapshot;
  return JSON.parse(readFileSync(file, 'utf8')) as Snapshot;
}

export const snapshot: Snapshot = loadSnapshot();

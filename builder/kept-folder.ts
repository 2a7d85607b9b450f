import {
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { waitForLock } from './lock.ts';

/** As many are kept. Whoever still reads one that falls out has seen three others made meanwhile. */
const KEPT = 3;

const foldersIn = (dir: string): string[] => readdirSync(dir).map((name) => join(dir, name));

const lastUse = (folder: string): number => statSync(folder).mtimeMs;

/** Later than every use before: of two within a millisecond, too, one was the last. */
function noteUse(folder: string): void {
  const before = Math.max(...foldersIn(dirname(folder)).map(lastUse));
  const now = new Date(Math.max(Date.now(), Math.floor(before) + 1));
  utimesSync(folder, now, now);
}

function removeOld(dir: string): void {
  for (const old of foldersIn(dir)
    .sort((a, b) => lastUse(b) - lastUse(a))
    .slice(KEPT)) {
    rmSync(old, { recursive: true, force: true });
  }
}

/**
 * The folder, which `make` makes elsewhere when there is none: so it is there as a whole or not at
 * all. Of several that want it at the same time, in any process, one makes it. Beside it stay those
 * that were used last.
 */
export async function keptFolder(folder: string, make: () => Promise<string>): Promise<string> {
  const dir = dirname(folder);
  mkdirSync(dir, { recursive: true });
  const release = await waitForLock(`${dir}.lock`);
  try {
    if (!existsSync(folder)) renameSync(await make(), folder);
    noteUse(folder);
    removeOld(dir);
  } finally {
    release();
  }
  return folder;
}

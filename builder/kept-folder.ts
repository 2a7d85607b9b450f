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

/** A folder is deleted when three others were made or used since. */
const KEPT_FOLDERS = 3;

const foldersIn = (dir: string): string[] => readdirSync(dir).map((name) => join(dir, name));

const lastUse = (folder: string): number => statSync(folder).mtimeMs;

/** Sets a use time later than all others, because two uses may fall into one millisecond. */
function noteUse(folder: string): void {
  const before = Math.max(...foldersIn(dirname(folder)).map(lastUse));
  const now = new Date(Math.max(Date.now(), Math.floor(before) + 1));
  utimesSync(folder, now, now);
}

function removeOld(dir: string): void {
  for (const old of foldersIn(dir)
    .sort((a, b) => lastUse(b) - lastUse(a))
    .slice(KEPT_FOLDERS)) {
    rmSync(old, { recursive: true, force: true });
  }
}

/**
 * Returns the folder, made by `make` unless it exists. The folder appears as a whole; of several callers in any
 * process, one makes it. Recently used siblings stay.
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

import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { isRunning } from './lock.ts';

/** Where builds are put together: below the ledger, because elsewhere all that Astro compiles at the
 * same time would share one folder for half-built chunks. */
const buildsDir = (root: string): string => join(root, 'ledger/.astro/builds');

/** Removes what rebuilds that were killed have left: the folder's name has the process's number. */
function sweep(dir: string): void {
  for (const name of readdirSync(dir)) {
    const pid = Number(/^ledger-(\d+)-/.exec(name)?.[1]);
    if (pid && !isRunning(pid)) rmSync(join(dir, name), { recursive: true, force: true });
  }
}

/** A new folder for one rebuild. */
export function makeWorkDir(root: string): string {
  const dir = buildsDir(root);
  mkdirSync(dir, { recursive: true });
  sweep(dir);
  return mkdtempSync(join(dir, `ledger-${process.pid}-`));
}

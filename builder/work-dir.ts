import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The folder of builds. It lies below the ledger, because elsewhere Astro shares one folder for unfinished chunks.
 */
const buildsDir = (root: string): string => join(root, 'ledger/.astro/builds');

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Deletes the folders of killed rebuilds; a folder's name has the process id. */
function sweep(dir: string): void {
  for (const name of readdirSync(dir)) {
    const pid = Number(/^ledger-(\d+)-/.exec(name)?.[1]);
    if (pid && !isRunning(pid)) rmSync(join(dir, name), { recursive: true, force: true });
  }
}

export function makeWorkDir(root: string): string {
  const dir = buildsDir(root);
  mkdirSync(dir, { recursive: true });
  sweep(dir);
  return mkdtempSync(join(dir, `ledger-${process.pid}-`));
}

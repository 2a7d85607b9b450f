import { mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const ownerFile = (lockDir: string) => join(lockDir, 'pid');

export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function ownerOf(lockDir: string): number | undefined {
  try {
    return Number(readFileSync(ownerFile(lockDir), 'utf8')) || undefined;
  } catch {
    return undefined;
  }
}

/** Creates the lock with its owner in it by one rename, so that no lock is without an owner. */
function makeLock(lockDir: string): boolean {
  const made = mkdtempSync(`${lockDir}-`);
  writeFileSync(ownerFile(made), String(process.pid));
  try {
    renameSync(made, lockDir);
    return true;
  } catch (error) {
    rmSync(made, { recursive: true });
    const { code = '' } = error as NodeJS.ErrnoException;
    if (['EEXIST', 'ENOTEMPTY', 'EPERM'].includes(code)) return false;
    throw error;
  }
}

/** Takes a lock, also one that a killed process holds. Returns its release; undefined while another process runs. */
export function takeLock(lockDir: string): (() => void) | undefined {
  for (let tries = 0; tries < 2; tries += 1) {
    if (makeLock(lockDir)) return () => rmSync(lockDir, { recursive: true, force: true });
    const owner = ownerOf(lockDir);
    if (owner === undefined || isRunning(owner)) return undefined;
    rmSync(lockDir, { recursive: true, force: true });
  }
  return undefined;
}

/** Waits for a lock. Returns its release. */
export async function waitForLock(lockDir: string): Promise<() => void> {
  for (;;) {
    const release = takeLock(lockDir);
    if (release) return release;
    await sleep(200);
  }
}

import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const ownerFile = (lockDir: string) => join(lockDir, 'pid');

function isRunning(pid: number): boolean {
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

/**
 * Takes a lock that a killed process cannot keep. Returns its release; undefined while another
 * running process (or another run in this one) holds it.
 */
export function takeLock(lockDir: string): (() => void) | undefined {
  for (let tries = 0; tries < 2; tries += 1) {
    try {
      mkdirSync(lockDir);
      writeFileSync(ownerFile(lockDir), String(process.pid));
      return () => rmSync(lockDir, { recursive: true, force: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    const owner = ownerOf(lockDir);
    if (owner === undefined || isRunning(owner)) return undefined;
    rmSync(lockDir, { recursive: true, force: true });
  }
  return undefined;
}

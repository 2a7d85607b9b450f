import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';

const BUSY = 5;

/**
 * Takes a lock, which ends with the process: SQLite locks the file through the system, so a killed process leaves no
 * lock, and the file may stay. Returns its release; undefined while the lock is held.
 */
export function takeLock(path: string): (() => void) | undefined {
  const database = new DatabaseSync(`${path}.sqlite`);
  try {
    database.exec('BEGIN EXCLUSIVE');
    return () => database.close();
  } catch (error) {
    database.close();
    if ((error as { errcode?: number }).errcode !== BUSY) throw error;
    return undefined;
  }
}

export async function waitForLock(path: string): Promise<() => void> {
  for (;;) {
    const release = takeLock(path);
    if (release) return release;
    await sleep(200);
  }
}

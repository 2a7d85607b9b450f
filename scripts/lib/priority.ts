import type { ChildProcess } from 'node:child_process';
import { constants, setPriority } from 'node:os';

export function lowerPriority({ pid }: ChildProcess): void {
  try {
    if (pid) setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // The process has already ended.
  }
}

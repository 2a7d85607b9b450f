import type { ChildProcess } from 'node:child_process';
import { constants, setPriority } from 'node:os';

/** A process just started, and all that it will start, waits for others that want a processor. */
export function lowerPriority({ pid }: ChildProcess): void {
  try {
    if (pid) setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // It has ended already.
  }
}

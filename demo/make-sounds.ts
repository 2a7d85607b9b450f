import { fork } from 'node:child_process';
import { signalGroup } from '@datchain/emulators-common/processes.ts';
import type { Stack } from '@datchain/stack/stack.ts';
import { lowerPriority } from '../scripts/lib/priority.ts';
import { inRepository } from '../scripts/lib/root.ts';

/**
 * Makes the demo world's previews in a background process, newest first. Pages work meanwhile; a missing
 * preview says that it cannot be played.
 *
 * @returns a function that stops the process
 */
export function makeSounds(stack: Pick<Stack, 'env'>): () => void {
  const child = fork(inRepository('demo/sounds.ts'), [], {
    cwd: inRepository('.'),
    env: { ...process.env, ...stack.env },
    execArgv: [],
    detached: true,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  lowerPriority(child);
  return () => {
    if (child.pid && child.exitCode === null) signalGroup(child.pid, 'SIGKILL');
  };
}

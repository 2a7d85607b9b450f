import { fork } from 'node:child_process';
import { signalGroup } from '@datchain/emulators-common/processes.ts';
import type { Stack } from '@datchain/stack/stack.ts';
import { lowerPriority } from '../scripts/lib/priority.ts';
import { inRepository } from '../scripts/lib/root.ts';

/**
 * Makes the previews of the demo world in the background, newest first. The pages are there meanwhile; a
 * work whose preview is not made yet says that it cannot be played.
 *
 * @returns what ends it in the middle
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

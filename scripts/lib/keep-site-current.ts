import { fork } from 'node:child_process';
import { signalGroup } from '@datchain/emulators/stack/processes.ts';
import type { Stack } from '@datchain/emulators/stack/stack.ts';
import { inRepository } from './root.ts';

/**
 * Builds the site again as long as the stack runs: soon after a release or a takedown, and now and
 * then in any case, as the deployed site does.
 *
 * @returns what ends it, in the middle of a rebuild too
 */
export function keepSiteCurrent(
  stack: Pick<Stack, 'env'>,
  siteDir: string,
  everySeconds: number,
): () => void {
  const parameters = ['--watch', '--every', String(everySeconds), '--site', siteDir];
  const child = fork(inRepository('builder/rebuild-ledger.ts'), parameters, {
    cwd: inRepository('.'),
    env: { ...process.env, ...stack.env },
    execArgv: [],
    detached: true,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  return () => {
    if (child.pid && child.exitCode === null) signalGroup(child.pid, 'SIGKILL');
  };
}

import { type ChildProcess, fork } from 'node:child_process';
import { signalGroup } from '@datchain/emulators-common/processes.ts';
import type { Stack } from '@datchain/stack/stack.ts';
import { inRepository } from './root.ts';

const RESTART_DELAY_MILLIS = 5_000;

/**
 * Rebuilds the site while the stack runs: soon after a release or a takedown, and regularly, like
 * the deployed site. Refused, failed and incomplete rebuilds are reported (N-INP-02), and so is a
 * crashed process, which is restarted.
 *
 * @returns a function that ends it, even during a rebuild
 */
export function keepSiteCurrent(
  stack: Pick<Stack, 'env'>,
  siteDir: string,
  { everySeconds, tell }: { everySeconds: number; tell: (line: string) => void },
): () => void {
  const parameters = ['--watch', '--every', String(everySeconds), '--site', siteDir];
  let child: ChildProcess | undefined;
  let restart: NodeJS.Timeout | undefined;
  const start = () => {
    child = fork(inRepository('builder/rebuild-ledger.ts'), parameters, {
      cwd: inRepository('.'),
      env: { ...process.env, ...stack.env },
      execArgv: [],
      detached: true,
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    child.on('message', ({ message }: { message: string }) =>
      tell(`the public pages: ${message || 'everything is published again.'}`),
    );
    child.once('exit', (code, signal) => {
      tell(
        `the public pages: the process that builds them ended (${signal ?? code}). Starting it again.`,
      );
      restart = setTimeout(start, RESTART_DELAY_MILLIS);
    });
  };
  start();
  return () => {
    clearTimeout(restart);
    child?.removeAllListeners('exit');
    if (child?.pid && child.exitCode === null) signalGroup(child.pid, 'SIGKILL');
  };
}

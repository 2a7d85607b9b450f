import { fork } from 'node:child_process';
import { signalGroup } from '@datchain/emulators-common/processes.ts';
import type { Stack } from '@datchain/stack/stack.ts';
import { inRepository } from './root.ts';

type Preparing = {
  /** Rejects when the site cannot be built; the message says why. */
  done: Promise<void>;
  /** Ends it in the middle. */
  stop(): void;
};

/**
 * Makes a running stack show something: fills empty databases with the demo world, unless they are to stay
 * empty, and builds the site into `siteDir` where one is named. It runs in a process group of its own, which can be ended at any
 * moment without a builder left behind.
 */
export function prepareSite(
  stack: Pick<Stack, 'env'>,
  {
    siteDir,
    isEmpty = false,
  }: { readonly siteDir?: string | undefined; readonly isEmpty?: boolean },
  log: (line: string) => void,
): Preparing {
  const parameters = [...(siteDir ? ['--site', siteDir] : []), ...(isEmpty ? ['--empty'] : [])];
  const child = fork(inRepository('scripts/lib/prepare-site.ts'), parameters, {
    // The artists whom every new user follows are those of the demo world.
    env: { ...process.env, ...stack.env, ...(isEmpty && { FIXED_USER_IDS: '' }) },
    execArgv: [],
    detached: true,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  let failure = 'It ended in the middle.';
  child.on('message', (message: { line?: string; failure?: string }) => {
    if (message.line) log(message.line);
    if (message.failure) failure = message.failure;
  });
  const done = new Promise<void>((resolve, reject) => {
    child.once('exit', (code) =>
      code === 0 ? resolve() : reject(new Error(`The site could not be prepared. ${failure}`)),
    );
  });
  // Stopping it in the middle does not wait for the outcome.
  done.catch(() => {});
  return {
    done,
    stop: () => {
      if (child.pid && child.exitCode === null) signalGroup(child.pid, 'SIGKILL');
    },
  };
}

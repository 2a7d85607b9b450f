import { fork } from 'node:child_process';
import { signalGroup } from '@datchain/emulators-common/processes.ts';
import type { Stack } from '@datchain/stack/stack.ts';
import { inRepository } from './root.ts';

type Preparing = {
  /** Rejects with the reason when the site cannot be built. */
  done: Promise<void>;
  stop(): void;
};

/**
 * Prepares a running stack: fills empty databases with the demo world, unless they should stay
 * empty, and builds the site into `siteDir` if given. It runs in its own process group, which can
 * be killed at any moment without leaving a builder behind.
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
    // The artists whom every new user follows exist only in the demo world.
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
  // A caller that stops early ignores the outcome.
  done.catch(() => {});
  return {
    done,
    stop: () => {
      if (child.pid && child.exitCode === null) signalGroup(child.pid, 'SIGKILL');
    },
  };
}

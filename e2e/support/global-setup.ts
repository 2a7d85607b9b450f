import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { StackFacts } from '@datchain/emulators/stack/control.ts';

const stackProcess = fileURLToPath(new URL('./stack-process.ts', import.meta.url));

type Ready = { facts: StackFacts; env: Record<string, string>; siteDir: string };

/** One stack with the demo world and the built site for a run of the browser tests. */
export default async function setup(): Promise<() => Promise<void>> {
  const child = fork(stackProcess, { execArgv: [], detached: true });
  const gone = once(child, 'exit');
  const ready = await Promise.race([
    once(child, 'message').then(([message]) => message as Ready),
    gone.then(() => undefined),
  ]);
  if (!ready) throw new Error('The local stack for the browser tests did not start, see above.');

  // The test processes are started after this and inherit it.
  Object.assign(process.env, ready.env, {
    DATCHAIN_STACK: JSON.stringify(ready.facts),
    DATCHAIN_SITE_DIR: ready.siteDir,
  });
  return async () => {
    child.send('stop');
    await gone;
  };
}

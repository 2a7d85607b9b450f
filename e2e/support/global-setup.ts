import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { StackFacts } from '@datchain/emulators/stack/control.ts';
import type { FullConfig } from '@playwright/test';

const stackProcess = fileURLToPath(new URL('./stack-process.ts', import.meta.url));

/** What the tests of a worker need to know of its stack. */
export type RunningStack = {
  facts: StackFacts;
  env: Record<string, string>;
  siteDir: string;
};

type Ready = RunningStack & { dataDir: string };

/** Starts a process with a stack; the data of another one can be its beginning. */
async function open(beginsWith?: string) {
  const child = fork(stackProcess, beginsWith ? [beginsWith] : [], {
    execArgv: [],
    detached: true,
  });
  const gone = once(child, 'exit');
  const ready = await Promise.race([
    once(child, 'message').then(([message]) => message as Ready),
    gone.then(() => undefined),
  ]);
  if (!ready) throw new Error('The local stack for the browser tests did not start, see above.');
  const close = async () => {
    const told = once(child, 'message').then(([differences]) => differences as string[]);
    child.send('stop');
    const differences = await Promise.race([told, gone.then(() => ['The stack ended by itself.'])]);
    await gone;
    return differences;
  };
  return { ready, close };
}

/**
 * A stack with the demo world and the built site for each worker of a run of the browser tests. The
 * first is filled; the others begin with what it saved, and build the site for their own address.
 *
 * @returns what ends them; it throws when books, screens or Stripe disagree after the last journey
 */
export default async function setup({ workers }: FullConfig): Promise<() => Promise<void>> {
  const first = await open();
  const others = await Promise.all(
    Array.from({ length: workers - 1 }, () => open(first.ready.dataDir)),
  );
  const stacks = [first, ...others];
  // The test processes are started after this and inherit it.
  process.env.DATCHAIN_STACKS = JSON.stringify(stacks.map(({ ready }) => ready));
  return async () => {
    const differences = (await Promise.all(stacks.map(({ close }) => close()))).flat();
    if (differences.length > 0) {
      throw new Error(`After the journeys the books do not agree:\n${differences.join('\n')}`);
    }
  };
}

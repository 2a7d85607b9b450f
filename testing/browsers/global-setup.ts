import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { StackFacts } from '@datchain/stack/control.ts';
import type { FullConfig } from '@playwright/test';
import { runCommand } from '../../scripts/lib/command.ts';

const stackProcess = fileURLToPath(new URL('./stack-process.ts', import.meta.url));
const worldMaker = fileURLToPath(new URL('./make-world.ts', import.meta.url));

export type RunningStack = {
  facts: StackFacts;
  env: Record<string, string>;
  siteDir: string;
  functionsLog: string;
};

async function open(beginsWith: string) {
  const child = fork(stackProcess, [beginsWith], { execArgv: [], detached: true });
  const gone = once(child, 'exit');
  const ready = await Promise.race([
    once(child, 'message').then(([message]) => message as RunningStack),
    gone.then(() => undefined),
  ]);
  if (!ready) throw new Error('The local stack for the browser tests did not start, see above.');
  const close = async () => {
    const reported = once(child, 'message').then(([differences]) => differences as string[]);
    child.send('stop');
    const differences = await Promise.race([
      reported,
      gone.then(() => ['The stack ended by itself.']),
    ]);
    await gone;
    return differences;
  };
  return { ready, close };
}

async function demoWorld(): Promise<{ folder: string; remove: () => void }> {
  const { DATCHAIN_WORLD } = process.env;
  if (DATCHAIN_WORLD) return { folder: DATCHAIN_WORLD, remove: () => {} };
  const folder = mkdtempSync(join(tmpdir(), 'datchain-world-'));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  const { isGood } = await runCommand({ script: worldMaker, parameters: [folder] }, true);
  if (isGood) return { folder, remove };
  remove();
  throw new Error('The demo world for the browser tests could not be made, see above.');
}

/**
 * Starts a stack with the demo world and the built site for each worker. All start with the same
 * data, and each builds the site for its own address.
 *
 * @returns a function that ends them; it throws when books, screens or Stripe disagree after the
 * last journey
 */
export default async function setup({ workers }: FullConfig): Promise<() => Promise<void>> {
  const world = await demoWorld();
  const stacks = await Promise.all(Array.from({ length: workers }, () => open(world.folder)));
  world.remove();
  // The test processes start later and inherit this environment.
  process.env.DATCHAIN_STACKS = JSON.stringify(stacks.map(({ ready }) => ready));
  return async () => {
    const differences = (await Promise.all(stacks.map(({ close }) => close()))).flat();
    if (differences.length > 0) {
      throw new Error(`After the journeys the books do not agree:\n${differences.join('\n')}`);
    }
  };
}

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Stack, startStack } from '@datchain/stack/stack.ts';

/**
 * Runs a part of the bench beside an empty local stack of its own, whose addresses are in this process's
 * environment meanwhile. Once in a process: stores keep the addresses that they found first.
 */
export async function withStack<Result>(
  run: (stack: Stack, siteDir: string) => Promise<Result>,
): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'datchain-bench-'));
  const siteDir = join(folder, 'site');
  const stack = await startStack({
    ports: 'free',
    dataDir: join(folder, 'data'),
    siteDir,
    onTrouble: console.log,
  });
  try {
    Object.assign(process.env, stack.env);
    return await run(stack, siteDir);
  } finally {
    await stack.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

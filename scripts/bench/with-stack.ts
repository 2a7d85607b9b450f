import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Stack, startStack } from '@datchain/stack/stack.ts';

/**
 * Runs a benchmark beside its own empty local stack, whose addresses are in the environment
 * meanwhile. May run once per process: stores keep the first addresses they find.
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

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startStack } from '@datchain/emulators/stack/stack.ts';

/**
 * Runs a part of the bench on a local stack of its own, whose addresses are in this process's environment
 * meanwhile. Once in a process: stores keep the addresses that they found first.
 */
export async function onOwnStack<Result>(
  name: string,
  run: () => Promise<Result>,
): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), `datchain-bench-${name}-`));
  const stack = await startStack({
    ports: 'free',
    dataDir: join(folder, 'data'),
    siteDir: join(folder, 'site'),
  });
  try {
    Object.assign(process.env, stack.env);
    return await run();
  } finally {
    await stack.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

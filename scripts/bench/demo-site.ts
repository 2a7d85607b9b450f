import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Stack, startStack } from '@datchain/emulators/stack/stack.ts';
import { prepareSite } from '../lib/local-site.ts';

/** Runs something beside a stack of its own that serves the demo world. */
export async function withDemoSite<T>(run: (stack: Stack) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'datchain-bench-'));
  const siteDir = join(folder, 'site');
  const stack = await startStack({
    ports: 'free',
    dataDir: join(folder, 'data'),
    siteDir,
    onTrouble: console.log,
  });
  try {
    await prepareSite(stack, { siteDir }, console.log).done;
    return await run(stack);
  } finally {
    await stack.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { serveControl } from '../control.ts';
import { startStack } from '../stack.ts';

/** One empty stack for all `*.emulator.test.ts` of a run; its environment is theirs. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'datchain-tests-'));
  const stack = await startStack({
    ports: 'free',
    dataDir: join(folder, 'data'),
    siteDir: join(folder, 'site'),
    onTrouble: console.error,
  });
  const control = await serveControl(stack);
  Object.assign(process.env, stack.env);
  project.provide('stack', control.facts);
  return async () => {
    await control.close();
    await stack.stop();
    rmSync(folder, { recursive: true, force: true });
  };
}

/**
 * Fills a folder with the data of a stack with the demo world, as the start of all stacks of the
 * browser tests:  node make-world.ts <folder>
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startStack } from '@datchain/stack/stack.ts';
import { prepareSite } from '../../scripts/lib/local-site.ts';
import { progress } from '../../scripts/lib/progress.ts';

async function makeWorld(dataDir: string): Promise<void> {
  progress('making the demo world of the browser tests …');
  const siteDir = mkdtempSync(join(tmpdir(), 'datchain-no-site-'));
  const options = { dataDir, siteDir, onTrouble: progress };
  const stack = await startStack({ ports: 'free', ...options });
  try {
    await prepareSite(stack, {}, progress).done;
    await stack.saveGeneration();
  } finally {
    await stack.stop();
    rmSync(siteDir, { recursive: true, force: true });
  }
  progress('the demo world is made');
}

const [folder] = process.argv.slice(2);
if (!folder) throw new Error('Name a folder: node make-world.ts <folder>');
await makeWorld(folder);
process.exit(0);

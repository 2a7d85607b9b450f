/**
 * Runs the stack of browser tests:  node stack-process.ts <data folder>, with an IPC channel.
 * It starts with the last saved data of that folder, and reports its addresses when ready. When
 * told to stop, it reconciles its books, reports the differences and exits; without a parent it
 * exits at once.
 */
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serveControl } from '@datchain/stack/control.ts';
import { startStack } from '@datchain/stack/stack.ts';
import { prepareSite } from '../../scripts/lib/local-site.ts';
import { progress } from '../../scripts/lib/progress.ts';
import { scale } from '../pure/scale.ts';
import { findDifferences } from './differences.ts';

process.on('disconnect', () => process.exit(1));
// Ctrl-C reaches every process of the terminal; the test runner tells this one when to stop.
process.on('SIGINT', () => {});

const folder = mkdtempSync(join(tmpdir(), 'datchain-e2e-'));
const siteDir = join(folder, 'site');
const dataDir = join(folder, 'data');
const [beginsWith = ''] = process.argv.slice(2);
cpSync(join(beginsWith, 'generations'), join(dataDir, 'generations'), { recursive: true });
progress('starting a local stack for the browser tests …');
const stack = await startStack({
  ports: 'free',
  // The emulator keeps undelivered messages for closed pages; the long run closes thousands.
  firestoreHeapMb: scale(1_000, 2_048),
  dataDir,
  siteDir,
  onTrouble: progress,
});
try {
  await prepareSite(stack, { siteDir }, progress).done;
} catch (error) {
  progress(error instanceof Error ? error.message : String(error));
  await stack.stop();
  process.exit(1);
}
const control = await serveControl(stack);
progress(`the stack of the browser tests is ready at ${stack.addresses.hosting}`);
const functionsLog = join(dataDir, 'logs/functions.log');
process.send?.({ facts: control.facts, env: stack.env, siteDir, functionsLog });

process.once('message', async () => {
  const differences = await findDifferences(stack).catch(({ message }: Error) => [message]);
  process.send?.(differences);
  await control.close();
  await stack.stop();
  rmSync(folder, { recursive: true, force: true });
  process.exit(0);
});

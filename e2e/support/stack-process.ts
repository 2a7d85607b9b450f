/**
 * The process that holds the stack of the browser tests:  node stack-process.ts, with an IPC
 * channel. It tells `{facts, env}` when ready and stops when told to, or when the tests are gone.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serveControl } from '@datchain/emulators/stack/control.ts';
import { startStack } from '@datchain/emulators/stack/stack.ts';
import { pictureMounts, prepareSite } from '../../scripts/lib/local-site.ts';
import { progress } from '../../scripts/lib/progress.ts';

process.on('disconnect', () => process.exit(1));
// Ctrl-C reaches every process of the terminal; the test runner tells this one when to stop.
process.on('SIGINT', () => {});

const folder = mkdtempSync(join(tmpdir(), 'datchain-e2e-'));
const siteDir = join(folder, 'site');
progress('starting a local stack for the browser tests …');
const stack = await startStack({
  ports: 'free',
  dataDir: join(folder, 'data'),
  siteDir,
  staticMounts: pictureMounts,
  onTrouble: progress,
});
try {
  await prepareSite(stack, siteDir, progress).done;
} catch (error) {
  progress(error instanceof Error ? error.message : String(error));
  await stack.stop();
  process.exit(1);
}
const control = await serveControl(stack);
progress(`the stack of the browser tests is ready at ${stack.addresses.hosting}`);
process.send?.({ facts: control.facts, env: stack.env, siteDir });

process.once('message', async () => {
  await control.close();
  await stack.stop();
  rmSync(folder, { recursive: true, force: true });
  process.exit(0);
});

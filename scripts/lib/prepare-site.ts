/**
 * The process behind prepareSite: node prepare-site.ts [--site folder] [--empty], with an IPC
 * channel. Without a folder it prepares everything but the pages.
 */

import { parseArgs } from 'node:util';
import { compiledLedger } from '@datchain/builder/compiled-ledger.ts';
import { rebuildLedger } from '@datchain/builder/rebuild-ledger.ts';
import { isUnseeded, seedDemoWorld } from '@datchain/demo/seed.ts';
import { buildPortal } from './portal-build.ts';

process.on('disconnect', () => process.exit(1));
const log = (line: string) => process.send?.({ line });
const detail = (line: string) => log(`  ${line}`);

async function prepare({
  site,
  empty,
}: {
  site?: string | undefined;
  empty: boolean;
}): Promise<void> {
  // Runs while the databases are filled, which keeps only one core busy.
  const meanwhile = makeFrame();
  // Awaited below; until then a failure must not count as unhandled.
  meanwhile.catch(() => {});
  if (!empty && (await isUnseeded())) {
    log('filling the empty databases with the demo world …');
    await seedDemoWorld({ log: detail });
  }
  await meanwhile;
  // The pages of a local stack follow its data, even after the data was reset or lost.
  if (site) await rebuildLedger({ siteDir: site, log: detail, allowEmpty: true });
}

async function makeFrame(): Promise<void> {
  await buildPortal(log);
  await compiledLedger(process.env);
}

try {
  const { values } = parseArgs({
    options: { site: { type: 'string' }, empty: { type: 'boolean', default: false } },
  });
  await prepare(values);
  process.exit(0);
} catch (error) {
  const failure = error instanceof Error ? error.message : String(error);
  process.send?.({ failure }, () => process.exit(1));
}

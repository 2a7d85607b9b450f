import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fingerprintFiles } from '../ledger/fingerprint.ts';
import { inRepository } from './root.ts';

const inputs = ['portal', 'shared', 'package-lock.json'].map(inRepository);
const builtFrom = inRepository('node_modules/.cache/datchain/portal');

/**
 * Builds the portal into portal/dist, unless it was built from the same sources already.
 * @throws with the build's own words when it fails.
 */
export async function buildPortal(log: (line: string) => void): Promise<void> {
  const wanted = fingerprintFiles(inputs);
  const isBuilt = existsSync(inRepository('portal/dist/index.html'));
  if (isBuilt && existsSync(builtFrom) && readFileSync(builtFrom, 'utf8') === wanted) return;

  log('building the portal …');
  const vite = inRepository('node_modules/vite/bin/vite.js');
  const build = spawn(process.execPath, [vite, 'build', '--logLevel', 'warn'], {
    cwd: inRepository('portal'),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let words = '';
  for (const stream of [build.stdout, build.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      words += chunk;
    });
  }
  const code = await new Promise((resolve) => build.once('close', resolve));
  if (code !== 0) throw new Error(`The portal could not be built:\n${words.trim()}`);
  mkdirSync(dirname(builtFrom), { recursive: true });
  writeFileSync(builtFrom, wanted);
}

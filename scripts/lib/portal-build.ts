import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fingerprintFiles } from '@datchain/builder/fingerprint.ts';
import { waitForLock } from '@datchain/builder/lock.ts';
import { runCommand } from './command.ts';
import { inRepository } from './root.ts';

const inputs = ['portal', 'shared', 'package-lock.json'].map(inRepository);
const cacheDir = inRepository('node_modules/.cache/datchain');
const builtFrom = `${cacheDir}/portal`;

/** Environment variables that vite.config.ts compiles into the scripts. */
const settings = ['FIXED_USER_IDS', 'APP_CHECK_SITE_KEY'] as const;

/**
 * Builds the portal into portal/dist, unless sources and settings are unchanged. A lock lets only
 * one of several processes build (`npm test` beside `npm start`).
 * @throws with the build's output when it fails
 */
export async function buildPortal(log: (line: string) => void): Promise<void> {
  mkdirSync(cacheDir, { recursive: true });
  const release = await waitForLock(`${cacheDir}/portal.lock`);
  try {
    const given = settings.map((name) => process.env[name] ?? '');
    const wanted = JSON.stringify([fingerprintFiles(inputs), ...given]);
    const isBuilt = existsSync(inRepository('portal/dist/index.html'));
    if (isBuilt && existsSync(builtFrom) && readFileSync(builtFrom, 'utf8') === wanted) return;
    log('building the portal …');
    const { isGood, output } = await runCommand({
      script: 'vite/bin/vite.js',
      parameters: ['build', '--logLevel', 'warn'],
      folder: 'portal',
    });
    if (!isGood) throw new Error(`The portal could not be built:\n${output}`);
    writeFileSync(builtFrom, wanted);
  } finally {
    release();
  }
}

import { spawn } from 'node:child_process';
import { join } from 'node:path';

interface AstroBuild {
  readonly root: string;
  readonly snapshotFile: string;
  /** A list of the DATS whose own pages are not built. */
  readonly keptFile: string;
  readonly outDir: string;
  readonly cacheDir: string;
  readonly env: NodeJS.ProcessEnv;
}

/**
 * Builds the ledger into `outDir`, in a process of its own.
 *
 * @throws with the build's last words when it fails.
 */
export function buildLedger(build: AstroBuild): Promise<void> {
  const { root, snapshotFile, keptFile, outDir, cacheDir, env } = build;
  const builder = join(root, 'scripts/ledger/astro-process.ts');
  // Pages are many short-lived objects: with room for them the collector has less to do.
  const child = spawn(process.execPath, ['--max-semi-space-size=64', builder], {
    cwd: join(root, 'ledger'),
    env: {
      ...env,
      LEDGER_SNAPSHOT: snapshotFile,
      LEDGER_KEPT: keptFile,
      LEDGER_OUT: outDir,
      LEDGER_CACHE: cacheDir,
      ASTRO_TELEMETRY_DISABLED: '1',
      NODE_ENV: 'production',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let words = '';
  const keep = (text: Buffer) => {
    words = (words + text.toString()).slice(-4000);
  };
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  return new Promise<void>((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', (code) => {
      if (code === 0) resolve();
      else
        reject(
          new Error(`The ledger's pages could not be built (astro ended with ${code}):\n${words}`),
        );
    });
  });
}

import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { root } from './root.ts';

/**
 * Runs one of the programs beside this file in the ledger's folder.
 *
 * @throws with its last words when it fails.
 */
export function runLedgerProcess(
  program: string,
  parameters: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<void> {
  // Pages are many short-lived objects: with room for them the collector has less to do.
  const flags = ['--max-semi-space-size=64'];
  const script = join(import.meta.dirname, program);
  const child = spawn(process.execPath, [...flags, script, ...parameters], {
    cwd: join(root, 'ledger'),
    env: { ...env, ASTRO_TELEMETRY_DISABLED: '1', NODE_ENV: 'production' },
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
      else {
        reject(
          new Error(`The ledger could not be built (${program} ended with ${code}):\n${words}`),
        );
      }
    });
  });
}

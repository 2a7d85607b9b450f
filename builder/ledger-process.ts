import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { root } from './root.ts';

export class LedgerProcessFailed extends Error {
  override readonly name = 'LedgerProcessFailed';
}

export interface LedgerProcess {
  readonly child: ChildProcess;
  /** Resolves on exit code 0; rejects with the last output otherwise. */
  readonly ended: Promise<void>;
}

export function startLedgerProcess(
  program: string,
  parameters: readonly string[],
  env: NodeJS.ProcessEnv,
): LedgerProcess {
  // Drawing makes many short-lived objects: a larger young generation saves collections.
  const flags = ['--max-semi-space-size=64'];
  const script = join(import.meta.dirname, program);
  const child = spawn(process.execPath, [...flags, script, ...parameters], {
    cwd: join(root, 'ledger'),
    env: { ...env, ASTRO_TELEMETRY_DISABLED: '1', NODE_ENV: 'production' },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let words = '';
  const keep = (text: Buffer) => {
    words = (words + text.toString()).slice(-4000);
  };
  child.stdout?.on('data', keep);
  child.stderr?.on('data', keep);
  const ended = new Promise<void>((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', (code) => {
      if (code === 0) resolve();
      else {
        reject(
          new LedgerProcessFailed(
            `The ledger could not be built (${program} ended with ${code}):\n${words}`,
          ),
        );
      }
    });
  });
  return { child, ended };
}

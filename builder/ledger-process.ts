import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { root } from './root.ts';

/** A process that draws or compiles has failed, as a whole. */
export class LedgerProcessFailed extends Error {
  override readonly name = 'LedgerProcessFailed';
}

export interface LedgerProcess {
  /** Messages go to and fro over its channel. */
  readonly child: ChildProcess;
  /** Resolves when it has ended well, rejects with its last words when it has not. */
  readonly ended: Promise<void>;
}

/** Starts one of the programs beside this file. */
export function startLedgerProcess(
  program: string,
  parameters: readonly string[],
  env: NodeJS.ProcessEnv,
): LedgerProcess {
  // Pages are many short-lived objects: with room for them the collector has less to do.
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

import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { inBase64, type PublishedLog } from './made-log.ts';

export const pythonScript = join(import.meta.dirname, '../verify.py');

/** Machines without Python skip the tests that need it, with a warning. */
export const hasPython = spawnSync('python3', ['--version']).status === 0;
if (!hasPython) console.warn('There is no python3 here: the second verifier is NOT tested.');

export class PythonVerifier {
  readonly #child: ChildProcess;
  readonly #verdicts: AsyncIterator<string>;

  constructor() {
    const stdio = ['pipe', 'pipe', 'inherit'] as const;
    this.#child = spawn('python3', ['-B', pythonScript, '--batch'], { stdio: [...stdio] });
    if (!this.#child.stdout) throw new Error('unreachable: its output is a pipe');
    this.#verdicts = createInterface({ input: this.#child.stdout })[Symbol.asyncIterator]();
  }

  /** @param kept the checkpoint seen earlier */
  async check(files: PublishedLog, kept?: Uint8Array): Promise<string> {
    const before = kept ? Buffer.from(kept).toString('base64') : '';
    this.#child.stdin?.write(`${JSON.stringify([inBase64(files), before])}\n`);
    const { value, done } = await this.#verdicts.next();
    if (done) throw new Error('verify.py ended early');
    return JSON.parse(value);
  }

  async close(): Promise<void> {
    this.#child.stdin?.end();
    await once(this.#child, 'exit');
  }
}

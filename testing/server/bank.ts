import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { Line } from './line.ts';
import { compileOnce } from './mortal.ts';
import { inOneFile } from './one-file.ts';

export interface BankWorld {
  readonly seed: number;
  readonly clockOffsetMillis: number;
  readonly stripe: string;
  readonly uids: readonly string[];
  readonly blocks: readonly string[];
  readonly dats: readonly string[];
  /** Days (YYYY-MM-DD) that have streams. */
  readonly days: readonly string[];
}

const program = fileURLToPath(new URL('./bank-process.ts', import.meta.url));

const databases = ['FIRESTORE_EMULATOR_HOST', 'FIREBASE_DATABASE_EMULATOR_HOST'] as const;

interface Teller {
  readonly child: ChildProcess;
  readonly lines: readonly Line[];
  /** Whether the process has completed its first operation: killing it earlier would prove nothing. */
  isWorking: boolean;
}

async function openLines(): Promise<{ lines: Line[]; env: Record<string, string> }> {
  const opened = await Promise.all(
    databases.map(async (name) => [name, await Line.open(process.env[name] ?? '')] as const),
  );
  const env = Object.fromEntries(opened.map(([name, line]) => [name, line.address]));
  return { lines: opened.map(([, line]) => line), env };
}

/**
 * Server processes that are killed at any moment and replaced. Each reaches the databases over its
 * own connections, which can be cut.
 */
export class Tellers {
  readonly #world: BankWorld;
  readonly #running: Teller[] = [];
  #seed: number;
  /** Completed operations, by name; `failed` counts the others. */
  readonly counts: Record<string, number> = {};
  done = 0;
  killed = 0;
  cut = 0;
  /** Processes that crashed: a server must survive unreachable services. */
  readonly crashed: string[] = [];

  constructor(world: BankWorld) {
    this.#world = world;
    this.#seed = world.seed;
  }

  /** Starts a process; resolves after its first operation. */
  async open(): Promise<void> {
    this.#seed += 1;
    const { lines, env } = await openLines();
    const input = JSON.stringify({ ...this.#world, seed: this.#seed });
    const child = fork(await inOneFile(program), [input], {
      execArgv: [],
      env: { ...process.env, ...compileOnce, ...env },
      silent: true,
    });
    let said = '';
    for (const output of [child.stdout, child.stderr]) {
      output?.on('data', (text) => {
        said = `${said}${text}`.slice(-2_000);
      });
    }
    const teller: Teller = { child, lines, isWorking: false };
    this.#running.push(teller);
    child.once('exit', (code, signal) => {
      for (const line of lines) line.close();
      if (signal !== 'SIGKILL') this.crashed.push(`${code ?? signal}: ${said}`);
    });
    child.on('message', (done: string) => {
      this.counts[done] = (this.counts[done] ?? 0) + 1;
      if (done !== 'failed') this.done += 1;
    });
    await Promise.race([once(child, 'message'), once(child, 'exit')]);
    teller.isWorking = true;
  }

  async killOldest(): Promise<void> {
    const index = this.#running.findIndex(({ isWorking }) => isWorking);
    const [teller] = index < 0 ? [] : this.#running.splice(index, 1);
    if (!teller) return;
    await end(teller.child);
    this.killed += 1;
    void this.open();
  }

  cutOff(pick: number, millis: number): void {
    const working = this.#running.filter(({ isWorking }) => isWorking);
    const teller = working[pick % Math.max(1, working.length)];
    if (!teller) return;
    const lines = teller.lines.filter((_, index) => pick % 3 !== index);
    for (const line of lines) line.cut();
    this.cut += 1;
    setTimeout(() => {
      for (const line of lines) line.mend();
    }, millis);
  }

  async closeAll(): Promise<void> {
    for (const { child } of this.#running.splice(0)) await end(child);
  }
}

async function end(child: ChildProcess): Promise<void> {
  const gone = child.exitCode === null && child.signalCode === null && once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}

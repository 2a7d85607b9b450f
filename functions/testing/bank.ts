import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** What every process of the bank test works on. */
export interface BankWorld {
  readonly seed: number;
  readonly clockOffsetMs: number;
  /** Address of the Stripe stand-in, for its test knobs. */
  readonly stripe: string;
  readonly uids: readonly string[];
  readonly blocks: readonly string[];
  readonly dats: readonly string[];
}

const program = fileURLToPath(new URL('./bank-process.ts', import.meta.url));

/** Server processes that are killed at any moment and replaced by new ones. */
export class Tellers {
  readonly #world: BankWorld;
  readonly #running: ChildProcess[] = [];
  /** Processes that have begun to work: killing others would prove nothing. */
  readonly #working = new Set<ChildProcess>();
  #seed: number;
  done = 0;
  failed = 0;
  killed = 0;

  constructor(world: BankWorld) {
    this.#world = world;
    this.#seed = world.seed;
  }

  /** Starts a process; resolves once it has done something. */
  open(): Promise<void> {
    this.#seed += 1;
    const child = fork(program, [JSON.stringify({ ...this.#world, seed: this.#seed })], {
      execArgv: [],
    });
    let last = { done: 0, failed: 0 };
    child.on('message', (counts: { done?: number; failed?: number }) => {
      const now = { done: counts.done ?? 0, failed: counts.failed ?? 0 };
      this.done += now.done - last.done;
      this.failed += now.failed - last.failed;
      last = now;
    });
    this.#running.push(child);
    return once(child, 'message').then(() => {
      this.#working.add(child);
    });
  }

  /** Ends the oldest working process in the middle of whatever it does, and opens a new one. */
  async killOldest(): Promise<void> {
    const child = this.#running.find((one) => this.#working.has(one));
    if (!child) return;
    this.#running.splice(this.#running.indexOf(child), 1);
    const gone = child.exitCode === null ? once(child, 'exit') : undefined;
    child.kill('SIGKILL');
    await gone;
    this.killed += 1;
    void this.open();
  }

  async closeAll(): Promise<void> {
    for (const child of this.#running.splice(0)) {
      const gone = child.exitCode === null ? once(child, 'exit') : undefined;
      child.kill('SIGKILL');
      await gone;
    }
  }
}

import { type ChildProcess, fork } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readFileSync, statSync } from 'node:fs';
import type { Server } from 'node:net';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { host } from '@datchain/emulators-common/local-only.ts';
import { type ProcessMark, readProcessMark } from '@datchain/emulators-common/processes.ts';
import { openFront } from './front.ts';

export type Functions = {
  port: number;
  kill(): Promise<void>;
  /** Starts the process unless it runs; `env` overrides its variables until the next start. */
  start(env?: Record<string, string>): Promise<void>;
  /** Ends the process if it was called at all, so that nothing it remembers stays. */
  forget(): Promise<void>;
  setClockOffset(offsetMillis: number): Promise<void>;
  /**
   * Holds new calls and waits for running ones.
   *
   * @throws when they take too long; calls are then let through again.
   */
  pause(): Promise<void>;
  resume(): Promise<void>;
  callCount(): Promise<number>;
  close(): Promise<void>;
};

export type FunctionsOptions = {
  port: number;
  projectId: string;
  entry: string;
  env: Record<string, string>;
  logFile: string;
  clockOffsetMillis: number;
  onStart?: ((mark: ProcessMark | undefined) => void) | undefined;
  onTrouble?: ((message: string) => void) | undefined;
};

export async function startFunctions(options: FunctionsOptions): Promise<Functions> {
  mkdirSync(dirname(options.logFile), { recursive: true });
  const runner = new Runner(options);
  await runner.start();
  return runner;
}

export interface Ready {
  readonly port: number;
  /** Scheduled functions, each with its interval in milliseconds. */
  readonly schedules: readonly (readonly [name: string, interval: number])[];
}

const hostPath = fileURLToPath(new URL('./functions-host.ts', import.meta.url));
const MAX_RESTART_DELAY_MILLIS = 5_000;

class Runner implements Functions {
  readonly port: number;
  #options: FunctionsOptions;
  #child: ChildProcess | undefined;
  #wanted = false;
  #isAltered = false;
  #offsetMillis: number;
  #restartInMillis = 100;
  #front: Server | undefined;
  #timers: NodeJS.Timeout[] = [];

  constructor(options: FunctionsOptions) {
    this.port = options.port;
    this.#options = options;
    this.#offsetMillis = options.clockOffsetMillis;
  }

  async start(over: Record<string, string> = {}): Promise<void> {
    if (this.#child) return;
    this.#wanted = true;
    this.#isAltered = Object.keys(over).length > 0;
    const { entry, projectId, env, logFile } = this.#options;
    // The process writes into the file itself, so that the launcher need not handle each line.
    const log = openSync(logFile, 'a');
    const earlier = statSync(logFile).size;
    const child = fork(hostPath, [entry, projectId, String(this.#offsetMillis)], {
      // As on Cloud Run, where Express sends no stack traces.
      env: { ...process.env, NODE_ENV: 'production', ...env, ...over },
      execArgv: [],
      stdio: ['ignore', log, log, 'ipc', 'pipe'],
    });
    closeSync(log);
    this.#child = child;
    const { port, schedules } = await new Promise<Ready>((resolve, reject) => {
      child.once('message', (ready: Ready) => {
        this.#restartInMillis = 100;
        child.once('exit', (code, signal) => this.#onExit(child, `${signal ?? `code ${code}`}`));
        child.removeAllListeners('close');
        this.#options.onStart?.(readProcessMark(child.pid));
        resolve(ready);
      });
      child.once('close', () => {
        this.#forget(child);
        const words = readFileSync(logFile).subarray(earlier).toString().slice(-4_000).trim();
        reject(new Error(`The functions did not start:\n${words}`));
      });
    });
    this.#front = await openFront(child, this.port, port);
    this.#timers = schedules.map(([name, interval]) =>
      setInterval(() => this.#run(name), interval),
    );
  }

  #run(name: string): void {
    this.#knob('POST', `run/${name}`).catch((error) => {
      this.#options.onTrouble?.(`${name} failed and will be tried again on time: ${error}`);
    });
  }

  /**
   * Clears the state of a process that has ended. Does nothing if the next process has started
   * already, which can happen before the last output of this one arrives.
   */
  #forget(child: ChildProcess): void {
    if (this.#child !== child) return;
    this.#child = undefined;
    this.#front?.close();
    for (const timer of this.#timers) clearInterval(timer);
  }

  #onExit(child: ChildProcess, how: string): void {
    this.#forget(child);
    if (!this.#wanted) return;
    this.#options.onTrouble?.(
      `The functions ended (${how}) and are started again; ${this.#options.logFile} says why.`,
    );
    setTimeout(() => this.#restart(), this.#restartInMillis);
  }

  #restart(): void {
    if (!this.#wanted || this.#child) return;
    this.start().catch((error: Error) => {
      this.#options.onTrouble?.(error.message);
      this.#restartInMillis = Math.min(this.#restartInMillis * 2, MAX_RESTART_DELAY_MILLIS);
      setTimeout(() => this.#restart(), this.#restartInMillis);
    });
  }

  async kill(): Promise<void> {
    this.#wanted = false;
    const child = this.#child;
    if (!child) return;
    const gone = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGKILL');
    await gone;
    this.#forget(child);
  }

  async forget(): Promise<void> {
    const isUntouched = !this.#isAltered && (await this.callCount().catch(() => -1)) === 0;
    if (!isUntouched) await this.kill();
  }

  async setClockOffset(offsetMillis: number): Promise<void> {
    this.#offsetMillis = offsetMillis;
    if (this.#child) await this.#knob('POST', 'clock', { offsetMillis });
  }

  async pause(): Promise<void> {
    if (!this.#child) return;
    const { quiet } = (await this.#knob('POST', 'pause')) as { quiet: boolean };
    if (quiet) return;
    await this.resume();
    throw new Error('A function is taking long; saving waits for it.');
  }

  async resume(): Promise<void> {
    if (this.#child) await this.#knob('POST', 'resume');
  }

  async close(): Promise<void> {
    await this.pause().catch(() => {});
    await this.kill();
  }

  async callCount(): Promise<number> {
    if (!this.#child) return -1;
    return ((await this.#knob('GET', 'health')) as { passed: number }).passed;
  }

  #knob(method: string, name: string, body?: unknown): Promise<unknown> {
    return turnKnob(this.port, method, name, body);
  }
}

/**
 * Wraps functions that a test serves in its own process (serve-functions.ts): they begin and end
 * with it and cannot be killed. Only their clock can be set.
 */
export function functionsElsewhere(port: number): Functions {
  let isUp = true;
  return {
    port,
    kill: async () => {
      isUp = false;
    },
    start: async () => {
      isUp = true;
    },
    forget: async () => {
      isUp = false;
    },
    setClockOffset: async (offsetMillis) => {
      if (isUp) await turnKnob(port, 'POST', 'clock', { offsetMillis });
    },
    pause: async () => {},
    resume: async () => {},
    callCount: async () => -1,
    close: async () => {},
  };
}

async function turnKnob(
  port: number,
  method: string,
  name: string,
  body?: unknown,
): Promise<unknown> {
  const response = await fetch(`http://${host}:${port}/__local/${name}`, {
    method,
    headers: { 'content-type': 'application/json' },
    body: body === undefined ? null : JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`The functions answered ${response.status} to ${name}.`);
  return response.json();
}

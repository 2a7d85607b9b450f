import { fork } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { bundle } from '@datchain/functions/build.ts';
import type { JobName } from '@datchain/functions/jobs/jobs.ts';
import { nodeOptions } from '@datchain/functions/machines.ts';
import { inRepository } from '../lib/root.ts';
import type { Report, Used } from './jobs-worker.ts';

export interface Outcome extends Used {
  readonly end: 'done' | 'out of memory' | 'out of time' | 'failed';
  readonly problems: readonly string[];
}

export interface Limits {
  readonly megabytes: number;
  readonly seconds: number;
}

const nothing: Used = {
  reads: 0,
  writes: 0,
  live: 0,
  stripe: 0,
  megabytes: 0,
  idleMegabytes: 0,
  seconds: 0,
  processorSeconds: 0,
};

/** Bundles the worker as functions are bundled, because loading single files takes more memory. */
export async function bundleWorker(): Promise<{ path: string; remove: () => void }> {
  const folder = mkdtempSync(inRepository('functions/dist-test-'));
  const path = join(folder, 'worker.js');
  await bundle('../scripts/bench/jobs-worker.ts', path);
  return { path, remove: () => rmSync(folder, { recursive: true }) };
}

function endOf(isDone: boolean, isLate: boolean, words: string): Outcome['end'] {
  if (isLate) return 'out of time';
  if (isDone) return 'done';
  return /heap out of memory|heap limit/i.test(words) ? 'out of memory' : 'failed';
}

/** Runs a job in its own process with the memory of its function, and kills it when the time is up. */
export async function runJob(
  worker: string,
  name: JobName,
  limits: Limits,
  env: Record<string, string>,
): Promise<Outcome> {
  const child = fork(worker, [name], {
    execArgv: [`--max-old-space-size=${limits.megabytes}`],
    env: { ...process.env, ...env, NODE_OPTIONS: nodeOptions },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let used = nothing;
  let problems: readonly string[] | undefined;
  let isLate = false;
  let words = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (chunk: string) => {
      words = (words + chunk).slice(-4_000);
    });
  }
  child.on('message', (report: Report) => {
    used = report.used;
    problems = report.problems ?? problems;
  });
  const timer = setTimeout(() => {
    isLate = true;
    child.kill('SIGKILL');
  }, limits.seconds * 1_000);
  await new Promise((resolve) => child.once('close', resolve));
  clearTimeout(timer);
  const end = endOf(problems !== undefined, isLate, words);
  return { ...used, end, problems: problems ?? [words.slice(-600)] };
}

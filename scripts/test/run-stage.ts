import { spawn } from 'node:child_process';
import { createWriteStream, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { finished } from 'node:stream/promises';
import { inRepository } from '../lib/root.ts';
import type { Failure, LeftOut, TestEvent } from './events.ts';
import type { TestStage } from './stages.ts';

/** What became of a stage. */
export interface Outcome {
  readonly key: string;
  readonly name: string;
  readonly passed: number;
  readonly failures: readonly Failure[];
  readonly leftOut: readonly LeftOut[];
  readonly wallSeconds: number;
  /** Its files, or journeys, the slowest first. */
  readonly files: readonly { readonly file: string; readonly seconds: number }[];
}

export type OnProgress = (done: number, total: number) => void;

/**
 * Runs a stage to its end and collects what its reporter tells. Everything it prints goes into the
 * file `log`. A runner that ends badly without having told of a failure is one.
 */
export async function runStage(
  stage: TestStage,
  asked: readonly string[],
  log: string,
  onProgress: OnProgress,
): Promise<Outcome> {
  const lacking = whatIsLacking(stage);
  if (lacking) return lacking;
  const { script, parameters, env } = stage.command(asked);
  const startedAt = performance.now();
  mkdirSync(dirname(log), { recursive: true });
  const kept = createWriteStream(log);
  const child = spawn(process.execPath, [inRepository(`node_modules/${script}`), ...parameters], {
    cwd: inRepository('.'),
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let total = 0;
  const done: { file: string; seconds: number; passed: number }[] = [];
  const failures: Failure[] = [];
  const leftOut: LeftOut[] = [];
  child.on('message', (event: TestEvent) => {
    if (event.is === 'begin') total = event.files;
    else if (event.is === 'file') done.push(event);
    else if (event.is === 'failure') failures.push(event);
    else leftOut.push(event);
    onProgress(done.length + leftOut.length, total);
  });
  for (const stream of [child.stdout, child.stderr]) stream?.pipe(kept, { end: false });
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  kept.end();
  // Written to the end before anyone looks into it.
  await finished(kept);
  if (code !== 0 && failures.length === 0) {
    const message = `The runner ended with ${code}; its words are in the log.`;
    failures.push({ file: '', project: '', title: stage.name, message });
  }
  return {
    key: stage.key,
    name: stage.name,
    passed: done.reduce((sum, { passed }) => sum + passed, 0),
    failures,
    leftOut,
    wallSeconds: (performance.now() - startedAt) / 1_000,
    files: done.sort((a, b) => b.seconds - a.seconds),
  };
}

/** The outcome of a stage that cannot run on this machine; undefined when it can. */
function whatIsLacking({ key, name, require }: TestStage): Outcome | undefined {
  try {
    require?.();
    return undefined;
  } catch (error) {
    const failures = [{ file: '', project: '', title: name, message: (error as Error).message }];
    return { key, name, passed: 0, failures, leftOut: [], wallSeconds: 0, files: [] };
  }
}

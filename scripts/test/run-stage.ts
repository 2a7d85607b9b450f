import { spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import { inRepository } from '../lib/root.ts';
import type { TestEvent, TestMessage } from './reporter.ts';

export interface Stage {
  readonly name: string;
  /** The arguments of Node, run in the repository's folder. */
  readonly command: readonly string[];
}

export interface Outcome {
  readonly passed: number;
  readonly failures: readonly TestMessage[];
  readonly leftOut: readonly TestMessage[];
}

/**
 * Runs a stage to its end and collects the messages of its reporter. Its output goes into the file
 * `log`. A runner that exits with an error without reporting a failure counts as a failure.
 */
export async function runStage(
  { name, command }: Stage,
  log: string,
  onProgress: (done: number, total: number) => void = () => {},
): Promise<Outcome> {
  const kept = createWriteStream(log);
  const child = spawn(process.execPath, command, {
    cwd: inRepository('.'),
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let [passed, done, total] = [0, 0, 0];
  const failures: TestMessage[] = [];
  const leftOut: TestMessage[] = [];
  child.on('message', (event: TestEvent) => {
    if (event.is === 'begin') total = event.files;
    else if (event.is === 'failure') failures.push(event);
    else done += 1;
    if (event.is === 'file') passed += event.passed;
    if (event.is === 'left out') leftOut.push(event);
    onProgress(done, total);
  });
  for (const stream of [child.stdout, child.stderr]) stream?.pipe(kept, { end: false });
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  kept.end();
  // Readers need the complete file.
  await finished(kept);
  if (code !== 0 && failures.length === 0) {
    const message = `The runner ended with ${code}; its words are in the log.`;
    failures.push({ file: '', title: name, message });
  }
  return { passed, failures, leftOut };
}

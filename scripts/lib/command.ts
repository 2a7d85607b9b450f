import { spawn } from 'node:child_process';
import { isAbsolute } from 'node:path';
import { lowerPriority } from './priority.ts';
import { inRepository } from './root.ts';

export type Command = {
  /** A file below node_modules, or an absolute path, run with this Node. */
  script: string;
  parameters: string[];
  /** Relative to the repository. */
  folder?: string;
  env?: Record<string, string>;
  isQuiet?: boolean | undefined;
};

export type Outcome = { isGood: boolean; output: string };

/** Runs a command; `isLoud` passes its output through instead of collecting it. */
export async function runCommand(command: Command, isLoud = false): Promise<Outcome> {
  const { script, parameters, folder = '.', env, isQuiet = false } = command;
  const path = isAbsolute(script) ? script : inRepository(`node_modules/${script}`);
  const child = spawn(process.execPath, [path, ...parameters], {
    cwd: inRepository(folder),
    env: { ...process.env, ...env },
    stdio: isLoud ? 'inherit' : ['ignore', 'pipe', 'pipe'],
  });
  if (isQuiet) lowerPriority(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (chunk: string) => {
      output += chunk;
    });
  }
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { isGood: code === 0, output: output.trim() };
}

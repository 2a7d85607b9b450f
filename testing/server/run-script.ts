import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { inOneFile } from './one-file.ts';

export interface ScriptRun {
  readonly code: number | null;
  readonly output: string;
}

export interface RunningScript {
  readonly ended: Promise<ScriptRun>;
  kill(): void;
}

const sourceOf = (script: string) =>
  fileURLToPath(new URL(`../../scripts/${script}.ts`, import.meta.url));

function start(file: string, parameters: readonly string[], env: NodeJS.ProcessEnv): RunningScript {
  const child = spawn(process.execPath, [file, '--env', ...parameters], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  const ended = new Promise<ScriptRun>((resolve) => {
    child.once('close', (code) => resolve({ code, output }));
  });
  return { ended, kill: () => child.kill('SIGKILL') };
}

export const runScript = (
  script: string,
  parameters: readonly string[],
  env: NodeJS.ProcessEnv = process.env,
): Promise<ScriptRun> => start(sourceOf(script), parameters, env).ended;

/**
 * Starts a script in a separate process, bundled into one file, for tests that run it many times.
 */
export async function startOften(
  script: string,
  parameters: readonly string[],
): Promise<RunningScript> {
  return start(await inOneFile(sourceOf(script)), parameters, process.env);
}

export async function runOften(script: string, parameters: readonly string[]): Promise<ScriptRun> {
  return (await startOften(script, parameters)).ended;
}

import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export interface ScriptRun {
  readonly code: number | null;
  readonly output: string;
}

/** Runs a script of the repository as an operator does, against the stack that `env` names. */
export function runScript(
  script: string,
  parameters: readonly string[],
  env: NodeJS.ProcessEnv = process.env,
): Promise<ScriptRun> {
  const file = fileURLToPath(new URL(`../../scripts/${script}.ts`, import.meta.url));
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
  return new Promise((resolve) => {
    child.once('close', (code) => resolve({ code, output }));
  });
}

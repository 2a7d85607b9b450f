import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

export interface Program {
  /**
   * Resolves with the pattern's capture from the first line that matches.
   *
   * @throws when the program ends before
   */
  readonly said: (pattern: RegExp) => Promise<string>;
  readonly ended: Promise<never>;
  readonly stop: () => Promise<void>;
}

/**
 * Starts a program in its own process group, which ends with this process.
 *
 * @param speaksOn the pipe that `said` reads: 1 is the output, 2 the errors
 */
export function startProgram(
  path: string,
  parameters: readonly string[],
  { speaksOn, env = {} }: { speaksOn: 1 | 2; env?: NodeJS.ProcessEnv },
): Program {
  const stdio: SpawnOptions['stdio'] = ['ignore', 'ignore', 'ignore'];
  stdio[speaksOn] = 'pipe';
  const child = spawn(path, parameters, {
    env: { ...process.env, ...env },
    stdio,
    detached: true,
  });
  const kill = () => killGroup(child);
  process.once('exit', kill);
  const exit = once(child, 'exit').catch(() => {});
  const ended = exit.then((): never => {
    throw new Error(`${path} has ended.`);
  });
  // Waiting callers get the rejection; without any, an exit is no error.
  ended.catch(() => {});
  // Every line is read, because a full pipe would block the program.
  const lines = createInterface(child.stdio[speaksOn] as NodeJS.ReadableStream);
  const said = (pattern: RegExp) =>
    Promise.race([
      ended,
      new Promise<string>((resolve) => {
        lines.on('line', (line) => {
          const [, captured] = pattern.exec(line) ?? [];
          if (captured !== undefined) resolve(captured);
        });
      }),
    ]);
  const stop = async () => {
    process.off('exit', kill);
    kill();
    await exit;
  };
  return { said, ended, stop };
}

function killGroup({ pid }: ChildProcess): void {
  try {
    if (pid) process.kill(-pid, 'SIGKILL');
  } catch {
    // Every process of it has ended already.
  }
}

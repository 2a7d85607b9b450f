import { fork } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Death, noDeath } from './deaths.ts';
import type { Work } from './mortal-work.ts';
import { inOneFile } from './one-file.ts';

export interface Place {
  readonly clockOffsetMs: number;
  /** Address of the Stripe stand-in, for its test knobs. */
  readonly stripe: string;
}

/** Many short processes load the same code: compiled once, they start in half the time. */
export const compileOnce = { NODE_COMPILE_CACHE: join(tmpdir(), 'node-compile-cache') };

const program = fileURLToPath(new URL('./mortal-process.ts', import.meta.url));

/**
 * Lets a process of its own do something, and die at one of its outside effects.
 *
 * @returns 'killed', or the number of its effects when it lived to the end
 */
export async function doAndDie(
  asked: Work,
  death: Death,
  place: Place,
): Promise<'killed' | number> {
  const input = JSON.stringify({ asked, death, ...place });
  const file = await inOneFile(program);
  const child = fork(file, [input], { execArgv: [], env: { ...process.env, ...compileOnce } });
  let effects: number | undefined;
  child.on('message', (told: { effects: number }) => {
    effects = told.effects;
  });
  return new Promise((resolve, reject) => {
    child.once('exit', (code, signal) => {
      if (signal === 'SIGKILL') resolve('killed');
      else if (effects !== undefined) resolve(effects);
      else reject(new Error(`${asked.does} ended with ${code} at effect ${death.effect}`));
    });
  });
}

/** Lets a process of its own do something to the end. @returns the number of its outside effects */
export async function countEffects(asked: Work, place: Place): Promise<number> {
  const effects = await doAndDie(asked, noDeath, place);
  if (effects === 'killed') throw new Error(`${asked.does} was killed without a reason`);
  return effects;
}

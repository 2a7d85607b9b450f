import { fork } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { services } from '@datchain/functions/services.ts';
import { asksAgain, type Death, listDeaths, noDeath } from './deaths.ts';
import { doWork, type Work } from './mortal-work.ts';
import { inOneFile } from './one-file.ts';

export interface Place {
  readonly clockOffsetMillis: number;
  readonly stripe: string;
}

/**
 * The shared compile cache: many short processes load the same code, and start in half the time
 * with it.
 */
export const compileOnce = { NODE_COMPILE_CACHE: join(tmpdir(), 'node-compile-cache') };

const program = fileURLToPath(new URL('./mortal-process.ts', import.meta.url));

/**
 * Runs work in a separate process that dies at one of its external effects.
 *
 * @returns 'killed', or the number of its effects if it survived
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
  child.on('message', (message: { effects: number }) => {
    effects = message.effects;
  });
  return new Promise((resolve, reject) => {
    child.once('exit', (code, signal) => {
      if (signal === 'SIGKILL') resolve('killed');
      else if (effects !== undefined) resolve(effects);
      else reject(new Error(`${asked.does} ended with ${code} at effect ${death.effect}`));
    });
  });
}

export interface Killed<Asked> {
  readonly asked: Asked;
  readonly death: Death;
  /** Whether the work was repeated; otherwise only the jobs complete it. */
  readonly isRepeated: boolean;
}

const CONCURRENCY = 4;

/**
 * Kills a process before and after each external effect of some work, which is prepared anew for
 * each death. Half of the work is repeated afterwards. A process that meets no concurrent changes
 * writes less often than the first one, and may survive.
 *
 * @param rounds returns how often each death is tried, from the number of deaths
 */
export async function killAtEachEffect<Asked extends { readonly work: Work }>(
  place: Place,
  prepare: () => Promise<Asked>,
  check: (asked: Asked, death: Death) => Promise<void> = async () => {},
  rounds: (deaths: number) => number = () => 1,
): Promise<Killed<Asked>[]> {
  const first = await prepare();
  const effects = await doAndDie(first.work, noDeath, place);
  if (effects === 'killed') throw new Error(`${first.work.does} was killed without a reason`);
  const once = listDeaths(effects);
  const deaths = Array.from({ length: rounds(once.length) }, () => once).flat();
  console.log(`${first.work.does}: ${effects} outside effects, ${deaths.length} deaths`);
  const killed: Killed<Asked>[] = [];
  const die = async () => {
    for (let death = deaths.shift(); death; death = deaths.shift()) {
      const asked = await prepare();
      const lived = await doAndDie(asked.work, death, place);
      if (lived !== 'killed' && lived >= death.effect) throw new Error('It survived its death');
      await check(asked, death);
      const isRepeated = lived !== 'killed' || asksAgain(death);
      if (isRepeated) await doWork(services(), asked.work, place.stripe);
      killed.push({ asked, death, isRepeated });
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, die));
  return killed;
}

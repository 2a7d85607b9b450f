import { scale } from './scale.ts';

/** How a property is tried, for `fc.assert`. */
export interface Tries {
  readonly numRuns: number;
  /** At once: making a failure shorter takes long, and is asked for with its seed. */
  readonly endOnFailure: boolean;
  readonly seed?: number;
  readonly path?: string;
}

/**
 * How often a property is tried: in `npm test`, and in `npm run test:long`. What fails is printed
 * with its seed and path. The same comes again with `TRY_SEED=… TRY_PATH=…`, and is then made as
 * short as possible; `TRY_RUNS=…` tries more.
 */
export function tries(short = 200, long = 3_000): Tries {
  const { TRY_SEED, TRY_PATH = '', TRY_RUNS = scale(short, long) } = process.env;
  const again = TRY_SEED ? { seed: Number(TRY_SEED), path: TRY_PATH } : {};
  return { numRuns: Number(TRY_RUNS), endOnFailure: !TRY_SEED, ...again };
}

/** Whether only some tries are asked for: then nothing can be said of all of them together. */
export const areSomeTries = (): boolean =>
  process.env.TRY_SEED !== undefined || process.env.TRY_RUNS !== undefined;

/** The first of many seeds in a row; the one to look at again, when there is one. */
export const firstSeed = (): number =>
  Number(process.env.TRY_SEED ?? Math.floor(Math.random() * 1e6));

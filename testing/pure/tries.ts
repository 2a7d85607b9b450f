import { scale } from './scale.ts';

export interface Tries {
  readonly numRuns: number;
  /** True: shrinking a failure takes long, so it is only done with a seed. */
  readonly endOnFailure: boolean;
  readonly seed?: number;
  readonly path?: string;
}

/**
 * Returns how often a property is tried in `npm test`, and in `npm run test:long`. A failure is
 * printed with its seed and path. `TRY_SEED=… TRY_PATH=…` repeats it and shrinks it; `TRY_RUNS=…`
 * tries more.
 */
export function tries(short = 200, long = 3_000): Tries {
  const { TRY_SEED, TRY_PATH = '', TRY_RUNS = scale(short, long) } = process.env;
  const again = TRY_SEED ? { seed: Number(TRY_SEED), path: TRY_PATH } : {};
  return { numRuns: Number(TRY_RUNS), endOnFailure: !TRY_SEED, ...again };
}

/** Whether only some tries are requested, so that totals over all tries mean nothing. */
export const areSomeTries = (): boolean =>
  process.env.TRY_SEED !== undefined || process.env.TRY_RUNS !== undefined;

/** Returns the first of many consecutive seeds; `TRY_SEED` sets it. */
export const firstSeed = (): number =>
  Number(process.env.TRY_SEED ?? Math.floor(Math.random() * 1e6));

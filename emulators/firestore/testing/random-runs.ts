import { inject } from 'vitest';
import { scale } from '../../../shared/testing/scale.ts';

/** How much is asked of both in one run, over all kinds of random cases. */
const allSteps = Number(process.env.DATCHAIN_STEPS ?? scale(5_000, 100_000));

/** The seeds of one kind of random cases, of which each makes so many steps. */
export const seedsFor = ({ share, stepsEach }: { share: number; stepsEach: number }) =>
  Array.from(
    { length: Math.max(1, Math.round((allSteps * share) / stepsEach)) },
    (_, at) => inject('firstSeed') + at,
  );

/** Says what was asked of both: how often what. */
export function tellSteps(kind: string, counts: Readonly<Record<string, number>>): void {
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0);
  console.log(`${kind}: ${all} steps from DATCHAIN_SEED=${inject('firstSeed')}`, counts);
}

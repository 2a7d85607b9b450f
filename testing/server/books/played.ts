import fc from 'fast-check';
import { brokenAtRest, brokenNow } from './invariants.ts';
import { memoryGround } from './memory-world.ts';
import { type Play, perform, plays } from './play.ts';
import { type BooksWorld, booksWorld, type Ground } from './world.ts';

export function onePlay(maxSteps: number, seed?: number): Play {
  const settings = { numRuns: 1, unbiased: true, ...(seed === undefined ? {} : { seed }) };
  const [play] = fc.sample(plays(maxSteps), settings);
  if (!play) throw new Error('unreachable: one play was asked for');
  return play;
}

export async function played(play: Play, ground: Ground = memoryGround()): Promise<BooksWorld> {
  const world = booksWorld(ground, play.seed);
  await perform(world, play, async () => {});
  return world;
}

/**
 * Returns the books after a play whose rules are checked during the play and at the end.
 *
 * @throws naming the broken rules
 */
export async function playedSoundly(
  play: Play,
  ground: Ground = memoryGround(),
): Promise<BooksWorld> {
  const world = booksWorld(ground, play.seed);
  const expectNone = async (broken: Promise<readonly string[]>) => {
    const found = await broken;
    if (found.length > 0) throw new Error(`The books are not sound:\n${found.join('\n')}`);
  };
  await perform(world, play, () => expectNone(brokenNow(world)));
  await expectNone(brokenAtRest(world));
  return world;
}

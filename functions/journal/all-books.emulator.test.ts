import { scale } from '@datchain/shared/testing/scale.ts';
import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { emulatorGround } from '../testing/books/emulator-world.ts';
import { brokenAtRest, brokenNow } from '../testing/books/invariants.ts';
import { perform, plays } from '../testing/books/play.ts';
import { booksWorld } from '../testing/books/world.ts';

// What is refused and lost on purpose here would fill the screen.
vi.mock('../log.ts', () => ({ log: { info() {}, warn() {}, error() {} } }));

const { BOOKS_SEED } = process.env;
const SEEDS = BOOKS_SEED ? 1 : scale(15, 200);
const AT_ONCE = 5;
const first = Number(BOOKS_SEED ?? Math.floor(Math.random() * 1e6));

async function playOnFirestore(seed: number): Promise<void> {
  const [play] = fc.sample(plays(30), { seed, numRuns: 1, unbiased: true });
  if (!play) throw new Error('unreachable: one play was asked for');
  const ground = emulatorGround(`books-${seed}-${crypto.randomUUID().slice(0, 8)}`);
  try {
    const world = booksWorld(ground, play.seed);
    await perform(world, play, async () => expect(await brokenNow(world)).toEqual([]));
    expect(await brokenAtRest(world)).toEqual([]);
  } catch (error) {
    const again = `BOOKS_SEED=${seed} plays it again: ${JSON.stringify(play)}`;
    throw new Error(`${again}\n${error}`, { cause: error });
  } finally {
    await ground.close();
  }
}

test('on Firestore too: plays of all operations, each with its own seed, leave sound books', {
  timeout: scale(240_000, 1_200_000),
}, async () => {
  const seeds = Array.from({ length: SEEDS }, (_, n) => first + n);
  const queue = seeds.values();
  const player = async () => {
    for (const seed of queue) await playOnFirestore(seed);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, player));
});

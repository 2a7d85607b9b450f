import { scale } from '@datchain/testing/pure/scale.ts';
import { areSomeTries, firstSeed } from '@datchain/testing/pure/tries.ts';
import { emulatorGround } from '@datchain/testing/server/books/emulator-world.ts';
import { onePlay, playedSoundly } from '@datchain/testing/server/books/played.ts';
import { afterAll, beforeAll, test, vi } from 'vitest';
import { log } from '../log.ts';

beforeAll(() => {
  for (const level of ['info', 'warn', 'error'] as const)
    vi.spyOn(log, level).mockImplementation(() => {});
});

afterAll(() => {
  vi.restoreAllMocks();
});

const SEEDS = areSomeTries() ? 1 : scale(15, 200);
const CONCURRENCY = 5;
const first = firstSeed();

async function playOnFirestore(seed: number): Promise<void> {
  const play = onePlay(30, seed);
  const ground = emulatorGround(`demo-books-${seed}-${crypto.randomUUID().slice(0, 8)}`);
  try {
    await playedSoundly(play, ground);
  } catch (error) {
    const again = `TRY_SEED=${seed} plays it again: ${JSON.stringify(play)}`;
    throw new Error(`${again}\n${error}`, { cause: error });
  } finally {
    await ground.close();
  }
}

test('[M-25] [M-61] [M-66] random plays of all operations leave correct books on Firestore too', {
  timeout: scale(240_000, 1_200_000),
}, async () => {
  const seeds = Array.from({ length: SEEDS }, (_, n) => first + n);
  const queue = seeds.values();
  const player = async () => {
    for (const seed of queue) await playOnFirestore(seed);
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, player));
});

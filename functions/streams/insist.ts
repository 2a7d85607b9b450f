import { setTimeout as sleep } from 'node:timers/promises';

const TRIES = 12;

/** Reads, decides and writes again until nobody else wrote in between. */
export async function insist(attempt: () => Promise<'written' | 'conflict'>): Promise<void> {
  for (let tried = 1; tried <= TRIES; tried += 1) {
    if ((await attempt()) === 'written') return;
    await sleep(Math.random() * 50 * tried);
  }
  throw new Error('Somebody else is writing the same streams all the time. Run it again.');
}

import { setTimeout as sleep } from 'node:timers/promises';

const isUnreached = (error: unknown): boolean =>
  error instanceof Error && (error.message === 'fetch failed' || error.name === 'TimeoutError');

/**
 * Asks again when a request of the test itself did not get through: a busy machine resets and
 * times out connections. Only for requests that may be repeated; any answer, good or bad, counts.
 */
export async function reach<T>(request: () => Promise<T>): Promise<T> {
  for (let time = 1; ; time++) {
    try {
      return await request();
    } catch (error) {
      if (time === 6 || !isUnreached(error)) throw error;
      await sleep(200 * time);
    }
  }
}

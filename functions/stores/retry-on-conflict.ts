import { setTimeout as sleep } from 'node:timers/promises';

/** Many more than several writers at once need. */
const TRIES = 12;

export interface RetryOptions {
  /** For how long it is tried again, in milliseconds. */
  readonly patienceMillis?: number;
  /** Waits before the next attempt; repeatable tests provide their own. */
  readonly pause?: (millis: number) => Promise<unknown>;
}

/**
 * Full jitter, at most a second: processes that collided must not meet again. It is measured in
 * tries, because coming back within one only spoils the try that is under way.
 *
 * @param tried how often it was tried before this time
 * @param tookMillis how long the last try took
 * @param random a number from 0 to 1; repeatable tests provide their own
 */
export const backoff = (tried: number, tookMillis: number, random = Math.random): number =>
  random() * Math.min(1_000, Math.max(5, tookMillis) * 2 ** tried);

/**
 * Reads, decides and writes again until no one else wrote in between.
 *
 * @param otherwise what it comes to when others were always faster: an answer, or `alwaysLate`
 * @param attempt all three; 'conflict' when someone else wrote something that it had read
 */
export async function retryOnConflict<Result, Other>(
  // No promise, so that the two functions cannot be mistaken for each other.
  otherwise: () => Other & { readonly then?: never },
  attempt: () => Promise<Result | 'conflict'>,
  { patienceMillis = Number.POSITIVE_INFINITY, pause = sleep }: RetryOptions = {},
): Promise<Result | Other> {
  const giveUpAt = performance.now() + patienceMillis;
  for (let tried = 0; ; tried++) {
    const startedAt = performance.now();
    const outcome = await attempt();
    if (outcome !== 'conflict') return outcome;
    const now = performance.now();
    const wait = backoff(tried, now - startedAt);
    if (tried + 1 === TRIES || now + wait > giveUpAt) return otherwise();
    await pause(wait);
  }
}

/** For `retryOnConflict`: throws an error that says what others keep writing. */
export const alwaysLate = (what: string) => (): never => {
  throw new Error(`Someone else keeps writing ${what}. Try again.`);
};

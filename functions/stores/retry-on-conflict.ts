import { setTimeout as sleep } from 'node:timers/promises';

const MAX_ATTEMPTS = 12;

export interface RetryOptions {
  readonly patienceMillis?: number;
  readonly pause?: (millis: number) => Promise<unknown>;
}

/**
 * Returns a wait in milliseconds: exponential with full jitter, at most a second, so that processes that
 * collided do not meet again. The wait grows with the time one attempt takes, because an earlier retry would
 * only disturb the attempt under way.
 *
 * @param tried number of earlier attempts
 * @param tookMillis how long the last attempt took
 * @param random a number from 0 to 1; repeatable tests replace it
 */
export const backoff = (tried: number, tookMillis: number, random = Math.random): number =>
  random() * Math.min(1_000, Math.max(5, tookMillis) * 2 ** tried);

/**
 * Retries reading, deciding and writing until no one else wrote in between.
 *
 * @param otherwise runs when others were always faster: returns an answer, or throws like `alwaysLate`
 * @param attempt reads, decides and writes; 'conflict' when someone else changed what it had read
 */
export async function retryOnConflict<Result, Other>(
  // Not a promise, so that the two functions cannot be mistaken for each other.
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
    if (tried + 1 === MAX_ATTEMPTS || now + wait > giveUpAt) return otherwise();
    await pause(wait);
  }
}

export const alwaysLate = (what: string) => (): never => {
  throw new Error(`Someone else keeps writing ${what}. Try again.`);
};

import { describe, expect, test, vi } from 'vitest';
import { alwaysLate, type RetryOptions, retryOnConflict } from './retry-on-conflict.ts';

const late = { isLate: true };

async function waitsUntil(tries: number, tookMillis: number, options: RetryOptions = {}) {
  let now = 0;
  let tried = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  vi.spyOn(Math, 'random').mockReturnValue(1);
  const waits: number[] = [];
  const pause = async (millis: number) => {
    now += millis;
    waits.push(millis);
  };
  const attempt = async () => {
    tried += 1;
    now += tookMillis;
    return tried < tries ? 'conflict' : { tried };
  };
  const outcome = await retryOnConflict(() => late, attempt, { pause, ...options });
  vi.restoreAllMocks();
  return { outcome, waits };
}

describe('a conflict with another writer', () => {
  test('is tried again until an attempt succeeds', async () => {
    expect(await waitsUntil(1, 0)).toEqual({ outcome: { tried: 1 }, waits: [] });
    expect(await waitsUntil(3, 0)).toEqual({ outcome: { tried: 3 }, waits: [5, 10] });
  });

  test('is tried again after growing waits, longer where attempts are slow, but at most a second', async () => {
    const { outcome, waits } = await waitsUntil(12, 0);
    expect(outcome).toEqual({ tried: 12 });
    expect(waits).toEqual([5, 10, 20, 40, 80, 160, 320, 640, 1_000, 1_000, 1_000]);
    expect((await waitsUntil(4, 100)).waits).toEqual([100, 200, 400]);
  });

  test('ends the retries after twelve attempts, without another wait', async () => {
    const { outcome, waits } = await waitsUntil(13, 0);
    expect(outcome).toBe(late);
    expect(waits).toHaveLength(11);
  });

  test('ends the retries before a wait that is longer than the patience', async () => {
    const { outcome, waits } = await waitsUntil(9, 100, { patienceMillis: 600 });
    expect(outcome).toBe(late);
    expect(waits).toEqual([100, 200]);
  });

  test('is named in the error', async () => {
    const writing = retryOnConflict(alwaysLate('the list'), async () => 'conflict', {
      pause: async () => {},
    });
    await expect(writing).rejects.toThrow('Someone else keeps writing the list. Try again.');
  });

  test('is the only reason to retry', async () => {
    const failing = vi.fn(async () => {
      throw new Error('out of reach');
    });
    await expect(retryOnConflict(() => late, failing)).rejects.toThrow('out of reach');
    expect(failing).toHaveBeenCalledOnce();
  });
});

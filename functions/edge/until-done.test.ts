import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { untilDone } from './until-done.ts';

const warnings = vi.hoisted(() => [] as unknown[]);
vi.mock('../log.ts', () => ({ log: { warn: (...words: unknown[]) => warnings.push(words) } }));

async function isOver(promise: Promise<unknown>): Promise<boolean> {
  let isSettled = false;
  const note = () => {
    isSettled = true;
  };
  promise.then(note, note);
  await vi.advanceTimersByTimeAsync(0);
  return isSettled;
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

describe('[N-LCH-07] an answer', () => {
  const begun = () => {
    const work = Promise.withResolvers<void>();
    return {
      end: work.resolve,
      fail: work.reject,
      projector: { settled: () => work.promise } as never,
    };
  };

  test('waits until everything that the request began is done', async () => {
    const { end, projector } = begun();
    const answer = untilDone({ projector }, async () => 'done');
    expect(await isOver(answer)).toBe(false);
    end();
    expect(await answer).toBe('done');
  });

  test('waits even if the request was refused', async () => {
    const { end, projector } = begun();
    const answer = untilDone({ projector }, () => Promise.reject(new Error('refused')));
    answer.catch(() => {});
    expect(await isOver(answer)).toBe(false);
    end();
    await expect(answer).rejects.toThrow('refused');
  });

  test('does not wait while another request is open, which keeps the processor', async () => {
    const { end, projector } = begun();
    const handling = Promise.withResolvers<string>();
    const later = untilDone({ projector }, () => handling.promise);
    expect(await untilDone({ projector }, async () => 'at once')).toBe('at once');
    handling.resolve('last');
    expect(await isOver(later)).toBe(false);
    end();
    expect(await later).toBe('last');
  });

  test('leaves the waiting to a request that comes meanwhile', async () => {
    const { end, projector } = begun();
    const first = untilDone({ projector }, async () => 'first');
    expect(await isOver(first)).toBe(false);
    const second = untilDone({ projector }, async () => 'second');
    expect(await first).toBe('first');
    expect(await isOver(second)).toBe(false);
    end();
    expect(await second).toBe('second');
  });

  test('comes after three seconds at the latest, and the log says what is unfinished', async () => {
    const { projector } = begun();
    const answer = untilDone({ projector }, async () => 'late');
    await vi.advanceTimersByTimeAsync(2_999);
    expect(await isOver(answer)).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(await answer).toBe('late');
    expect(warnings).toEqual([
      ['Not all is shown yet; the sweep will', { error: expect.stringContaining('3000 ms') }],
    ]);
  });
});

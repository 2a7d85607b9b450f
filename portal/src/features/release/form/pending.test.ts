import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startPending } from './pending.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const endless = () => {
  const signals: AbortSignal[] = [];
  const pending = startPending((signal) => {
    signals.push(signal);
    return new Promise<string>((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(new Error('taken back')));
    });
  });
  pending.done.catch(() => {});
  return { pending, signal: signals[0]! };
};

test('[R-REL-09] work whose popup was cancelled is aborted at the next poll, 8 s after the last', () => {
  const { pending, signal } = endless();
  vi.advanceTimersByTime(9_000);
  pending.cancel();
  vi.advanceTimersByTime(6_999);
  expect(signal.aborted).toBe(false);
  vi.advanceTimersByTime(1);
  expect(signal.aborted).toBe(true);
});

test('[R-REL-09] work that someone waits for continues', () => {
  const { signal } = endless();
  vi.advanceTimersByTime(80_000);
  expect(signal.aborted).toBe(false);
});

test('[R-REL-09] polling ends once the work is done or aborted', async () => {
  await startPending(async () => 'done').done;
  expect(vi.getTimerCount()).toBe(0);
  const { pending } = endless();
  pending.cancel();
  await vi.advanceTimersByTimeAsync(8_000);
  expect(vi.getTimerCount()).toBe(0);
});

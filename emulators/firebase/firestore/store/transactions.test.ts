import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Locks } from './locks.ts';
import { Transactions } from './transactions.ts';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

const closed = 'Transaction is invalid or closed.';

test('a transaction idle for a minute ends and releases its locks', async () => {
  const locks = new Locks();
  const transactions = new Transactions(locks);
  const { id, locks: held } = transactions.begin(undefined);
  held.addDocument(['c', 'a']);
  vi.advanceTimersByTime(59_000);
  const change = locks.whenFree([['c', 'a']], undefined, () => 'changed');
  vi.advanceTimersByTime(1_000);
  expect(await change).toBe('changed');
  expect(() => transactions.get(id)).toThrow(closed);
});

test('an active transaction ends after 270 seconds', () => {
  const transactions = new Transactions(new Locks());
  const { id } = transactions.begin(undefined);
  for (let seconds = 50; seconds < 270; seconds += 50) {
    vi.advanceTimersByTime(50_000);
    expect(transactions.get(id).id).toBe(id);
  }
  vi.advanceTimersByTime(20_000);
  expect(() => transactions.get(id)).toThrow(closed);
});

test('a transaction of another process is unknown, not closed', () => {
  const before = new Transactions(new Locks()).begin(undefined);
  vi.advanceTimersByTime(1_000);
  const transactions = new Transactions(new Locks());
  expect(() => transactions.get(before.id)).toThrow('Invalid transaction.');
  expect(() => transactions.end(before.id)).toThrow('Invalid transaction.');
});

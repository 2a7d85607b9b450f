import { expect, test } from 'vitest';
import { JOURNAL_SHARDS, shardOf } from './journal-shards.ts';

test('ids spread over all shards, and the same id is always in the same one', () => {
  const counts = new Map<number, number>();
  for (let order = 0; order < 10_000; order++) {
    const shard = shardOf(`settle:order-${order}`);
    expect(shardOf(`settle:order-${order}`)).toBe(shard);
    counts.set(shard, (counts.get(shard) ?? 0) + 1);
  }
  expect([...counts.keys()].sort((a, b) => a - b)).toEqual([...Array(JOURNAL_SHARDS).keys()]);
  expect(Math.max(...counts.values())).toBeLessThan(500);
  expect(Math.min(...counts.values())).toBeGreaterThan(300);
  // Stored entries are found by it: another way to make it needs the job again.
  expect(shardOf('settle:order-1')).toBe(2);
});

test('a query can name every shard', () => {
  expect(JOURNAL_SHARDS).toBeLessThanOrEqual(30);
});

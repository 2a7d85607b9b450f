import { expect, test } from 'vitest';
import { JOURNAL_SHARDS, shardOf, shardsOfQueries } from './journal-shards.ts';

const all = [...Array(JOURNAL_SHARDS).keys()];

test('ids spread over all shards, and the same id is always in the same one', () => {
  const counts = new Map<number, number>();
  for (let order = 0; order < 40_000; order++) {
    const shard = shardOf(`settle:order-${order}`);
    expect(shardOf(`settle:order-${order}`)).toBe(shard);
    counts.set(shard, (counts.get(shard) ?? 0) + 1);
  }
  expect([...counts.keys()].sort((a, b) => a - b)).toEqual(all);
  expect(Math.max(...counts.values())).toBeLessThan(500);
  expect(Math.min(...counts.values())).toBeGreaterThan(300);
  expect(shardOf('settle:order-1')).toBe(52);
});

test('the queries name every shard once, and none names more than the 30 that Firestore allows', () => {
  expect(shardsOfQueries.flat()).toEqual(all);
  for (const shards of shardsOfQueries) expect(shards.length).toBeLessThanOrEqual(30);
});

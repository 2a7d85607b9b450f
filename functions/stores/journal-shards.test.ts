import { expect, test } from 'vitest';
import { isShard, JOURNAL_SHARDS, shardOf, shardsOfQueries } from './journal-shards.ts';

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
  // On every machine.
  expect(shardOf('settle:order-1')).toBe(52);
});

test('queries name every shard once, and Firestore takes each of them', () => {
  expect(shardsOfQueries.flat()).toEqual(all);
  for (const shards of shardsOfQueries) expect(shards.length).toBeLessThanOrEqual(30);
});

test('a shard is one that queries name', () => {
  // From when there were 25, and since.
  for (const shard of [0, 24, 25, JOURNAL_SHARDS - 1]) expect(isShard(shard)).toBe(true);
  for (const shard of [undefined, -1, 0.5, JOURNAL_SHARDS]) expect(isShard(shard)).toBe(false);
});

import { expect, test } from 'vitest';
import { fnv1a, seeded } from './seeded.ts';

test('the hash of an id is the published 32-bit FNV-1a', () => {
  expect(fnv1a('')).toBe(0x811c9dc5);
  expect(fnv1a('a')).toBe(0xe40c292c);
  expect(fnv1a('foobar')).toBe(0xbf9cf968);
});

test('a seed always gives the same numbers, and another seed gives others', () => {
  const story = (seed: string) => {
    const chance = seeded(seed);
    return Array.from({ length: 20 }, () => chance.whole(0, 1000));
  };
  expect(story('one')).toEqual(story('one'));
  expect(story('one')).not.toEqual(story('two'));
});

test('whole numbers reach both ends and never leave them', () => {
  const chance = seeded(1);
  const seen = new Set(Array.from({ length: 500 }, () => chance.whole(3, 6)));
  expect([...seen].sort()).toEqual([3, 4, 5, 6]);
});

import { expect, test } from 'vitest';
import { docs } from '../paths.ts';
import { booksPaths, readBooks, selectBooksPart } from './books.ts';

test('the books add up their parts and the older single document; missing ones count as zero', () => {
  const stored: Record<string, object> = {
    [docs.books]: { backingMicros: 5, platformMicros: 7, utilitySoldCents: 100 },
    [docs.booksPart(0)]: { backingMicros: -2, utilitySoldCents: 10 },
    [docs.booksPart(31)]: { platformMicros: 1, lostMicros: 4 },
  };
  expect(readBooks((path) => stored[path])).toEqual({
    backingMicros: 3,
    platformMicros: 8,
    utilitySoldCents: 110,
    lostMicros: 4,
    promisedMicros: 0,
    streamsDueMicros: 0,
  });
  const nothing = {
    backingMicros: 0,
    platformMicros: 0,
    utilitySoldCents: 0,
    lostMicros: 0,
    promisedMicros: 0,
    streamsDueMicros: 0,
  };
  expect(readBooks(() => undefined)).toEqual(nothing);
});

test('the books cannot be read with a malformed part, which never counts as zero', () => {
  const broken = (path: string) =>
    path === docs.booksPart(3) ? { platformMicros: '1' } : undefined;
  expect(() => readBooks(broken)).toThrow();
});

test('entries are spread over 32 parts, and reading the books covers every part', () => {
  const chosen = new Set(Array.from({ length: 1_000 }, (_, n) => selectBooksPart(`settle:${n}`)));
  expect(chosen.size).toBe(32);
  expect([docs.books, ...chosen].sort()).toEqual([...booksPaths].sort());
  expect(selectBooksPart('settle:o1')).toBe(selectBooksPart('settle:o1'));
});

import { ownLines } from '@datchain/shared/domain/public-books/coins.ts';
import { tries } from '@datchain/testing/pure/tries.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { makeCoins } from './make-coins.ts';

const DAY = '2026-11-20';

const users = fc.array(
  fc.record({
    owedMicros: fc.integer({ min: -5, max: 350_000_000 }),
    tokens: fc.integer({ min: -5, max: 99_999 }),
    rewardTokens: fc.nat(99_999),
  }),
  { maxLength: 8 },
);

test('[N-JOB-04] coins that are made in parts of any size are the sorted list of everyone’s', () => {
  fc.assert(
    fc.property(users, fc.integer({ min: 1, max: 100 }), (dues, coinsPerPart) => {
      const owners = dues.map((due, at) => ({
        salt: '11'.repeat(16),
        email: `${at}@dats.test`,
        due,
      }));
      const all = owners.flatMap(({ due, ...owner }) => ownLines(DAY, owner, due));
      expect([...makeCoins(DAY, () => owners, coinsPerPart)]).toEqual(all.sort());
    }),
    tries(60, 1_000),
  );
});

test('[N-JOB-04] no part holds much more than its share of the coins', () => {
  const due = { owedMicros: 98_765_432, tokens: 9_876, rewardTokens: 5_432 };
  const owners = Array.from({ length: 250 }, (_, at) => ({
    salt: '22'.repeat(16),
    email: `${at}@dats.test`,
    due,
  }));
  let turns = 0;
  const users = () => {
    turns += 1;
    return owners;
  };
  // Their number is counted, and the lines that a part can hold are limited.
  expect([...makeCoins(DAY, users, 1_000)]).toHaveLength(4_000);
  expect(turns).toBe(5);
});

import { expect, test } from 'vitest';
import { imbalance, move } from './postings.ts';

test('a move leaves one account and arrives in another; a move of zero makes no postings', () => {
  expect(move('USD', 'a', 'b', 5)).toEqual([
    { account: 'a', asset: 'USD', delta: -5 },
    { account: 'b', asset: 'USD', delta: 5 },
  ]);
  expect(move('USD', 'a', 'b', 0)).toEqual([]);
});

test('an unbalanced entry reports each asset with its difference', () => {
  const sound = [...move('USD', 'a', 'b', 5), ...move('TOKEN', 'a', 'b', 2)];
  expect(imbalance(sound)).toEqual({});
  expect(
    imbalance([
      ...sound,
      { account: 'a', asset: 'USD', delta: 3 },
      { account: 'b', asset: 'USD', delta: 4 },
      { account: 'a', asset: 'FACE', delta: -1 },
    ]),
  ).toEqual({ USD: 7, FACE: -1 });
});

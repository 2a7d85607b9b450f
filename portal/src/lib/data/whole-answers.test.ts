import { expect, test } from 'vitest';
import { wholeAnswers } from './whole-answers.ts';

test('what memory has of a query is not taken for all of it; what the store has said stays', () => {
  const taken: number[] = [];
  const hear = wholeAnswers(({ size }: { size: number; metadata: { fromCache: boolean } }) =>
    taken.push(size),
  );
  const [memory, store] = [{ fromCache: true }, { fromCache: false }];
  hear({ size: 1, metadata: memory });
  expect(taken).toEqual([]);
  hear({ size: 6, metadata: store });
  hear({ size: 6, metadata: memory });
  expect(taken).toEqual([6, 6]);
});

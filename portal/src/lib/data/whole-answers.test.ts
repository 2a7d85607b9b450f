import { expect, test } from 'vitest';
import { wholeAnswers } from './whole-answers.ts';

test('cached parts of a query do not count as its answer until the store has answered', () => {
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

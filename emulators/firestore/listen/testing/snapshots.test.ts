import { expect, test } from 'vitest';
import { shrink } from '../../testing/shrink.ts';
import { isScript, randomScript, type Script } from './snapshots.ts';

test('a script shrinks to the fewest commits and queries, and can still be played', async () => {
  const hasFault = async (script: Script) =>
    isScript(script) &&
    Object.values(script.queries).some(({ first }) => first !== undefined) &&
    script.commits.some((changes) => Object.values(changes).includes(null));
  const { commits, queries } = await shrink(randomScript(1, 30), hasFault);
  expect(commits.map((changes) => Object.values(changes))).toEqual([[null]]);
  expect(Object.values(queries)).toEqual([
    { order: expect.any(String), first: expect.any(Number) },
  ]);
});

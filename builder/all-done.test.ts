import { expect, test } from 'vitest';
import { allDone } from './all-done.ts';

test('allDone rejects after all other promises have settled', async () => {
  const ended: string[] = [];
  const slow = (name: string) =>
    new Promise<void>((resolve) => setImmediate(resolve)).then(() => void ended.push(name));
  const work = [slow('one'), Promise.reject(new Error('No room')), slow('other')];
  await expect(allDone(work)).rejects.toThrow('No room');
  expect(ended).toEqual(['one', 'other']);
});

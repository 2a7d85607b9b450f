import { expect, test } from 'vitest';
import type { View } from '../journal/entry.ts';
import { memoryStore } from '../stores/memory-store.ts';
import { lookAt } from './look.ts';

test('documents are read until none is missing, and errors before that are ignored', async () => {
  const store = memoryStore();
  store.set('guards/a', { next: 'guards/b' });
  store.set('guards/b', { sum: 3 });
  const sum = await lookAt(store, [], (view) => {
    const { next } = view('guards/a') ?? {};
    const found = view(String(next ?? 'guards/c'));
    if (!found) throw new Error('There is no jar');
    return found.sum;
  });
  expect(sum).toBe(3);
});

test('documents known beforehand are read together, the others after them, and each of them once', async () => {
  const store = memoryStore();
  store.set('guards/a', { sum: 3 });
  store.set('guards/b', { sum: 4 });
  const reads: (readonly string[])[] = [];
  const noted = {
    ...store,
    read(paths: readonly string[]) {
      reads.push(paths);
      return store.read(paths);
    },
  };
  const work = (view: View) =>
    ['guards/a', 'guards/b', 'guards/none'].map((path) => view(path)?.sum);
  expect(await lookAt(noted, ['guards/a'], work)).toEqual([3, 4, undefined]);
  expect(reads).toEqual([['guards/a'], ['guards/b', 'guards/none']]);
});

test('an error that remains once every document was read is thrown', async () => {
  const work = () => {
    throw new Error('a bug');
  };
  await expect(lookAt(memoryStore(), ['guards/a'], work)).rejects.toThrow('a bug');
});

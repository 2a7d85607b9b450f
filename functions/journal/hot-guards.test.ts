import { expect, test } from 'vitest';
import type { Batch } from '../stores/document-store.ts';
import { memoryStore } from '../stores/memory-store.ts';
import type { Entry } from './entry.ts';
import { crowdedGuard, HotGuards, selectFirstPath } from './hot-guards.ts';

function ground() {
  let now = 0;
  const hot = new HotGuards(() => now);
  const passTime = (millis: number) => {
    now += millis;
  };
  return { hot, passTime };
}

test('a guard is hot for five seconds, whatever else becomes hot', () => {
  const { hot, passTime } = ground();
  hot.add('guards/a');
  passTime(1_000);
  hot.add('guards/b');
  expect([hot.has('guards/a'), hot.has('guards/b'), hot.has('guards/c')]).toEqual([
    true,
    true,
    false,
  ]);
  passTime(4_000);
  hot.add('guards/c');
  expect([hot.has('guards/a'), hot.has('guards/b')]).toEqual([false, true]);
});

async function written(change: (batch: Required<Batch>) => Batch) {
  const { hot } = ground();
  const store = memoryStore();
  const paths = ['guards/a', 'guards/b', 'guards/c'];
  for (const path of paths) store.set(path, { sum: 1 });
  const stored = await store.read(paths);
  const [a, b, c] = paths.map((path) => ({ path, version: stored.get(path)?.version }));
  const [first, second, third] = [a, b, c] as { path: string; version: unknown }[];
  if (!first || !second || !third) throw new Error('There are three.');
  const batch = change({
    create: [],
    replace: [
      { ...first, data: { sum: 2 } },
      { ...second, data: { sum: 2 } },
    ],
    remove: [third],
    increment: [],
  });
  const watched = hot.watching(store);
  const readAgain = () => watched.read([...paths, ...(batch.create ?? []).map(({ path }) => path)]);
  const hotOnes = () => paths.filter((path) => hot.has(path));
  return { store, watched, batch, readAgain, hotOnes };
}

test('a lost write makes only those guards hot that another process changed', async () => {
  const { store, watched, batch, readAgain, hotOnes } = await written((all) => all);
  store.set('guards/b', { sum: 9 });
  expect(await watched.write(batch)).toBe('conflict');
  expect(hotOnes()).toEqual([]);
  await readAgain();
  expect(hotOnes()).toEqual(['guards/b']);
});

test('a guard that the lost write was to remove becomes hot too', async () => {
  const { store, watched, batch, readAgain, hotOnes } = await written((all) => all);
  store.set('guards/c', { sum: 9 });
  await watched.write(batch);
  await readAgain();
  expect(hotOnes()).toEqual(['guards/c']);
});

test('a write that succeeded makes nothing hot, although all of its guards have changed since', async () => {
  const { watched, batch, readAgain, hotOnes } = await written((all) => all);
  expect(await watched.write(batch)).toBe('written');
  await readAgain();
  expect(hotOnes()).toEqual([]);
});

test('a lost write is judged by the next read alone', async () => {
  const { store, watched, batch, readAgain, hotOnes } = await written((all) => all);
  store.set('guards/a', { sum: 9 });
  await watched.write(batch);
  await readAgain();
  store.set('guards/b', { sum: 9 });
  await readAgain();
  expect(hotOnes()).toEqual(['guards/a']);
});

test('a group with an entry that was sent twice at the same moment makes nothing hot', async () => {
  const create = ['journal/one', 'journal/two'].map((path) => ({ path, data: {} }));
  const { store, watched, batch, readAgain, hotOnes } = await written((all) => ({
    ...all,
    create,
  }));
  store.set('journal/two', {});
  store.set('guards/a', { sum: 9 });
  await watched.write(batch);
  await readAgain();
  expect(hotOnes()).toEqual([]);
});

const entry = (...reads: string[]) => ({ reads }) as unknown as Entry;

test('a guard is crowded when enough entries read it, each counted once', () => {
  const [b, both] = [entry('guards/b'), entry('guards/a', 'guards/b', 'guards/b')];
  expect(crowdedGuard([], 1)).toBeUndefined();
  expect(crowdedGuard([b, both], 3)).toBeUndefined();
  expect(crowdedGuard([b, both, b], 3)).toBe('guards/b');
  expect(crowdedGuard([both], 1)).toBe('guards/a');
});

test('the alphabetically first of several guards is chosen', () => {
  expect(selectFirstPath(['guards/c', 'guards/a', 'guards/b'])).toBe('guards/a');
  expect(selectFirstPath([])).toBeUndefined();
});

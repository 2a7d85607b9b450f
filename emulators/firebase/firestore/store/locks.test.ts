import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Locks, ReadLocks } from './locks.ts';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

function reader(locks: Locks, ...documents: readonly string[]): ReadLocks {
  const held = new ReadLocks();
  for (const path of documents) held.addDocument(path.split('/'));
  locks.hold(held);
  return held;
}

const at = (...paths: readonly string[]) => paths.map((path) => path.split('/'));

describe('a change of documents that others have read', () => {
  test('fails after two seconds and leaves the queue', async () => {
    const locks = new Locks();
    const held = reader(locks, 'c/a');
    const done: string[] = [];
    const change = locks.whenFree(at('c/a'), undefined, () => done.push('changed'));
    const refused = expect(change).rejects.toMatchObject({
      code: 10,
      message: 'Transaction lock timeout.',
    });
    await vi.advanceTimersByTimeAsync(1_999);
    await vi.advanceTimersByTimeAsync(1);
    await refused;
    locks.release(held);
    expect(done).toEqual([]);
  });
});

describe('transactions that wait for each other', () => {
  test('the one that closes a cycle fails at once, and the other goes on', async () => {
    const locks = new Locks();
    const [first, second] = [reader(locks, 'c/a'), reader(locks, 'c/a')];
    const waiting = locks.whenFree(at('c/a'), first, () => 'first');
    await expect(locks.whenFree(at('c/a'), second, () => 'second')).rejects.toMatchObject({
      code: 10,
    });
    locks.release(second);
    expect(await waiting).toBe('first');
  });

  test('a cycle of three is detected too', async () => {
    const locks = new Locks();
    const [one, two, three] = [reader(locks, 'c/1'), reader(locks, 'c/2'), reader(locks, 'c/3')];
    const waiting = [
      locks.whenFree(at('c/2'), one, () => 'one'),
      locks.whenFree(at('c/3'), two, () => 'two'),
    ];
    await expect(locks.whenFree(at('c/1'), three, () => 'three')).rejects.toMatchObject({
      code: 10,
    });
    locks.release(three);
    locks.release(two);
    expect(await Promise.all(waiting)).toEqual(['one', 'two']);
  });

  test('waiting behind others alone is no cycle', async () => {
    const locks = new Locks();
    const [one, two] = [reader(locks, 'c/1'), reader(locks, 'c/2')];
    const first = locks.whenFree(at('c/1'), two, () => 'two');
    const second = locks.whenFree(at('c/2'), undefined, () => 'nobody');
    locks.release(one);
    locks.release(two);
    expect(await Promise.all([first, second])).toEqual(['two', 'nobody']);
  });
});

test('waiting for the current commits does not include later ones', async () => {
  const locks = new Locks();
  const [first, second] = [reader(locks, 'c/a'), reader(locks, 'c/b')];
  await locks.whenTheseAreOver();
  const done: string[] = [];
  const changes = [locks.whenFree(at('c/a'), undefined, () => done.push('early'))];
  const polite = locks.whenTheseAreOver().then(() => done.push('polite'));
  changes.push(locks.whenFree(at('c/b'), undefined, () => done.push('late')));
  locks.release(first);
  await polite;
  locks.release(second);
  await Promise.all(changes);
  expect(done).toEqual(['early', 'polite', 'late']);
});

test.each([
  [{ parent: [], collection: 'c', isGroup: false }, 'c/new', true],
  [{ parent: [], collection: 'c', isGroup: false }, 'd/e/c/new', false],
  [{ parent: [], collection: 'c', isGroup: true }, 'd/e/c/new', true],
  [{ parent: ['d', 'e'], collection: 'c', isGroup: false }, 'd/e/c/new', true],
  [{ parent: ['d', 'e'], collection: 'c', isGroup: false }, 'c/new', false],
])('a query over %o covers %s: %s', (range, path, covers) => {
  const locks = new ReadLocks();
  locks.addRange(range);
  expect(locks.covers(path.split('/'))).toBe(covers);
});

import { entry, notedDoor } from '@datchain/testing/server/noted-door.ts';
import { describe, expect, test } from 'vitest';
import type { Data } from '../stores/document-store.ts';
import type { Accepted, Entry } from './entry.ts';

describe('the size of a batch', () => {
  const some = (count: number, of: string) =>
    Array.from({ length: count }, (_, at) => ({ path: `${of}/${at}`, data: {} as Data }));
  const sums = (count: number, of: string) =>
    some(count, of).map(({ path }) => ({ path, fields: { a: 1, b: 1 } }));
  const seen = (count: number, of: string) =>
    some(count, of).map(({ path }) => ({ uid: path, data: {} as never }));
  const events = (count: number) => Array.from({ length: count }, () => ({}) as never);
  const first = { documents: some(237, 'guards') };
  const unread = (one: Entry): Entry => ({
    ...one,
    reads: one.reads.filter((path) => path.startsWith('guards/')),
  });

  test.each<
    [string, Partial<Accepted<unknown>>, (count: number) => Partial<Accepted<unknown>>, number]
  >([
    ['documents', first, (count) => ({ documents: some(count, 'others') }), 241],
    [
      'documents, some of which it has already',
      first,
      (count) => ({ documents: [...some(237, 'guards'), ...some(count, 'others')] }),
      241,
    ],
    ['movements of users', first, (count) => ({ movements: seen(count, 'u') }), 241],
    ['events of histories', first, (count) => ({ history: events(count) }), 241],
    [
      'sums, with each of their fields',
      first,
      (count) => ({ increments: sums(count / 3, 'sums') }),
      240,
    ],
    [
      'documents after sums',
      { increments: sums(100, 'sums') },
      (count) => ({ documents: some(count, 'others') }),
      178,
    ],
    [
      'documents and the same sums again',
      { increments: sums(100, 'sums') },
      (count) => ({ increments: sums(100, 'sums'), documents: some(count, 'others') }),
      178,
    ],
    [
      'documents after movements and events',
      { movements: seen(100, 'u'), history: events(100) },
      (count) => ({ documents: some(count, 'others') }),
      278,
    ],
  ])('limits an entry that adds %s', async (_, before, second, most) => {
    const writes = async (count: number) => {
      const { door, batches } = notedDoor();
      const to = door();
      await Promise.all(
        [entry('a', before), entry('b', second(count))].map((one) => to.commit(unread(one))),
      );
      return batches.length;
    };
    expect(await writes(most)).toBe(1);
    expect(await writes(most + 3)).toBe(2);
  });

  test('an entry larger than a batch is still written, in a write of its own', async () => {
    const { door, batches, store } = notedDoor();
    const to = door();
    const large = entry('b', { documents: some(490, 'guards') });
    await Promise.all([to.commit(entry('a')), to.commit(large)]);
    expect(batches.map(({ create }) => create.length)).toEqual([1, 491]);
    expect(store.all('guards/').size).toBe(490);
  });
});

describe('a group begins with at most 320 documents to read', () => {
  const guards = (from: number, count: number) =>
    Array.from({ length: count }, (_, at) => `guards/${from + at}`);
  const reading = (id: string, paths: readonly string[]): Entry => ({ ...entry(id), reads: paths });
  const groupsOf = async (entries: readonly Entry[]) => {
    const { door, batches, reads } = notedDoor();
    const to = door({ takesTurns: false });
    await Promise.all(entries.map((one) => to.commit(one)));
    return { groups: batches.map(({ create }) => create.length), reads };
  };

  test('entries beyond the limit wait for the next group, and are not read before', async () => {
    const many = Array.from({ length: 10 }, (_, n) => reading(`e${n}`, guards(n * 79, 79)));
    const { groups, reads } = await groupsOf(many);
    expect(groups).toEqual([4, 4, 2]);
    expect(reads.map(({ length }) => length)).toEqual([320, 320, 160]);
  });

  test('a document that several entries read counts once; an entry that reads more gets its own group', async () => {
    const same = guards(0, 200);
    const some = Array.from({ length: 40 }, (_, n) => reading(`e${n}`, same));
    expect((await groupsOf(some)).groups).toEqual([40]);
    const large = reading('large', guards(0, 400));
    expect((await groupsOf([entry('a'), large, entry('b')])).groups).toEqual([1, 1, 1]);
  });
});

describe('a group reads only as many entries as are likely to fit', () => {
  const documents = (id: string, count: number) =>
    Array.from({ length: count }, (_, at) => ({ path: `guards/${id}-${at}`, data: {} as Data }));
  const large = (n: number, kind: Entry['kind'] = 'debt-paid'): Entry => ({
    ...entry(`e${n}`, { documents: documents(`e${n}`, 110) }),
    kind,
    reads: [`guards/e${n}`],
  });
  const all = async (entries: readonly Entry[]) => {
    const { door, batches, reads } = notedDoor();
    const to = door();
    await Promise.all(entries.map((one) => to.commit(one)));
    return {
      written: batches.map(({ create }) =>
        create.filter(({ path }) => path.startsWith('journal/')),
      ),
      reads: reads.map((paths) => paths.length / 2),
    };
  };

  test('the size of the last entries of a kind says how many are read', async () => {
    const { written, reads } = await all(Array.from({ length: 10 }, (_, n) => large(n)));
    expect(written.map(({ length }) => length)).toEqual([4, 4, 2]);
    expect(reads).toEqual([10, 4, 2]);
  });

  test('after one large entry a group reads one entry of that kind, then all that wait', async () => {
    const huge = { ...large(0), ...entry('e0', { documents: documents('e0', 500) }) };
    const small = (n: number): Entry => ({ ...entry(`e${n}`), reads: [`guards/e${n}`] });
    const { door, reads } = notedDoor();
    const to = door();
    await to.commit(huge);
    reads.length = 0;
    await Promise.all([1, 2, 3, 4].map((n) => to.commit(small(n))));
    expect(reads.map(({ length }) => length / 2)).toEqual([1, 3]);
  });
});

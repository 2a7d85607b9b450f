import { describe, expect, test } from 'vitest';
import type { DocumentStore } from '../stores/document-store.ts';

const nothing = { create: [], replace: [], increment: [] };

/** What every document store must do. `folder` keeps runs apart in a store that remembers. */
export function storeContract(make: () => DocumentStore, folder: string): void {
  const path = (name: string) => `${folder}/${name}`;
  const versionOf = async (store: DocumentStore, name: string) =>
    (await store.read([path(name)])).get(path(name))?.version;

  describe('a document store', () => {
    test('reads what was created, and leaves out what is not there', async () => {
      const store = make();
      const data = { n: 1, list: [{ a: 'x' }], nothing: null };
      const create = [{ path: path('a'), data }];
      expect(await store.write({ ...nothing, create })).toBe('written');
      const found = await store.read([path('a'), path('missing')]);
      expect([...found.keys()]).toEqual([path('a')]);
      expect(found.get(path('a'))?.data).toEqual(data);
    });

    test('refuses to create what exists, and then writes nothing of the batch', async () => {
      const store = make();
      await store.write({ ...nothing, create: [{ path: path('b'), data: { n: 1 } }] });
      const create = [
        { path: path('b-new'), data: { n: 1 } },
        { path: path('b'), data: { n: 2 } },
      ];
      const increment = [{ path: path('b-sum'), fields: { n: 5 } }];
      expect(await store.write({ ...nothing, create, increment })).toBe('conflict');
      expect((await store.read([path('b-new'), path('b-sum')])).size).toBe(0);
      expect((await store.read([path('b')])).get(path('b'))?.data).toEqual({ n: 1 });
    });

    test('replaces at the version that was read, once', async () => {
      const store = make();
      await store.write({ ...nothing, create: [{ path: path('c'), data: { n: 1 } }] });
      const version = await versionOf(store, 'c');
      const replaceWith = (n: number) => ({
        ...nothing,
        replace: [{ path: path('c'), data: { n }, version }],
      });
      expect(await store.write(replaceWith(2))).toBe('written');
      expect(await store.write(replaceWith(3))).toBe('conflict');
      expect((await store.read([path('c')])).get(path('c'))?.data).toEqual({ n: 2 });
    });

    test('an increment changes the version, makes the document, and adds up', async () => {
      const store = make();
      const increment = [{ path: path('d'), fields: { n: 2, m: -1 } }];
      await store.write({ ...nothing, increment });
      const version = await versionOf(store, 'd');
      await store.write({ ...nothing, increment });
      expect((await store.read([path('d')])).get(path('d'))?.data).toEqual({ n: 4, m: -2 });
      const replace = [{ path: path('d'), data: { n: 0, m: 0 }, version }];
      expect(await store.write({ ...nothing, replace })).toBe('conflict');
    });

    test('what an increment says beside its sums stands with them', async () => {
      const store = make();
      const increment = [{ path: path('g'), fields: { n: 2 }, beside: { kind: 'k', at: '2026' } }];
      await store.write({ ...nothing, increment });
      await store.write({ ...nothing, increment });
      const data = (await store.read([path('g')])).get(path('g'))?.data;
      expect(data).toEqual({ n: 4, kind: 'k', at: '2026' });
    });

    test('removes at the version that was read, once, and what was removed can be made again', async () => {
      const store = make();
      const create = [{ path: path('f'), data: { n: 1 } }];
      await store.write({ ...nothing, create });
      const version = await versionOf(store, 'f');
      const remove = [{ path: path('f'), version }];
      const replace = [{ path: path('f'), data: { n: 2 }, version }];
      await store.write({ ...nothing, replace });
      const other = [{ path: path('f-new'), data: { n: 1 } }];
      expect(await store.write({ ...nothing, remove, create: other })).toBe('conflict');
      expect([...(await store.read([path('f'), path('f-new')])).keys()]).toEqual([path('f')]);
      const now = await versionOf(store, 'f');
      const removeNow = { ...nothing, remove: [{ path: path('f'), version: now }] };
      expect(await store.write(removeNow)).toBe('written');
      expect(await store.write(removeNow)).toBe('conflict');
      expect((await store.read([path('f')])).size).toBe(0);
      expect(await store.write({ ...nothing, create })).toBe('written');
    });

    test('of many writers at the same version one wins', async () => {
      const store = make();
      await store.write({ ...nothing, create: [{ path: path('e'), data: { n: 0 } }] });
      const version = await versionOf(store, 'e');
      const outcomes = await Promise.all(
        Array.from({ length: 8 }, (_, n) =>
          store.write({
            ...nothing,
            // A write that changes nothing would leave the version as it is.
            replace: [{ path: path('e'), data: { n: n + 1 }, version }],
          }),
        ),
      );
      expect(outcomes.filter((outcome) => outcome === 'written')).toHaveLength(1);
    });
  });
}

import { describe, expect, test } from 'vitest';
import type { Found, StreamStore } from '../stores/stream-store.ts';

/** What every stream store must do. `folder` keeps runs apart in a store that remembers. */
export function streamStoreContract(make: () => StreamStore, folder: string): void {
  const path = (name: string) => `${folder}/${name}`;
  const stored = async (store: StreamStore, name: string) =>
    (await store.read([path(name)])).get(path(name));

  describe('a stream store', () => {
    test('reads what was created, and creates nothing twice', async () => {
      const store = make();
      const data = { n: 1, map: { 'a b/c': [{ deep: true }] } };
      expect(await store.write({ create: [{ path: path('a'), data }] })).toBe('written');
      expect((await stored(store, 'a'))?.data).toEqual(data);
      expect(await stored(store, 'missing')).toBeUndefined();
      const again = { create: [path('a'), path('a-new')].map((each) => ({ path: each, data })) };
      expect(await store.write(again)).toBe('conflict');
      expect(await stored(store, 'a-new')).toBeUndefined();
    });

    test('sets and drops fields at the version that was read, once', async () => {
      const store = make();
      const data = { keep: 1, set: { old: 1 }, drop: 1 };
      await store.write({ create: [{ path: path('b'), data }] });
      const version = (await stored(store, 'b'))?.version;
      const change = { path: path('b'), data: { set: { fresh: 2 } }, dropped: ['drop'], version };
      expect(await store.write({ replace: [change] })).toBe('written');
      expect((await stored(store, 'b'))?.data).toEqual({ keep: 1, set: { fresh: 2 } });
      expect(await store.write({ replace: [change] })).toBe('conflict');
    });

    test('removes at the version that was read, together with the rest or not at all', async () => {
      const store = make();
      await store.write({ create: [{ path: path('c'), data: { n: 1 } }] });
      const old = (await stored(store, 'c'))?.version;
      await store.write({ replace: [{ path: path('c'), data: { n: 2 }, version: old }] });
      const create = [{ path: path('c-new'), data: {} }];
      const remove = (version: unknown) => [{ path: path('c'), version }];
      expect(await store.write({ create, remove: remove(old) })).toBe('conflict');
      expect(await stored(store, 'c-new')).toBeUndefined();
      const version = (await stored(store, 'c'))?.version;
      expect(await store.write({ create, remove: remove(version) })).toBe('written');
      expect(await stored(store, 'c')).toBeUndefined();
    });

    test('lists a collection page by page, also while what was listed is removed', async () => {
      const store = make();
      const create = Array.from({ length: 7 }, (_, at) => ({
        path: `${folder}-list/${at}`,
        data: { at },
      }));
      await store.write({ create });
      const seen: Found[][] = [];
      for await (const page of store.pages(`${folder}-list`, 3)) {
        seen.push(page);
        await store.write({
          remove: page.map((each) => ({ path: each.path, version: each.version })),
        });
      }
      expect(seen.flat().map(({ data }) => data.at)).toEqual([0, 1, 2, 3, 4, 5, 6]);
      for await (const page of store.pages(`${folder}-list`, 3)) expect(page).toEqual([]);
    });

    test('finds the shelves that are not shown yet', async () => {
      const store = make();
      const shelf = (published: boolean) => ({
        path: `streams/${folder}-${published}`,
        data: { published },
      });
      await store.write({ create: [shelf(true), shelf(false)] });
      const found = await store.listUnpublished(1_000);
      const own = found.filter((each) => each.path.includes(folder));
      expect(own.map((each) => each.path)).toEqual([shelf(false).path]);
      await store.write({
        remove: own.map((each) => ({ path: each.path, version: each.version })),
      });
    });
  });
}

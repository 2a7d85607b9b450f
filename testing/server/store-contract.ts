import {
  type DocumentStore,
  type Found,
  pages,
} from '@datchain/functions/stores/document-store.ts';
import { describe, expect, test } from 'vitest';

/** Tests that apply to every document store. `folder` separates the runs in a persistent store. */
export function storeContract(make: () => DocumentStore, folder: string): void {
  const path = (name: string) => `${folder}/${name}`;
  const versionOf = async (store: DocumentStore, name: string) =>
    (await store.read([path(name)])).get(path(name))?.version;

  describe('a document store', () => {
    test('reads created documents, and leaves out missing ones', async () => {
      const store = make();
      const data = { n: 1, list: [{ a: 'x' }], nothing: null, map: { 'a b/c': [{ deep: true }] } };
      const create = [{ path: path('a'), data }];
      expect(await store.write({ create })).toBe('written');
      const found = await store.read([path('a'), path('missing')]);
      expect([...found.keys()]).toEqual([path('a')]);
      expect(found.get(path('a'))?.data).toEqual(data);
    });

    test('refuses to create an existing document, and then writes nothing of the batch', async () => {
      const store = make();
      await store.write({ create: [{ path: path('b'), data: { n: 1 } }] });
      const create = [
        { path: path('b-new'), data: { n: 1 } },
        { path: path('b'), data: { n: 2 } },
      ];
      const increment = [{ path: path('b-sum'), fields: { n: 5 } }];
      expect(await store.write({ create, increment })).toBe('conflict');
      expect((await store.read([path('b-new'), path('b-sum')])).size).toBe(0);
      expect((await store.read([path('b')])).get(path('b'))?.data).toEqual({ n: 1 });
    });

    test('replaces a document at the version that was read, once', async () => {
      const store = make();
      await store.write({ create: [{ path: path('c'), data: { n: 1 } }] });
      const version = await versionOf(store, 'c');
      const replaceWith = (n: number) => ({
        replace: [{ path: path('c'), data: { n }, version }],
      });
      expect(await store.write(replaceWith(2))).toBe('written');
      expect(await store.write(replaceWith(3))).toBe('conflict');
      expect((await store.read([path('c')])).get(path('c'))?.data).toEqual({ n: 2 });
    });

    test('an increment changes the version, makes the document, and adds up', async () => {
      const store = make();
      const increment = [{ path: path('d'), fields: { n: 2, m: -1 } }];
      await store.write({ increment });
      const version = await versionOf(store, 'd');
      await store.write({ increment });
      expect((await store.read([path('d')])).get(path('d'))?.data).toEqual({ n: 4, m: -2 });
      const replace = [{ path: path('d'), data: { n: 0, m: 0 }, version }];
      expect(await store.write({ replace })).toBe('conflict');
    });

    test('an increment stores its further fields beside the sums', async () => {
      const store = make();
      const increment = [{ path: path('g'), fields: { n: 2 }, beside: { kind: 'k', at: '2026' } }];
      await store.write({ increment });
      await store.write({ increment });
      const data = (await store.read([path('g')])).get(path('g'))?.data;
      expect(data).toEqual({ n: 4, kind: 'k', at: '2026' });
    });

    test('removes a document at the version that was read, once, and it can be created again', async () => {
      const store = make();
      const create = [{ path: path('f'), data: { n: 1 } }];
      await store.write({ create });
      const version = await versionOf(store, 'f');
      const remove = [{ path: path('f'), version }];
      const replace = [{ path: path('f'), data: { n: 2 }, version }];
      await store.write({ replace });
      const other = [{ path: path('f-new'), data: { n: 1 } }];
      expect(await store.write({ remove, create: other })).toBe('conflict');
      expect([...(await store.read([path('f'), path('f-new')])).keys()]).toEqual([path('f')]);
      const now = await versionOf(store, 'f');
      const removeNow = { remove: [{ path: path('f'), version: now }] };
      expect(await store.write(removeNow)).toBe('written');
      expect(await store.write(removeNow)).toBe('conflict');
      expect((await store.read([path('f')])).size).toBe(0);
      expect(await store.write({ create })).toBe('written');
    });

    test('one of many writers at the same version wins', async () => {
      const store = make();
      await store.write({ create: [{ path: path('e'), data: { n: 0 } }] });
      const version = await versionOf(store, 'e');
      const outcomes = await Promise.all(
        Array.from({ length: 8 }, (_, n) =>
          store.write({
            // A write without a change would leave the version as it is.
            replace: [{ path: path('e'), data: { n: n + 1 }, version }],
          }),
        ),
      );
      expect(outcomes.filter((outcome) => outcome === 'written')).toHaveLength(1);
    });

    test('sets and drops fields at the version that was read, and leaves the others', async () => {
      const store = make();
      const data = { keep: 1, set: { old: 1 }, drop: 1 };
      await store.write({ create: [{ path: path('h'), data }] });
      const version = await versionOf(store, 'h');
      const change = { path: path('h'), data: { set: { fresh: 2 } }, dropped: ['drop'], version };
      expect(await store.write({ replace: [change] })).toBe('written');
      const found = await store.read([path('h')]);
      expect(found.get(path('h'))?.data).toEqual({ keep: 1, set: { fresh: 2 } });
      expect(await store.write({ replace: [change] })).toBe('conflict');
    });

    test('lists a collection page by page, even while listed documents are removed', async () => {
      const store = make();
      const create = Array.from({ length: 7 }, (_, at) => ({
        path: `${folder}-list/${at}`,
        data: { at },
      }));
      await store.write({ create });
      const seen: Found[][] = [];
      for await (const page of pages(store, `${folder}-list`, 3)) {
        seen.push(page);
        await store.write({
          remove: page.map((each) => ({ path: each.path, version: each.version })),
        });
      }
      expect(seen.map((page) => page.map(({ data }) => data.at))).toEqual([
        [0, 1, 2],
        [3, 4, 5],
        [6],
      ]);
      for await (const page of pages(store, `${folder}-list`, 3)) expect(page).toEqual([]);
    });

    test('lists documents with a value in a field, in the order of their ids, up to a limit', async () => {
      const store = make();
      const record = (id: string, published: boolean) => ({
        path: `${folder}-some/${id}`,
        data: { published },
      });
      const open = ['a', 'b', 'd', 'e'].map((id) => record(id, false));
      await store.write({ create: [record('c', true), ...open.toReversed()] });
      const where = { field: 'published', is: false };
      const list = async (limit: number, after?: string) =>
        (await store.list(`${folder}-some`, { limit, after, where })).map((one) => one.path);
      const paths = open.map((one) => one.path);
      expect(await list(3)).toEqual(paths.slice(0, 3));
      expect(await list(3, paths[1])).toEqual(paths.slice(2));
    });
  });
}

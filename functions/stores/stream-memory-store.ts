import { docs } from '@datchain/shared/contracts/paths.ts';
import type { Data } from './document-store.ts';
import type { Found, StreamStore } from './stream-store.ts';

/** The stream store in memory, for tests that import the same files in thousands of orders. */
export function streamMemoryStore(): StreamStore & { all(): Map<string, Data> } {
  const documents = new Map<string, { data: Data; version: number }>();
  let versions = 0;
  const set = (path: string, data: Data) => {
    versions += 1;
    documents.set(path, { data: structuredClone(data), version: versions });
  };
  const listed = (collection: string): Found[] =>
    [...documents]
      .filter(([path]) => path.startsWith(`${collection}/`))
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([path, { data, version }]) => ({ path, data: structuredClone(data), version }));
  const isCurrent = ({ path, version }: { path: string; version: unknown }) =>
    documents.get(path)?.version === version;

  return {
    all: () => new Map([...documents].map(([path, { data }]) => [path, structuredClone(data)])),

    async read(paths) {
      return new Map(
        paths.flatMap((path) => {
          const document = documents.get(path);
          if (!document) return [];
          return [
            [path, { data: structuredClone(document.data), version: document.version }] as const,
          ];
        }),
      );
    },

    async write({ create = [], replace = [], remove = [] }) {
      const isTaken = create.some(({ path }) => documents.has(path));
      if (isTaken || ![...replace, ...remove].every(isCurrent)) return 'conflict';
      for (const { path, data } of create) set(path, data);
      for (const { path, data, dropped = [] } of replace) {
        const next = { ...documents.get(path)?.data, ...data };
        for (const field of dropped) delete next[field];
        set(path, next);
      }
      for (const { path } of remove) documents.delete(path);
      return 'written';
    },

    async *pages(collection, size) {
      const all = listed(collection);
      for (let start = 0; start < all.length; start += size) yield all.slice(start, start + size);
    },

    async listUnpublished(limit) {
      return listed(docs.streamShelves)
        .filter(({ data }) => data.published === false)
        .slice(0, limit);
    },
  };
}

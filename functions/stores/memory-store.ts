import type { Data, DocumentStore, Versioned } from './document-store.ts';

/**
 * The store contract in memory, for tests that run thousands of interleavings. It passes the same
 * contract tests as the Firestore store.
 */
export function memoryStore(): DocumentStore & { all(): Map<string, Data> } {
  const documents = new Map<string, { data: Data; version: number }>();
  let versions = 0;
  const set = (path: string, data: Data) => {
    versions += 1;
    documents.set(path, { data: structuredClone(data), version: versions });
  };
  return {
    all: () => new Map([...documents].map(([path, { data }]) => [path, structuredClone(data)])),

    async read(paths) {
      const found = new Map<string, Versioned>();
      for (const path of paths) {
        const document = documents.get(path);
        if (document) {
          found.set(path, { data: structuredClone(document.data), version: document.version });
        }
      }
      return found;
    },

    async write({ create, replace, increment }) {
      const taken = create.some(({ path }) => documents.has(path));
      const stale = replace.some(({ path, version }) => documents.get(path)?.version !== version);
      if (taken || stale) return 'conflict';
      for (const { path, data } of create) set(path, data);
      for (const { path, data } of replace) set(path, { ...documents.get(path)?.data, ...data });
      for (const { path, fields } of increment) {
        const next: Data = { ...documents.get(path)?.data };
        for (const [field, by] of Object.entries(fields))
          next[field] = Number(next[field] ?? 0) + by;
        set(path, next);
      }
      return 'written';
    },
  };
}

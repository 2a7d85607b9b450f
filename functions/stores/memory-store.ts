import type { Data, DocumentStore, Found, Listing, Versioned } from './document-store.ts';

/** A store whose documents tests can also read and set directly. Returned documents are frozen. */
export interface MemoryStore extends DocumentStore {
  /** Returns documents whose path has the prefix, in the order they were made. */
  all(prefix?: string): Map<string, Data>;
  get(path: string): Data | undefined;
  set(path: string, data: Data): void;
}

function frozen<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  if (Array.isArray(value)) return Object.freeze(value.map(frozen)) as T;
  // A plain loop, because documents with many fields are set thousands of times.
  const copy: Record<string, unknown> = {};
  for (const key of Object.keys(value)) copy[key] = frozen((value as Data)[key]);
  return Object.freeze(copy) as T;
}

const isListed = (value: unknown, where: NonNullable<Listing['where']>): boolean =>
  'has' in where ? Array.isArray(value) && value.includes(where.has) : value === where.is;

/**
 * Makes an in-memory store for tests that run thousands of interleavings. It passes the same contract tests as
 * the Firestore store.
 */
export function memoryStore(): MemoryStore {
  const documents = new Map<string, { data: Data; version: number }>();
  let versions = 0;
  const set = (path: string, data: Data) => {
    versions += 1;
    documents.set(path, { data: frozen(data), version: versions });
  };
  return {
    all(prefix = '') {
      const found = new Map<string, Data>();
      for (const [path, { data }] of documents) if (path.startsWith(prefix)) found.set(path, data);
      return found;
    },

    get: (path) => documents.get(path)?.data,

    set,

    async read(paths) {
      const found = new Map<string, Versioned>();
      for (const path of paths) {
        const document = documents.get(path);
        if (document) found.set(path, { ...document });
      }
      return found;
    },

    async list(collection, { limit, after = '', where }) {
      const prefix = `${collection}/`;
      const found: Found[] = [];
      for (const [path, document] of documents) {
        // Documents below a document of the collection are not in the collection.
        if (!path.startsWith(prefix) || path.includes('/', prefix.length) || path <= after)
          continue;
        if (where && !isListed(document.data[where.field], where)) continue;
        found.push({ path, ...document });
      }
      return found.sort((a, b) => (a.path < b.path ? -1 : 1)).slice(0, limit);
    },

    async write({ create = [], replace = [], remove = [], increment = [] }) {
      const taken = create.some(({ path }) => documents.has(path));
      const stale = [...replace, ...remove].some(
        ({ path, version }) => documents.get(path)?.version !== version,
      );
      if (taken || stale) return 'conflict';
      for (const { path, data } of create) set(path, data);
      for (const { path, data, dropped = [] } of replace) {
        const next = { ...documents.get(path)?.data, ...data };
        for (const field of dropped) delete next[field];
        set(path, next);
      }
      for (const { path } of remove) documents.delete(path);
      for (const { path, fields, beside } of increment) {
        const next: Data = { ...documents.get(path)?.data, ...beside };
        for (const [field, by] of Object.entries(fields))
          next[field] = Number(next[field] ?? 0) + by;
        set(path, next);
      }
      return 'written';
    },
  };
}

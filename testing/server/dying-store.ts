import type { Batch, DocumentStore } from '@datchain/functions/stores/document-store.ts';

/** Makes a store whose process is gone after `writes` writes: the next one never happens. */
export const dyingStore = (store: DocumentStore, writes: number): DocumentStore => {
  let left = writes;
  return {
    read: (paths) => store.read(paths),
    list: (collection, listing) => store.list(collection, listing),
    write: async (batch: Batch) => {
      if (left <= 0) throw new Error('killed');
      left -= 1;
      return store.write(batch);
    },
  };
};

/** Makes a store whose process is gone after a write that was done: its answer is lost. */
export function lostAfter(store: DocumentStore, writes: number): DocumentStore {
  let left = writes;
  return {
    ...store,
    async write(batch: Batch) {
      if (left <= 0) throw new Error('killed');
      left -= 1;
      const outcome = await store.write(batch);
      if (left === 0) throw new Error('killed');
      return outcome;
    },
  };
}

import { setImmediate } from 'node:timers/promises';
import { compareOnce } from '../../reconcile/reconcile.ts';
import { memoryStore } from '../../stores/memory-store.ts';
import { memoryReaders } from './memory-readers.ts';
import type { Ground } from './world.ts';

/** Books in memory: thousands of them in a minute, each the same again with the same seed. */
export function memoryGround(): Ground {
  const store = memoryStore();
  return {
    store,
    readers: memoryReaders(store),
    async setDocuments(documents) {
      for (const { path, data } of documents) store.set(path, data);
    },
    all: async () => store.all(),
    compare: async (services) => (await compareOnce(services)).differences,
    idle: () => setImmediate(),
    isReplayable: true,
  };
}

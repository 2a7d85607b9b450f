import type { DocumentStore } from '@datchain/functions/stores/document-store.ts';

/**
 * Makes a store of which every third write fails: half of the failures before their effect, half
 * after it.
 */
export function unreliable(store: DocumentStore, random: () => number): DocumentStore {
  return {
    ...store,
    async write(batch) {
      const fault = random() % 6;
      if (fault === 0) throw Object.assign(new Error('before'), { code: 14 });
      const outcome = await store.write(batch);
      if (fault === 1) throw Object.assign(new Error('after'), { code: 4 });
      return outcome;
    },
  };
}

export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state >>> 8;
  };
}

import type { View } from '../journal/entry.ts';
import type { DocumentStore, Versioned } from '../stores/document-store.ts';

/**
 * Computes something from the books without changing them, with the same view as a decision:
 * whatever it looks at is read. The result may be out of date a moment later.
 *
 * @param paths what it will look at, as far as known: read in one go
 */
export async function lookAt<Result>(
  store: DocumentStore,
  paths: readonly string[],
  work: (view: View) => Result,
): Promise<Result> {
  const asked = new Set<string>();
  const read = new Map<string, Versioned>();
  let missing = [...paths];
  for (;;) {
    for (const path of missing) asked.add(path);
    for (const [path, found] of await store.read(missing)) read.set(path, found);
    const unread = new Set<string>();
    const view: View = (path) => {
      if (!asked.has(path)) unread.add(path);
      return read.get(path)?.data;
    };
    try {
      const result = work(view);
      if (unread.size === 0) return result;
    } catch (error) {
      // Unless all of it was read, the result does not count.
      if (unread.size === 0) throw error;
    }
    missing = [...unread];
  }
}

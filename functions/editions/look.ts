import type { View } from '../journal/entry.ts';
import type { DocumentStore, Versioned } from '../stores/document-store.ts';

/**
 * Computes something from the books without changing them, with the view that a decision has: every
 * document it asks for is read. The result may be out of date a moment later.
 *
 * @param paths documents that are known to be needed, read in one batch
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
      // A failure counts only once every document was read.
      if (unread.size === 0) throw error;
    }
    missing = [...unread];
  }
}

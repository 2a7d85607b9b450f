import type { View } from '../journal/entry.ts';
import type { DocumentStore, Versioned } from '../stores/document-store.ts';

/**
 * Works something out of the books without changing them, with the view that a decision has:
 * whatever it looks at is read. What it sees may be out of date a moment later.
 *
 * @param paths what it will look at, as far as that is known: read at once
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
      // Without all of it, what it made of the rest counts for nothing.
      if (unread.size === 0) throw error;
    }
    missing = [...unread];
  }
}

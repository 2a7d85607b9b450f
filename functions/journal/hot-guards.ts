import { isDeepStrictEqual } from 'node:util';
import {
  type Batch,
  type DocumentStore,
  together,
  type Versioned,
} from '../stores/document-store.ts';
import type { Entry } from './entry.ts';

/** How long a guard stays hot after a write was last lost over it. */
const HOT_MILLIS = 5_000;

export class HotGuards {
  readonly #now: () => number;
  readonly #until = new Map<string, number>();

  constructor(now: () => number) {
    this.#now = now;
  }

  add(path: string): void {
    const now = this.#now();
    // Stryker disable next-line ConditionalExpression,CallExpression: The deletion only saves memory: an expired guard is not hot.
    // Stryker disable next-line EqualityOperator: At that moment the guard is not hot any more, whether it is known or not.
    for (const [known, until] of this.#until) if (until <= now) this.#until.delete(known);
    this.#until.set(path, now + HOT_MILLIS);
  }

  has(path: string): boolean {
    return (this.#until.get(path) ?? 0) > this.#now();
  }

  #learn({ create, replace, remove }: Required<Batch>, found: Map<string, Versioned>): void {
    // The conflict came from a duplicate of the same entry, not from contention.
    if (create.some(({ path }) => found.has(path))) return;
    for (const { path, version } of [...replace, ...remove]) {
      if (!isDeepStrictEqual(found.get(path)?.version, version)) this.add(path);
    }
  }

  /**
   * Wraps the store for one group's attempts: the read after a lost write shows which guards it was lost over.
   */
  watching(store: DocumentStore): Pick<DocumentStore, 'read' | 'write'> {
    let lost: Required<Batch> | undefined;
    return {
      read: async (paths) => {
        const found = await store.read(paths);
        if (lost) this.#learn(lost, found);
        lost = undefined;
        return found;
      },
      async write(batch) {
        const outcome = await store.write(batch);
        if (outcome === 'conflict') lost = together([batch]);
        return outcome;
      },
    };
  }
}

export function crowdedGuard(entries: readonly Entry[], atLeast: number): string | undefined {
  const counts = new Map<string, number>();
  for (const { reads } of entries) {
    for (const path of new Set(reads)) counts.set(path, (counts.get(path) ?? 0) + 1);
  }
  return selectFirstPath([...counts].flatMap(([path, count]) => (count >= atLeast ? [path] : [])));
}

/** Returns the first path in alphabetical order, so that every process chooses the same guard. */
export const selectFirstPath = (paths: readonly string[]): string | undefined =>
  [...paths].sort()[0];

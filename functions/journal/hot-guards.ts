import { isDeepStrictEqual } from 'node:util';
import {
  type Batch,
  type DocumentStore,
  together,
  type Versioned,
} from '../stores/document-store.ts';
import type { Entry } from './entry.ts';

/** A guard is hot this long after a write was last lost over it. */
const HOT_MILLIS = 5_000;

/** The guards over which a process lately lost writes to others. */
export class HotGuards {
  readonly #now: () => number;
  readonly #until = new Map<string, number>();

  constructor(now: () => number) {
    this.#now = now;
  }

  add(path: string): void {
    const now = this.#now();
    // Stryker disable next-line ConditionalExpression,CallExpression: It only keeps more in memory: what is over is not hot.
    // Stryker disable next-line EqualityOperator: At that moment it is not hot any more, whether it is known or not.
    for (const [known, until] of this.#until) if (until <= now) this.#until.delete(known);
    this.#until.set(path, now + HOT_MILLIS);
  }

  has(path: string): boolean {
    return (this.#until.get(path) ?? 0) > this.#now();
  }

  /** What is another document by now is what the write was lost over. */
  #learn({ create, replace, remove }: Required<Batch>, found: Map<string, Versioned>): void {
    // Its own twin, sent twice at the same moment, is no crowd.
    if (create.some(({ path }) => found.has(path))) return;
    for (const { path, version } of [...replace, ...remove]) {
      if (!isDeepStrictEqual(found.get(path)?.version, version)) this.add(path);
    }
  }

  /** The store, for one group's attempts: it learns from each read what the lost write was lost over. */
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

/** The guard that at least so many of these entries read, if there is one. */
export function crowdedGuard(entries: readonly Entry[], atLeast: number): string | undefined {
  const counts = new Map<string, number>();
  for (const { reads } of entries) {
    for (const path of new Set(reads)) counts.set(path, (counts.get(path) ?? 0) + 1);
  }
  return firstOf([...counts].flatMap(([path, count]) => (count >= atLeast ? [path] : [])));
}

/** Of several guards the first by name: so every process chooses the same one. */
export const firstOf = (paths: readonly string[]): string | undefined => [...paths].sort()[0];

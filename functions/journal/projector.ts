import type { DocumentStore, Versioned } from '../stores/document-store.ts';
import type { JournalEntries } from '../stores/journal-entries.ts';
import type { LiveDatabase } from '../stores/live-database.ts';
import { type LiveValues, pathsOf, projectOne, type Touched } from './projections.ts';

/**
 * Brings the live values up to the truth. It writes absolute values and reads the truth again
 * afterwards, so that of two projectors racing the later one always has the last word; repeating is
 * harmless.
 */
export class Projector {
  readonly #store: DocumentStore;
  readonly #live: LiveDatabase;
  readonly #entries: JournalEntries;
  #next: Round | undefined;
  #running: Promise<void> | undefined;

  constructor(store: DocumentStore, live: LiveDatabase, entries: JournalEntries) {
    this.#store = store;
    this.#live = live;
    this.#entries = entries;
  }

  /** Projects what was touched and marks the entries. Calls made meanwhile share the next round. */
  project(touched: readonly Touched[], entryIds: readonly string[]): Promise<void> {
    const round = this.#gather(touched, entryIds);
    this.#running ??= this.#run();
    return round.done.promise;
  }

  async #run(): Promise<void> {
    // Lets the calls of one group gather into one round.
    await Promise.resolve();
    while (this.#next) {
      const round = this.#next;
      this.#next = undefined;
      try {
        const moving = await this.#show([...round.touched]);
        if (moving.length === 0) await this.#entries.markProjected([...round.entryIds]);
        // Entries count as projected once nothing moved under them; nobody waits for that.
        else this.#gather(moving, round.entryIds);
        round.done.resolve();
      } catch (error) {
        round.done.reject(error);
      }
    }
    this.#running = undefined;
  }

  /**
   * Writes the live values once.
   *
   * @returns what changed while they were written: it has to be shown again
   */
  async #show(touched: readonly Touched[]): Promise<Touched[]> {
    const truth = await this.#read(touched);
    const values: LiveValues = {};
    for (const one of touched) {
      Object.assign(
        values,
        projectOne(one, (path) => truth.get(path)?.data),
      );
    }
    await this.#live.patch(values);
    const now = await this.#read(touched);
    return touched.filter((one) => pathsOf(one).some((path) => !same(truth, now, path)));
  }

  #gather(touched: Iterable<Touched>, entryIds: Iterable<string>): Round {
    this.#next ??= newRound();
    for (const one of touched) this.#next.touched.add(one);
    for (const id of entryIds) this.#next.entryIds.add(id);
    return this.#next;
  }

  #read(touched: readonly Touched[]): Promise<Map<string, Versioned>> {
    return this.#store.read([...new Set(touched.flatMap(pathsOf))]);
  }
}

interface Round {
  readonly touched: Set<Touched>;
  readonly entryIds: Set<string>;
  readonly done: PromiseWithResolvers<void>;
}

function newRound(): Round {
  const done = Promise.withResolvers<void>();
  // Whoever does not wait for the round must not bring the process down when it fails.
  done.promise.catch(() => {});
  return { touched: new Set(), entryIds: new Set(), done };
}

type Truth = ReadonlyMap<string, Versioned>;

/** Versions are Firestore timestamps or numbers: both have a text that tells them apart. */
const versionText = (truth: Truth, path: string): string =>
  JSON.stringify(truth.get(path)?.version ?? null);

const same = (a: Truth, b: Truth, path: string): boolean =>
  versionText(a, path) === versionText(b, path);

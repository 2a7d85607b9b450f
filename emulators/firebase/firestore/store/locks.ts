import { codes, Refusal, type Segments } from '../contract.ts';
import { isInRange, type Range } from './range.ts';

/** How long a commit waits for what others have read. */
const patienceMs = 2_000;

/** What a transaction has read: no one else may change it until it ends. */
export class ReadLocks {
  readonly #documents = new Set<string>();
  readonly #ranges: Range[] = [];

  addDocument(path: Segments): void {
    this.#documents.add(path.join('/'));
  }

  addRange(range: Range): void {
    this.#ranges.push(range);
  }

  covers(path: Segments): boolean {
    return (
      this.#documents.has(path.join('/')) || this.#ranges.some((range) => isInRange(range, path))
    );
  }
}

interface Waiter {
  readonly paths: readonly Segments[];
  readonly own: ReadLocks | undefined;
  readonly go: () => void;
}

/**
 * Keeps commits from changing what running transactions have read. Readers never wait: a commit is
 * done in one go, so that only locks of readers last.
 */
export class Locks {
  readonly #held = new Set<ReadLocks>();
  /** In the order in which they came, each with what tells that it waits no more. */
  readonly #waiting = new Map<Waiter, PromiseWithResolvers<void>>();
  #isWaking = false;

  hold(locks: ReadLocks): void {
    this.#held.add(locks);
  }

  release(locks: ReadLocks): void {
    this.#held.delete(locks);
    this.#wake();
  }

  /**
   * Runs `change` as soon as no one else has read what it changes: in the same turn in which the
   * last of them lets go, so that no one reads in between.
   * @param own locks of the transaction that asks; they are not in its way
   * @throws what `change` throws; Refusal ABORTED after two seconds, or at once where those who are
   *   in the way wait for this one
   */
  whenFree<T>(paths: readonly Segments[], own: ReadLocks | undefined, change: () => T): Promise<T> {
    return new Promise((resolve, reject) => {
      const run = () => {
        try {
          resolve(change());
        } catch (error) {
          reject(error);
        }
      };
      const waiter: Waiter = { paths, own, go: run };
      if (this.#blockersOf(waiter).length === 0) {
        run();
      } else if (this.#isInCycle(waiter)) {
        reject(timeout());
      } else this.#wait(waiter, reject);
    });
  }

  /** When all that wait now have gone on or given up; at once where no one does. */
  async whenTheseAreOver(): Promise<void> {
    await Promise.all([...this.#waiting.values()].map(({ promise }) => promise));
  }

  #wait({ paths, own, go }: Waiter, reject: (refusal: Refusal) => void): void {
    const giveUp = () => {
      this.#stopWaiting(waiter);
      reject(timeout());
    };
    const timer = setTimeout(giveUp, patienceMs);
    const waiter: Waiter = {
      paths,
      own,
      go: () => {
        clearTimeout(timer);
        go();
      },
    };
    this.#waiting.set(waiter, Promise.withResolvers());
  }

  #stopWaiting(waiter: Waiter): void {
    this.#waiting.get(waiter)?.resolve();
    this.#waiting.delete(waiter);
  }

  #blockersOf({ paths, own }: Waiter): readonly ReadLocks[] {
    return [...this.#held].filter(
      (locks) => locks !== own && paths.some((path) => locks.covers(path)),
    );
  }

  /** Whether those in the way wait, directly or over others, for the one that would wait now. */
  #isInCycle({ own, ...asked }: Waiter): boolean {
    if (!own) return false;
    const seen = new Set<ReadLocks>();
    const next = [...this.#blockersOf({ own, ...asked })];
    for (let locks = next.pop(); locks; locks = next.pop()) {
      if (locks === own) return true;
      if (seen.has(locks)) continue;
      seen.add(locks);
      for (const waiter of this.#waiting.keys()) {
        if (waiter.own === locks) next.push(...this.#blockersOf(waiter));
      }
    }
    return false;
  }

  /** Wakes those who wait for no one any more, the longest waiting first. */
  #wake(): void {
    // What goes releases locks itself, while this loop is still looking.
    if (this.#isWaking) return;
    this.#isWaking = true;
    try {
      for (let free = this.#firstFree(); free; free = this.#firstFree()) {
        free.go();
        this.#stopWaiting(free);
      }
    } finally {
      this.#isWaking = false;
    }
  }

  #firstFree(): Waiter | undefined {
    for (const waiter of this.#waiting.keys()) {
      if (this.#blockersOf(waiter).length === 0) return waiter;
    }
    return undefined;
  }
}

const timeout = () => new Refusal(codes.ABORTED, 'Transaction lock timeout.');

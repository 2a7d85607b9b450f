import { codes, Refusal, type Segments } from '../contract.ts';
import { isInRange, type Range } from './range.ts';

const lockTimeoutMillis = 2_000;

/** The read locks of a transaction: no one else may change these documents until it ends. */
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
 * The read locks of running transactions, which block commits. Readers never wait: a commit is
 * synchronous, so it needs no lock of its own.
 */
export class Locks {
  readonly #held = new Set<ReadLocks>();
  /**
   * Waiting commits in order of arrival, each with a promise that resolves when it no longer waits.
   */
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
   * Runs `change` as soon as no one else has locks on its paths. It runs in the same turn as the
   * last release, so that no read comes in between.
   * @param own the transaction's own locks, which do not block it
   * @throws errors of `change`; Refusal ABORTED after two seconds, or at once in a deadlock
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

  async whenTheseAreOver(): Promise<void> {
    await Promise.all([...this.#waiting.values()].map(({ promise }) => promise));
  }

  #wait({ paths, own, go }: Waiter, reject: (refusal: Refusal) => void): void {
    const giveUp = () => {
      this.#stopWaiting(waiter);
      reject(timeout());
    };
    const timer = setTimeout(giveUp, lockTimeoutMillis);
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

  /**
   * Detects a deadlock: whether the blockers wait, directly or indirectly, for the asking
   * transaction.
   */
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

  /** Runs the waiters that are no longer blocked, the longest waiting first. */
  #wake(): void {
    // A woken commit releases locks itself, while this loop is still running.
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

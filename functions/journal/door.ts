import { setTimeout as sleep } from 'node:timers/promises';
import { isRefusal, type Refusal } from '@datchain/shared/domain/refusal.ts';
import type { Clock } from '../clock.ts';
import { isPassing } from '../stores/codes.ts';
import type { DocumentStore } from '../stores/document-store.ts';
import { backoff } from '../stores/retry-on-conflict.ts';
import type { Committed, Entry } from './entry.ts';
import { attemptGroup, type Verdict } from './group.ts';

/** The books could not be reached in time: whether the entry was written is not known yet. */
export class OutcomeUnknown extends Error {
  override readonly name = 'OutcomeUnknown';
}

/** Enough to share one write, few enough for a batch of some 400 documents. */
export const defaultMaxGroup = 50;

export interface DoorOptions {
  /** Entries decided and written together at the most. */
  readonly maxGroup?: number;
  /** How long an entry is tried, in milliseconds. */
  readonly patienceMillis?: number;
  /** Waits before the next attempt; repeatable tests provide their own. */
  readonly pause?: (millis: number) => Promise<unknown>;
}

interface Waiting {
  readonly entry: Entry;
  readonly deadline: number;
  readonly settle: (verdict: Verdict) => void;
}

/**
 * The one door to the journal and the guards (docs/money.md, "One door, in groups"). Entries that
 * arrive while a write is under way form the next group, so that a hot document costs one write for
 * many entries. Several processes may each have a door to the same store.
 */
export class Door {
  readonly #store: DocumentStore;
  readonly #clock: Clock;
  readonly #maxGroup: number;
  readonly #patience: number;
  readonly #pause: (millis: number) => Promise<unknown>;
  readonly #queue: Waiting[] = [];
  #running = false;

  constructor(store: DocumentStore, clock: Clock, options: DoorOptions = {}) {
    this.#store = store;
    this.#clock = clock;
    this.#maxGroup = options.maxGroup ?? defaultMaxGroup;
    this.#patience = options.patienceMillis ?? 20_000;
    this.#pause = options.pause ?? ((millis) => sleep(millis));
  }

  /**
   * Writes an entry once, however often and by however many callers it is sent.
   *
   * @returns its result (the first one, if it was written before), or the refusal of its decision;
   * an `aborted` refusal when the id was used with other input
   * @throws OutcomeUnknown when the books could not be reached in time: send the same entry again
   */
  commit<Result>(entry: Entry<Result>): Promise<Committed<Result> | Refusal> {
    return new Promise((resolve, reject) => {
      const deadline = performance.now() + this.#patience;
      const settle = (verdict: Verdict) => {
        if ('failed' in verdict) reject(verdict.failed);
        else if ('refused' in verdict) resolve(verdict.refused);
        else resolve(verdict.committed as Committed<Result>);
      };
      this.#queue.push({ entry, deadline, settle });
      if (!this.#running) void this.#run();
    });
  }

  async #run(): Promise<void> {
    this.#running = true;
    // Entries of the same turn of the event loop belong in the first group.
    await Promise.resolve();
    while (this.#queue.length > 0) {
      const group = this.#queue.splice(0, this.#maxGroup);
      await this.#write(group);
    }
    this.#running = false;
  }

  /** Tries a group until it is written or its entries' time is up. Never throws. */
  async #write(group: readonly Waiting[]): Promise<void> {
    let waiting = group;
    for (let attempt = 0; waiting.length > 0; attempt++) {
      const startedAt = performance.now();
      try {
        const entries = waiting.map(({ entry }) => entry);
        const outcomes = await attemptGroup(this.#store, entries, this.#clock.now());
        if (outcomes !== 'conflict') {
          waiting = waiting.filter((one, index) => {
            const outcome = outcomes[index];
            if (!outcome || 'later' in outcome) return true;
            one.settle(outcome);
            return false;
          });
          continue;
        }
      } catch (error) {
        if (!isPassing(error)) {
          await this.#writeAlone(waiting, error);
          return;
        }
      }
      waiting = this.#giveUpOnLate(waiting);
      await this.#pause(backoff(attempt, performance.now() - startedAt));
    }
  }

  /** One bad entry must not fail its neighbours: each is tried alone. */
  async #writeAlone(waiting: readonly Waiting[], error: unknown): Promise<void> {
    const [only] = waiting;
    if (waiting.length === 1 && only) {
      only.settle({ failed: error });
      return;
    }
    for (const one of waiting) await this.#write([one]);
  }

  #giveUpOnLate(waiting: readonly Waiting[]): readonly Waiting[] {
    const now = performance.now();
    return waiting.filter(({ entry, deadline, settle }) => {
      if (deadline > now) return true;
      settle({ failed: new OutcomeUnknown(`${entry.kind} ${entry.id}`) });
      return false;
    });
  }
}

export const isCommitted = <Result>(
  outcome: Committed<Result> | Refusal,
): outcome is Committed<Result> => !isRefusal(outcome);

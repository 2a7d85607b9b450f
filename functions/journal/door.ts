import { setTimeout as sleep } from 'node:timers/promises';
import { isRefusal, type Refusal } from '@datchain/shared/domain/refusal.ts';
import type { Clock } from '../clock.ts';
import { isPassing } from '../stores/codes.ts';
import type { DocumentStore } from '../stores/document-store.ts';
import { backoff } from '../stores/retry-on-conflict.ts';
import type { Committed, Entry } from './entry.ts';
import { attemptGroup, type Sizes, type Verdict } from './group.ts';
import { crowdedGuard, HotGuards, selectFirstPath } from './hot-guards.ts';
import { Line, type Time } from './turns.ts';

/** Error of a write that could not be confirmed in time: whether the entry was written is unknown. */
export class OutcomeUnknown extends Error {
  override readonly name = 'OutcomeUnknown';
}

/** Large enough to share one write, small enough for a batch of about 400 documents. */
export const defaultMaxGroup = 50;

const MAX_GROUPS_PER_TURN = 8;

export interface DoorOptions {
  readonly maxGroup?: number;
  readonly patienceMillis?: number;
  /** Waits before the next attempt; repeatable tests replace it. */
  readonly pause?: Time['pause'];
  readonly now?: Time['now'];
  readonly random?: Time['random'];
  /** False only in comparisons of doors with and without turns. */
  readonly takesTurns?: boolean;
}

interface Waiting {
  readonly entry: Entry;
  readonly deadline: number;
  readonly settle: (verdict: Verdict) => void;
}

/** A queue whose groups are written one after another: the entries of one hot guard, or all others. */
interface Lane {
  readonly queue: Waiting[];
  isRunning: boolean;
  readonly hot?: { readonly guard: string; readonly line: Line };
}

/**
 * The only way to write the journal and the guards (docs/money.md, "One door, in groups"). Entries that arrive
 * during a write form the next group, so a hot document costs one write for many entries. Several processes may
 * each have a door to one store; they take turns at a guard that all of them write ("Turns"). Entries of such a
 * guard have their own lane, so that others do not wait.
 */
export class Door {
  readonly #store: DocumentStore;
  readonly #clock: Clock;
  readonly #maxGroup: number;
  readonly #patience: number;
  readonly #time: Time;
  readonly #takesTurns: boolean;
  readonly #hot: HotGuards;
  readonly #sizes: Sizes = new Map();
  readonly #calm: Lane = { queue: [], isRunning: false };
  readonly #lanes = new Map<string, Lane>();

  constructor(store: DocumentStore, clock: Clock, options: DoorOptions = {}) {
    this.#store = store;
    this.#clock = clock;
    this.#maxGroup = options.maxGroup ?? defaultMaxGroup;
    this.#patience = options.patienceMillis ?? 20_000;
    // Stryker disable next-line ArrowFunction: Tests bring a time of their own, or end before a wait would be noticed.
    const { now = () => performance.now(), pause = (millis: number) => sleep(millis) } = options;
    this.#time = { now, pause, random: options.random ?? Math.random };
    this.#takesTurns = options.takesTurns ?? true;
    this.#hot = new HotGuards(now);
  }

  /**
   * Writes an entry once, however often and by however many callers it is sent.
   *
   * @returns its result (the first one, if it was written before), or the refusal of its decision. An `aborted`
   * refusal means that the id was used with other input.
   * @throws OutcomeUnknown when the books could not be reached in time: send the same entry again
   */
  commit<Result>(entry: Entry<Result>): Promise<Committed<Result> | Refusal> {
    return new Promise((resolve, reject) => {
      const deadline = this.#time.now() + this.#patience;
      const settle = (verdict: Verdict) => {
        if ('failed' in verdict) reject(verdict.failed);
        else if ('refused' in verdict) resolve(verdict.refused);
        else resolve(verdict.committed as Committed<Result>);
      };
      this.#add({ entry, deadline, settle }, this.#hotGuardOf(entry));
    });
  }

  #hotGuardOf({ reads }: Entry): string | undefined {
    if (!this.#takesTurns) return undefined;
    return selectFirstPath(reads.filter((path) => this.#lanes.has(path) || this.#hot.has(path)));
  }

  #add(waiting: Waiting, guard: string | undefined): void {
    const lane = guard === undefined ? this.#calm : this.#laneOf(guard);
    lane.queue.push(waiting);
    if (!lane.isRunning) void this.#run(lane);
  }

  #laneOf(guard: string): Lane {
    const known = this.#lanes.get(guard);
    if (known) return known;
    const line = new Line(this.#store, guard, this.#time);
    const lane: Lane = { queue: [], isRunning: false, hot: { guard, line } };
    this.#lanes.set(guard, lane);
    return lane;
  }

  async #run(lane: Lane): Promise<void> {
    lane.isRunning = true;
    // Entries added in the current microtask turn join the first group.
    await Promise.resolve();
    while (lane.queue.length > 0) {
      if (lane.hot) await this.#writeInTurn(lane.queue, lane.hot);
      else await this.#write(this.#keepCalm(lane.queue.splice(0, this.#maxGroup)), true);
    }
    lane.isRunning = false;
    if (lane.hot) this.#lanes.delete(lane.hot.guard);
  }

  /** Moves entries of a guard that is hot, or that half a group reads, to its lane; returns the others. */
  #keepCalm(group: readonly Waiting[]): readonly Waiting[] {
    const half = Math.max(2, Math.ceil(this.#maxGroup / 2));
    const crowded = crowdedGuard(
      group.map(({ entry }) => entry),
      half,
    );
    if (crowded !== undefined) this.#laneOf(crowded);
    return group.filter((one) => {
      const guard = this.#hotGuardOf(one.entry);
      if (guard !== undefined) this.#add(one, guard);
      return guard === undefined;
    });
  }

  /** Waits for a turn and writes groups in it; writes one group even if no turn comes in time. */
  async #writeInTurn(queue: Waiting[], { guard, line }: NonNullable<Lane['hot']>): Promise<void> {
    // Stryker disable next-line OptionalChaining: A lane only runs while it has entries. Types do not know that.
    const { millis, hasOthers } = await line.take(queue[0]?.deadline ?? 0);
    if (hasOthers) this.#hot.add(guard);
    const endAt = this.#time.now() + millis;
    for (let groups = 0; queue.length > 0 && groups < MAX_GROUPS_PER_TURN; groups++) {
      if (groups > 0 && this.#time.now() >= endAt) break;
      // Stryker disable next-line BooleanLiteral: Entries sent to their lane are in it already and go on in the same turn.
      await this.#write(queue.splice(0, this.#maxGroup), false);
      // Callers that were just answered may send more entries.
      if (queue.length === 0) await this.#time.pause(0);
    }
    await line.pass(queue.length > 0);
  }

  /**
   * Retries a group until it is written or its entries' time is up. Never throws.
   *
   * @param isCalm moves entries that lost a write to the lane of the guard they lost it over
   */
  async #write(group: readonly Waiting[], isCalm: boolean): Promise<void> {
    const store = this.#hot.watching(this.#store);
    let waiting = group;
    let lost = 0;
    while (waiting.length > 0) {
      const startedAt = this.#time.now();
      try {
        const entries = waiting.map(({ entry }) => entry);
        const outcomes = await attemptGroup(store, entries, this.#clock.now(), this.#sizes);
        if (outcomes !== 'conflict') {
          lost = 0;
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
          await this.#writeAlone(waiting, error, isCalm);
          return;
        }
      }
      waiting = this.#giveUpOnLate(waiting);
      const tookMillis = this.#time.now() - startedAt;
      await this.#time.pause(backoff(lost, tookMillis, this.#time.random));
      lost += 1;
      // Stryker disable next-line ConditionalExpression: Entries sent to their lane are in it already and go on in the same turn.
      if (isCalm) waiting = this.#keepCalm(waiting);
    }
  }

  /** Tries each entry alone, so that one bad entry does not fail its neighbours. */
  async #writeAlone(waiting: readonly Waiting[], error: unknown, isCalm: boolean): Promise<void> {
    const [only] = waiting;
    if (waiting.length === 1 && only) {
      only.settle({ failed: error });
      return;
    }
    for (const one of waiting) await this.#write([one], isCalm);
  }

  #giveUpOnLate(waiting: readonly Waiting[]): readonly Waiting[] {
    const now = this.#time.now();
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

import { randomUUID } from 'node:crypto';
import { readTurn, type Turn } from '@datchain/shared/contracts/documents/turn.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import { log } from '../log.ts';
import { type Batch, type DocumentStore, put, type Versioned } from '../stores/document-store.ts';
import { backoff } from '../stores/retry-on-conflict.ts';

export interface Time {
  /** Monotonic milliseconds, never compared with another machine's. */
  readonly now: () => number;
  readonly pause: (millis: number) => Promise<unknown>;
  /** A number from 0 to 1 that spreads waits (jitter). */
  readonly random: () => number;
}

const TURN_MILLIS = 400;
/** Time in which every waiting door gets a turn; turns are shorter when many wait. */
const ROUND_MILLIS = 1_200;
/** An owner that has not passed the turn on for this long may be dead. */
const SILENT_MILLIS = 1_500;
const MAX_WAIT_MILLIS = 8_000;
/** Poll interval of the next in line; short, because nobody writes until it looks. */
const NEXT_POLL_MILLIS = 10;
/** Base poll interval of doors further back; it doubles with each place. */
const POLL_MILLIS = 25;
const MAX_POLL_MILLIS = 250;
/** Each place further back takes over from a silent owner this much later. */
const TAKEOVER_STEP_MILLIS = 250;
const MAX_ATTEMPTS = 5;

export interface Taken {
  /** For how long the door may write; 0 without a turn. */
  readonly millis: number;
  readonly hasOthers: boolean;
}

type Looked = readonly [stored: Versioned | undefined, turn: Turn | undefined];

const withoutOne = (tickets: readonly string[], id: string) => tickets.filter((one) => one !== id);

/** Returns the turn after this door has passed it on or given its ticket back; null when it ends. */
function passed({ owner, tickets }: Turn, id: string, isStaying: boolean): Turn | null {
  const others = withoutOne(tickets, id);
  if (owner !== id) return { owner, tickets: others };
  const [next, ...rest] = others;
  if (next === undefined) return null;
  return { owner: next, tickets: isStaying ? [...rest, id] : rest };
}

/**
 * One door's place in the line for a guard (docs/money.md, "Turns"). Turns are advisory: a door that writes
 * without one, or beside another owner, at worst loses a write to a conflict. So a wrong or missing document
 * costs only time.
 */
export class Line {
  readonly #id = randomUUID();
  readonly #store: Pick<DocumentStore, 'read' | 'write'>;
  readonly #guard: string;
  readonly #path: string;
  readonly #time: Time;
  #takenAt: number | undefined;
  #found: Looked | undefined;
  #heldMillis = 0;

  constructor(store: Pick<DocumentStore, 'read' | 'write'>, guard: string, time: Time) {
    this.#store = store;
    this.#guard = guard;
    this.#path = docs.turn(guard);
    this.#time = time;
  }

  /**
   * Waits for the turn, 8 seconds at most and not beyond `until`. Never throws. The caller has to call `pass`,
   * whatever the outcome.
   */
  async take(until: number): Promise<Taken> {
    const endAt = Math.min(until, this.#time.now() + MAX_WAIT_MILLIS);
    this.#found = undefined;
    try {
      const taken = await this.#wait(endAt);
      this.#takenAt = taken.millis > 0 ? this.#time.now() : undefined;
      return taken;
    } catch (error) {
      log.info('Writing without a turn', { guard: this.#guard, error: String(error) });
      return { millis: 0, hasOthers: false };
    }
  }

  /**
   * Passes this door's turn on, or gives its ticket back. Never throws.
   *
   * @param isStaying the door has more to write: it lines up again, or keeps the turn if no one waits
   */
  async pass(isStaying: boolean): Promise<void> {
    if (this.#takenAt !== undefined) this.#heldMillis = this.#time.now() - this.#takenAt;
    this.#takenAt = undefined;
    try {
      // A door that found others in line skips the read: its write conflicts if more have come since.
      for (let tried = 0; tried < MAX_ATTEMPTS; tried++) {
        const [stored, turn] = (tried === 0 && this.#found) || (await this.#look());
        // Stryker disable next-line OptionalChaining: Without a turn it throws, which is caught: nothing is written either way.
        const isOwner = turn?.owner === this.#id;
        // Stryker disable next-line ConditionalExpression: Without a turn the next line throws, which is caught: nothing is written either way.
        if (!stored || !turn || !(isOwner || turn.tickets.includes(this.#id))) return;
        const next = passed(turn, this.#id, isStaying);
        if (isStaying && (!isOwner || !next)) return;
        const { version } = stored;
        const batch: Batch = next
          ? { replace: [{ path: this.#path, data: { ...next }, version }] }
          : { remove: [{ path: this.#path, version }] };
        if ((await this.#store.write(batch)) === 'written') return;
      }
    } catch (error) {
      log.info('A turn was not passed on', { guard: this.#guard, error: String(error) });
    }
  }

  async #look(): Promise<Looked> {
    const stored = (await this.#store.read([this.#path])).get(this.#path);
    return [stored, readTurn(stored?.data)];
  }

  async #wait(endAt: number): Promise<Taken> {
    let owner: string | undefined;
    let sinceAt = 0;
    let hasOthers = false;
    for (let lost = 0; ; ) {
      const [stored, turn] = await this.#look();
      if (turn?.owner === this.#id) {
        if (turn.tickets.length > 0) this.#found = [stored, turn];
        return { millis: shareOf(turn), hasOthers };
      }
      if (turn) hasOthers = true;
      if (turn?.owner !== owner) {
        owner = turn?.owner;
        sinceAt = this.#time.now();
      }
      const silentMillis = this.#time.now() - sinceAt;
      const isSilent = turn && silentMillis >= this.#silence(turn.tickets.indexOf(this.#id));
      const next = this.#wanted(isSilent ? { ...turn, owner: this.#id } : turn);
      if (next !== turn) {
        if (isSilent) log.info('A turn was taken from a silent owner', { guard: this.#guard });
        const write = this.#store.write(put(this.#path, { ...next }, stored));
        if ((await write) === 'conflict') {
          // Stryker disable next-line AssignmentOperator: It only changes a wait, which is random anyway.
          lost += 1;
          await this.#time.pause(backoff(Math.min(lost, 4), 0, this.#time.random));
          continue;
        }
        if (next.owner === this.#id) return { millis: shareOf(next), hasOthers };
      }
      if (this.#time.now() >= endAt) return { millis: 0, hasOthers };
      const ahead = next.tickets.indexOf(this.#id);
      await this.#time.pause(
        ahead === 0 ? NEXT_POLL_MILLIS : Math.min(MAX_POLL_MILLIS, POLL_MILLIS * 2 ** ahead),
      );
    }
  }

  /**
   * Returns how long an owner may be silent, in milliseconds. It is longer if this door's own turns are slow,
   * and for doors further back, so that they do not all take over at once.
   */
  #silence(ahead: number): number {
    const usual = Math.min(MAX_WAIT_MILLIS / 2, Math.max(SILENT_MILLIS, 3 * this.#heldMillis));
    return usual + TAKEOVER_STEP_MILLIS * Math.max(0, ahead);
  }

  /** Returns the turn with this door in line; the same object if it has a ticket already. */
  #wanted(turn: Turn | undefined): Turn {
    if (!turn) return { owner: this.#id, tickets: [] };
    if (turn.owner === this.#id) return { ...turn, tickets: withoutOne(turn.tickets, this.#id) };
    if (turn.tickets.includes(this.#id)) return turn;
    return { ...turn, tickets: [...turn.tickets, this.#id] };
  }
}

const shareOf = ({ tickets }: Turn): number =>
  Math.min(TURN_MILLIS, ROUND_MILLIS / (tickets.length + 1));

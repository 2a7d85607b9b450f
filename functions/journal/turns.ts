import { randomUUID } from 'node:crypto';
import { readTurn, type Turn } from '@datchain/shared/contracts/documents/turn.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import { log } from '../log.ts';
import { type Batch, type DocumentStore, put, type Versioned } from '../stores/document-store.ts';
import { backoff } from '../stores/retry-on-conflict.ts';

/** What a door measures its waits by; repeatable tests provide their own. */
export interface Time {
  /** Milliseconds since some moment. Never compared with another machine's. */
  readonly now: () => number;
  readonly pause: (millis: number) => Promise<unknown>;
  /** A number from 0 to 1 by which a wait is made longer or shorter than another's. */
  readonly random: () => number;
}

/** How long one may write in a turn. */
const TURN_MILLIS = 400;
/** Turns are shorter when many wait, so that each of them comes up again in about this time. */
const ROUND_MILLIS = 1_200;
/** An owner who has not passed the turn on for this long may be dead. */
const SILENT_MILLIS = 1_500;
const WAIT_MILLIS = 8_000;
/** The next in line looks this often: while it does not, nobody writes. */
const NEXT_LOOK_MILLIS = 10;
/** Those behind look half, a quarter … as often as this. */
const LOOK_MILLIS = 25;
const MOST_LOOK_MILLIS = 250;
/** One further back in line takes over from a silent owner this much later than the one before it. */
const STEP_MILLIS = 250;
const TRIES = 5;

/** A turn, or none: a door writes either way. */
export interface Taken {
  /** For how long it may write; 0 without a turn. */
  readonly millis: number;
  /** Whether another door wanted the turn too. */
  readonly hasOthers: boolean;
}

/** A turn as it is stored, and as it was read. */
type Looked = readonly [stored: Versioned | undefined, turn: Turn | undefined];

const withoutOne = (tickets: readonly string[], id: string) => tickets.filter((one) => one !== id);

/** The turn when this door leaves it to the next one, or gives its ticket back; null when it ends. */
function passed({ owner, tickets }: Turn, id: string, isStaying: boolean): Turn | null {
  const others = withoutOne(tickets, id);
  if (owner !== id) return { owner, tickets: others };
  const [next, ...rest] = others;
  if (next === undefined) return null;
  return { owner: next, tickets: isStaying ? [...rest, id] : rest };
}

/**
 * One door's place in the line for a guard (docs/money.md, "Turns"). Turns are advice: a door that
 * writes without one, or beside another owner, at worst loses a write to a conflict. So a document that
 * is wrong or missing costs time and nothing else.
 */
export class Line {
  readonly #id = randomUUID();
  readonly #store: Pick<DocumentStore, 'read' | 'write'>;
  readonly #guard: string;
  readonly #path: string;
  readonly #time: Time;
  #takenAt: number | undefined;
  /** The turn as it was when this door found itself its owner. */
  #found: Looked | undefined;
  /** How long this door had its last turn. */
  #heldMillis = 0;

  constructor(store: Pick<DocumentStore, 'read' | 'write'>, guard: string, time: Time) {
    this.#store = store;
    this.#guard = guard;
    this.#path = docs.turn(guard);
    this.#time = time;
  }

  /**
   * Waits for the turn: 8 seconds at most, and not beyond a moment of this door's time. Never throws.
   * However it ends, `pass` has to follow.
   */
  async take(until: number): Promise<Taken> {
    const endAt = Math.min(until, this.#time.now() + WAIT_MILLIS);
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
   * Passes the turn on, or gives the ticket back: only what is this door's own. Never throws.
   *
   * @param isStaying it has more to write: then it lines up again, and keeps the turn while no one waits
   */
  async pass(isStaying: boolean): Promise<void> {
    if (this.#takenAt !== undefined) this.#heldMillis = this.#time.now() - this.#takenAt;
    this.#takenAt = undefined;
    try {
      // Who found others in line need not look again: the write is lost if more have come since.
      for (let tried = 0; tried < TRIES; tried++) {
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
          // Stryker disable next-line AssignmentOperator: It waits for another time, which is drawn at random anyway.
          lost += 1;
          await this.#time.pause(backoff(Math.min(lost, 4), 0, this.#time.random));
          continue;
        }
        if (next.owner === this.#id) return { millis: shareOf(next), hasOthers };
      }
      if (this.#time.now() >= endAt) return { millis: 0, hasOthers };
      const ahead = next.tickets.indexOf(this.#id);
      await this.#time.pause(
        ahead === 0 ? NEXT_LOOK_MILLIS : Math.min(MOST_LOOK_MILLIS, LOOK_MILLIS * 2 ** ahead),
      );
    }
  }

  /**
   * How long an owner may be silent: longer where this door's own turns are slow, and longer for
   * those further back, so that not all of them take over at once.
   */
  #silence(ahead: number): number {
    const usual = Math.min(WAIT_MILLIS / 2, Math.max(SILENT_MILLIS, 3 * this.#heldMillis));
    return usual + STEP_MILLIS * Math.max(0, ahead);
  }

  /** The turn with this door in it: as it is, if it has a ticket. */
  #wanted(turn: Turn | undefined): Turn {
    if (!turn) return { owner: this.#id, tickets: [] };
    if (turn.owner === this.#id) return { ...turn, tickets: withoutOne(turn.tickets, this.#id) };
    if (turn.tickets.includes(this.#id)) return turn;
    return { ...turn, tickets: [...turn.tickets, this.#id] };
  }
}

/** How long the owner may write. */
const shareOf = ({ tickets }: Turn): number =>
  Math.min(TURN_MILLIS, ROUND_MILLIS / (tickets.length + 1));

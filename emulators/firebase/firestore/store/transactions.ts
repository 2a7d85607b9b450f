import { codes, type Micros, Refusal } from '../contract.ts';
import { type Locks, ReadLocks } from './locks.ts';

/** How long Firestore keeps a transaction: no one asks anything, and in all. */
const idleMs = 60_000;
const wholeMs = 270_000;

export interface Transaction {
  /** Base64, as messages name it. */
  readonly id: string;
  /** The moment that a read-only transaction sees; undefined for one that may write. */
  readonly readVersion: Micros | undefined;
  readonly locks: ReadLocks;
}

interface Running extends Transaction {
  readonly number: bigint;
  readonly endsAt: number;
  timer: NodeJS.Timeout;
}

/** The running transactions of one database. */
export class Transactions {
  readonly #running = new Map<bigint, Running>();
  readonly #locks: Locks;
  /**
   * Numbers go on from the time of the start, so that none of an earlier process is taken for ours.
   */
  #last = BigInt(Date.now()) * 1_000n;
  readonly #first = this.#last;

  constructor(locks: Locks) {
    this.#locks = locks;
  }

  /** @param readVersion the moment to read at, for a transaction that only reads */
  begin(readVersion: Micros | undefined): Transaction {
    const number = ++this.#last;
    const transaction: Running = {
      id: idOf(number),
      readVersion,
      locks: new ReadLocks(),
      number,
      endsAt: performance.now() + wholeMs,
      timer: setTimeout(() => this.#end(transaction), idleMs).unref(),
    };
    this.#running.set(number, transaction);
    if (readVersion === undefined) this.#locks.hold(transaction.locks);
    return transaction;
  }

  /**
   * A running transaction, whose time goes on.
   * @throws Refusal INVALID_ARGUMENT for one that has ended or never was
   */
  get(id: string): Transaction {
    const running = this.#running.get(this.#numberOf(id));
    if (!running) {
      throw new Refusal(codes.INVALID_ARGUMENT, 'Transaction is invalid or closed.');
    }
    clearTimeout(running.timer);
    const leftMs = Math.max(0, Math.min(idleMs, running.endsAt - performance.now()));
    running.timer = setTimeout(() => this.#end(running), leftMs).unref();
    return running;
  }

  /**
   * Ends a transaction and lets go what it has read. One that has ended already is left alone.
   * @throws Refusal INVALID_ARGUMENT for one that never was
   */
  end(id: string): void {
    const running = this.#running.get(this.#numberOf(id));
    if (running) this.#end(running);
  }

  /** @throws Refusal INVALID_ARGUMENT unless there was such a transaction */
  requireKnown(id: string): void {
    this.#numberOf(id);
  }

  /** Ends all that run: what they have read is no more. */
  endAll(): void {
    for (const running of [...this.#running.values()]) this.#end(running);
  }

  #end(running: Running): void {
    clearTimeout(running.timer);
    this.#running.delete(running.number);
    this.#locks.release(running.locks);
  }

  #numberOf(id: string): bigint {
    const bytes = Buffer.from(id, 'base64');
    const number = bytes.length === 9 && bytes[0] === idTag ? bytes.readBigUInt64LE(1) : 0n;
    if (number > this.#first && number <= this.#last) return number;
    throw new Refusal(codes.INVALID_ARGUMENT, 'Invalid transaction.');
  }
}

const idTag = 0x11;

function idOf(number: bigint): string {
  const bytes = Buffer.alloc(9, idTag);
  bytes.writeBigUInt64LE(number, 1);
  return bytes.toString('base64');
}

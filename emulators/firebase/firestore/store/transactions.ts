import { codes, type Micros, Refusal } from '../contract.ts';
import { type Locks, ReadLocks } from './locks.ts';

/** Firestore's time limits for a transaction: idle, and in total. */
const idleTimeoutMillis = 60_000;
const maxLifetimeMillis = 270_000;

export interface Transaction {
  /** The id in base64, as in messages. */
  readonly id: string;
  /** The time that a read-only transaction sees; undefined for a read-write one. */
  readonly readVersion: Micros | undefined;
  readonly locks: ReadLocks;
}

interface Running extends Transaction {
  readonly number: bigint;
  readonly endsAt: number;
  timer: NodeJS.Timeout;
}

export class Transactions {
  readonly #running = new Map<bigint, Running>();
  readonly #locks: Locks;
  /** Numbers start at the current time, so that ids of an earlier process are never reused. */
  #last = BigInt(Date.now()) * 1_000n;
  readonly #first = this.#last;

  constructor(locks: Locks) {
    this.#locks = locks;
  }

  begin(readVersion: Micros | undefined): Transaction {
    const number = ++this.#last;
    const transaction: Running = {
      id: idOf(number),
      readVersion,
      locks: new ReadLocks(),
      number,
      endsAt: performance.now() + maxLifetimeMillis,
      timer: setTimeout(() => this.#end(transaction), idleTimeoutMillis).unref(),
    };
    this.#running.set(number, transaction);
    if (readVersion === undefined) this.#locks.hold(transaction.locks);
    return transaction;
  }

  /**
   * Returns a running transaction and restarts its idle timer.
   * @throws Refusal INVALID_ARGUMENT for an ended or unknown one
   */
  get(id: string): Transaction {
    const running = this.#running.get(this.#numberOf(id));
    if (!running) {
      throw new Refusal(codes.INVALID_ARGUMENT, 'Transaction is invalid or closed.');
    }
    clearTimeout(running.timer);
    const leftMillis = Math.max(0, Math.min(idleTimeoutMillis, running.endsAt - performance.now()));
    running.timer = setTimeout(() => this.#end(running), leftMillis).unref();
    return running;
  }

  /**
   * Ends a transaction and releases its locks; ignores one that has already ended.
   * @throws Refusal INVALID_ARGUMENT for an unknown one
   */
  end(id: string): void {
    const running = this.#running.get(this.#numberOf(id));
    if (running) this.#end(running);
  }

  /** @throws Refusal INVALID_ARGUMENT unless there was such a transaction */
  requireKnown(id: string): void {
    this.#numberOf(id);
  }

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

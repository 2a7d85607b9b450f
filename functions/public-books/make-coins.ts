import { hash } from 'node:crypto';
import {
  type CoinOwner,
  type Due,
  ownLines,
  splitIntoCoins,
} from '@datchain/shared/domain/public-books/coins.ts';

/** Coins of one part: 12 MB. */
const COINS_PER_PART = 2 ** 17;

/** A hash, the longest asset, the largest amount with as many digits, two spaces and a line feed. */
const MAX_LINE_BYTES = 64 + 6 + 9 + 3;

/**
 * Lines to be sorted. They are kept as bytes outside of the heap, because the garbage of a million short-lived
 * texts takes more memory than they do.
 */
class Lines {
  readonly #bytes: Buffer;
  readonly #lengths: Uint8Array;
  /** The first 48 bits of each line's hash. */
  readonly #begins: Float64Array;
  #size = 0;

  constructor(capacity: number) {
    this.#bytes = Buffer.alloc(capacity * MAX_LINE_BYTES);
    this.#lengths = new Uint8Array(capacity);
    this.#begins = new Float64Array(capacity);
  }

  add(line: string): void {
    if (this.#size === this.#lengths.length || line.length > MAX_LINE_BYTES)
      throw new RangeError(`There is no room for ${line}`);
    this.#bytes.write(line, this.#size * MAX_LINE_BYTES, 'latin1');
    this.#lengths[this.#size] = line.length;
    this.#begins[this.#size] = Number.parseInt(line.slice(0, 12), 16);
    this.#size += 1;
  }

  #at(index: number): string {
    const start = index * MAX_LINE_BYTES;
    return this.#bytes.toString('latin1', start, start + (this.#lengths[index] ?? 0));
  }

  #compare(one: number, other: number): number {
    const difference = (this.#begins[one] ?? 0) - (this.#begins[other] ?? 0);
    return difference || (this.#at(one) < this.#at(other) ? -1 : 1);
  }

  /** Takes all lines out, in order. */
  *take(): Generator<string> {
    const order = Uint32Array.from({ length: this.#size }, (_, index) => index);
    for (const index of order.sort((a, b) => this.#compare(a, b))) yield this.#at(index);
    this.#size = 0;
  }
}

/** Returns the hash at which a part begins, by its first 32 bits. */
const beginOf = (part: number, parts: number): string =>
  Math.ceil((part * 2 ** 32) / parts)
    .toString(16)
    .padStart(8, '0');

const hashText = (text: string): string => hash('sha256', text);

export type OwnedDue = CoinOwner & { readonly due: Due };

/**
 * Makes the lines of everyone's coins of a day, sorted. Each part has an equal range of hashes; hashes are random,
 * so parts have about equal numbers of coins. Each part makes all coins again and keeps its own, which takes less
 * memory than keeping all coins.
 *
 * @param users lists all users, once for each part
 */
export function* makeCoins(
  date: string,
  users: () => Iterable<OwnedDue>,
  coinsPerPart = COINS_PER_PART,
): Generator<string> {
  let coins = 0;
  for (const { due } of users()) coins += splitIntoCoins(due).length;
  const parts = Math.max(1, Math.ceil(coins / coinsPerPart));
  // A part practically never has more: its size varies by about its square root.
  const lines = new Lines(Math.ceil((coins / parts) * 1.05) + 200);
  for (let part = 0; part < parts; part++) {
    const begin = beginOf(part, parts);
    const isLast = part === parts - 1;
    const end = beginOf(part + 1, parts);
    for (const { due, ...owner } of users()) {
      for (const line of ownLines(date, owner, due, hashText)) {
        if (line >= begin && (isLast || line < end)) lines.add(line);
      }
    }
    yield* lines.take();
  }
}

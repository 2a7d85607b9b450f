import {
  type CoinOwner,
  type Due,
  ownLines,
  splitIntoCoins,
} from '@datchain/shared/domain/public-books/coins.ts';

/** Coins of one part: about 13 MB. The caller holds one part while the next one is made. */
const COINS_PER_PART = 2 ** 17;

/** Returns the hash at which a part begins, by its first 32 bits. */
const beginOf = (part: number, parts: number): string =>
  Math.ceil((part * 2 ** 32) / parts)
    .toString(16)
    .padStart(8, '0');

/** Copies a text that V8 keeps as a tree of its pieces, which takes three times the memory. */
const flat = (text: string): string => Buffer.from(text, 'latin1').toString('latin1');

export type OwnedDue = CoinOwner & { readonly due: Due };

/**
 * Makes the sorted lines of everyone's coins of a day, in parts of equal ranges of hashes. Hashes are random, so
 * parts are about equal. Each part makes all coins again and keeps its own, because that takes less memory than
 * keeping all of them.
 *
 * @param users is asked for all of them for each part
 */
export function* makeCoins(
  date: string,
  users: () => Iterable<OwnedDue>,
  coinsPerPart = COINS_PER_PART,
): Generator<string[]> {
  let coins = 0;
  for (const { due } of users()) coins += splitIntoCoins(due).length;
  const parts = Math.ceil(coins / coinsPerPart);
  for (let part = 0; part < parts; part++) {
    const begin = beginOf(part, parts);
    const isLast = part === parts - 1;
    const end = beginOf(part + 1, parts);
    const lines: string[] = [];
    for (const { due, ...owner } of users()) {
      for (const line of ownLines(date, owner, due)) {
        if (line >= begin && (isLast || line < end)) lines.push(flat(line));
      }
    }
    yield lines.sort();
  }
}

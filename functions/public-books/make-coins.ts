import {
  type CoinOwner,
  type Due,
  ownLines,
  splitIntoCoins,
} from '@datchain/shared/domain/public-books/coins.ts';

/** Coins that are held at once: about 30 MB. */
const COINS_PER_PART = 2 ** 18;

/** A hash's first 32 bits decide in which part its line is. */
const beginOf = (part: number, parts: number): string =>
  Math.ceil((part * 2 ** 32) / parts)
    .toString(16)
    .padStart(8, '0');

/**
 * Makes the sorted lines of everyone's coins of a day, in parts of equal ranges of hashes. Hashes are random, so
 * parts are about equal. Each part makes all coins again and keeps its own, because that takes less memory than
 * keeping all of them.
 */
export function* makeCoins(
  date: string,
  users: readonly (CoinOwner & { readonly due: Due })[],
  coinsPerPart = COINS_PER_PART,
): Generator<string[]> {
  const coins = users.reduce((sum, { due }) => sum + splitIntoCoins(due).length, 0);
  const parts = Math.ceil(coins / coinsPerPart);
  for (let part = 0; part < parts; part++) {
    const begin = beginOf(part, parts);
    const isLast = part === parts - 1;
    const end = beginOf(part + 1, parts);
    const lines: string[] = [];
    for (const { due, ...owner } of users) {
      for (const line of ownLines(date, owner, due)) {
        if (line >= begin && (isLast || line < end)) lines.push(line);
      }
    }
    yield lines.sort();
  }
}

import {
  CoinTally,
  type FaultyList,
  type ListedCoins,
} from '@datchain/shared/domain/public-books/coins.ts';

export const listText = (lines: readonly string[]): string => [...lines].sort().join('');

export function readCoinList(text: string): ListedCoins | FaultyList {
  const tally = new CoinTally();
  tally.add(text);
  return tally.read();
}

export function readSoundList(text: string): ListedCoins & { readonly lines: Set<string> } {
  const list = readCoinList(text);
  if ('faultyLine' in list) throw new Error(`Line ${list.faultyLine} is wrong:\n${text}`);
  return { ...list, lines: new Set(text.match(/.+\n/g)) };
}

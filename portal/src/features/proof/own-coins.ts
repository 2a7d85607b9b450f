import {
  type CoinAsset,
  coinAssets,
  countAmounts,
  missingLines,
  ownLines,
} from '@datchain/shared/domain/public-books/coins.ts';
import type { CheckedDay } from './check-balance.ts';

/** A user's coins of one amount. */
export interface CoinRow {
  readonly asset: CoinAsset;
  readonly amount: number;
  readonly own: number;
  readonly found: number;
  /** How many coins of this amount the list has in all. */
  readonly listed: number;
}

/** A user's coins in the list of a day. */
export interface OwnCoins {
  readonly rows: readonly CoinRow[];
  readonly all: number;
  readonly missing: number;
}

/** Finds the user's coins, as made with an e-mail address, in a list. */
export function findOwnCoins({ day, own }: CheckedDay, email: string): OwnCoins {
  if (!own) return { rows: [], all: 0, missing: 0 };
  const owner = { salt: own.salt, email: email.trim().toLowerCase() };
  const lines = ownLines(day.day, owner, own);
  const missing = missingLines(day.list, lines);
  const [ofOwn, ofMissing] = [lines, missing].map(countAmounts);
  const listed = countAmounts(day.list.lines);
  const rows = [...(ofOwn ?? [])].map(([what, count]) => {
    const [asset, amount] = what.split(' ');
    return {
      asset: coinAssets.find((each) => each === asset) ?? 'USD',
      amount: Number(amount),
      own: count,
      found: count - (ofMissing?.get(what) ?? 0),
      listed: listed.get(what) ?? 0,
    };
  });
  return { rows, all: lines.length, missing: missing.length };
}

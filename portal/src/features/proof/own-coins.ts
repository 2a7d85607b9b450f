import {
  type CoinAsset,
  coinAssets,
  countAmounts,
  missingLines,
  ownLines,
} from '@datchain/shared/domain/public-books/coins.ts';
import type { CheckedDay } from './check-balance.ts';

export interface CoinRow {
  readonly asset: CoinAsset;
  readonly amount: number;
  readonly own: number;
  readonly found: number;
  readonly listed: number;
}

export interface OwnCoins {
  readonly rows: readonly CoinRow[];
  readonly all: number;
  readonly missing: number;
}

/** Finds the user's coins in a list; the e-mail address is part of their hash. */
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

import type { BalanceProof } from '@datchain/shared/contracts/calls/books.ts';
import { coinsFile } from '@datchain/shared/domain/public-books/coin-days.ts';
import { readCoinFile } from '@datchain/shared/domain/public-books/coin-files.ts';
import {
  type CoinAsset,
  coinAssets,
  countAmounts,
  missingLines,
  ownLines,
} from '@datchain/shared/domain/public-books/coins.ts';
import { textOfBytes } from '@datchain/tlog/bytes.ts';
import type { Read } from '@datchain/tlog/read-tree.ts';
import type { DayFault, LoggedDay } from './logged-day.ts';

export interface CoinRow {
  readonly asset: CoinAsset;
  readonly amount: number;
  readonly own: number;
  readonly found: number;
}

export interface OwnCoins {
  readonly rows: readonly CoinRow[];
  readonly all: number;
  readonly missing: number;
  /** The files of the list in which the coins must be, all of them proven. */
  readonly files: readonly string[];
}

async function readLines(
  read: Read,
  { day, logged }: LoggedDay,
  file: string,
): Promise<readonly string[] | DayFault> {
  const bytes = await read(file);
  if (!bytes) return { fault: 'missing', day, file };
  const range = readCoinFile(textOfBytes(bytes) ?? '', logged);
  return range?.lines ?? { fault: 'file', day, file };
}

/**
 * Looks for the user's coins in the files of the list that must have them, and proves that each file is a part
 * of the list whose root is in the log (N-JOB-04). The e-mail address is part of the coins' hash.
 */
export async function findOwnCoins(
  read: Read,
  day: LoggedDay,
  own: BalanceProof['own'],
  email: string,
): Promise<OwnCoins | DayFault> {
  if (!own) return { rows: [], all: 0, missing: 0, files: [] };
  const owner = { salt: own.salt, email: email.trim().toLowerCase() };
  const lines = ownLines(day.day, owner, own);
  const names = lines.map((line) => coinsFile(day.day, line.slice(0, day.digits)));
  const files = [...new Set(names)].sort();
  const listed = new Set<string>();
  for (const found of await Promise.all(files.map((file) => readLines(read, day, file)))) {
    if ('fault' in found) return found;
    for (const line of found) listed.add(line);
  }
  const missing = missingLines(listed, lines);
  const ofMissing = countAmounts(missing);
  const rows = [...countAmounts(lines)].map(([what, count]) => {
    const [asset, amount] = what.split(' ');
    return {
      asset: coinAssets.find((each) => each === asset) ?? 'USD',
      amount: Number(amount),
      own: count,
      found: count - (ofMissing.get(what) ?? 0),
    };
  });
  return { rows, all: lines.length, missing: missing.length, files };
}

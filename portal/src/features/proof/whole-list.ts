import { coinsFile } from '@datchain/shared/domain/public-books/coin-days.ts';
import { listPrefixes, splitCoinFile } from '@datchain/shared/domain/public-books/coin-files.ts';
import { CoinTally, coinAssets } from '@datchain/shared/domain/public-books/coins.ts';
import { textOfBytes } from '@datchain/tlog/bytes.ts';
import type { Read } from '@datchain/tlog/read-tree.ts';
import type { DayFault, LoggedDay } from './logged-day.ts';

const CONCURRENCY = 32;

export interface AddedList {
  /** How often each coin is in the list, by text such as `USD 70`. */
  readonly amounts: ReadonlyMap<string, number>;
}

export const countFiles = ({ digits }: Pick<LoggedDay, 'digits'>): number => 16 ** digits;

/**
 * Loads all files of a day's list and adds them up: the form, order, sums, number and root must be those of the
 * public log.
 *
 * @param onRead gets the number of files read so far
 */
export async function addUpList(
  read: Read,
  { day, digits, logged }: LoggedDay,
  onRead: (files: number) => void = () => {},
): Promise<AddedList | DayFault> {
  const tally = new CoinTally();
  let count = 0;
  let names: string[] = [];
  const addFiles = async (): Promise<DayFault | undefined> => {
    const texts = await Promise.all(names.map(read));
    for (const [at, bytes] of texts.entries()) {
      if (!bytes) return { fault: 'missing', day, file: names[at] ?? '' };
      tally.add(splitCoinFile(textOfBytes(bytes) ?? '\n?').lines);
    }
    count += names.length;
    names = [];
    onRead(count);
    return undefined;
  };
  for (const prefix of listPrefixes(digits)) {
    names.push(coinsFile(day, prefix));
    if (names.length < CONCURRENCY) continue;
    const fault = await addFiles();
    if (fault) return fault;
  }
  const fault = await addFiles();
  if (fault) return fault;
  const list = tally.read();
  if ('faultyLine' in list) return { fault: 'form', day, at: list.faultyLine };
  if (list.root !== logged.root || list.coins !== logged.coins) return { fault: 'other', day };
  if (coinAssets.some((asset) => list.sums[asset] !== logged.sums[asset])) {
    return { fault: 'sum', day, listed: list.sums, logged: logged.sums };
  }
  return { amounts: tally.amounts };
}

import { type Hash, leafHash } from '@datchain/tlog/merkle.ts';
import { rootOfRange } from '@datchain/tlog/range-proof.ts';
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import type { ListedCoins } from './coins.ts';

/** How many coins a file has at most, on average: about 5 KB. */
const COINS_PER_FILE = 64;

/** Returns how many hexadecimal digits share things out so that each prefix has so many on average. */
export function prefixDigits(count: number, perPrefix: number): number {
  let digits = 0;
  while (count > perPrefix * 16 ** digits) digits += 1;
  return digits;
}

export const coinDigits = (coins: number): number => prefixDigits(coins, COINS_PER_FILE);

/** Lists the prefixes with so many digits, in order; the one without digits is empty. */
export function* listPrefixes(digits: number): Generator<string> {
  for (let index = 0; index < 16 ** digits; index++)
    yield digits === 0 ? '' : index.toString(16).padStart(digits, '0');
}

/** The lines of a list whose hashes begin with a prefix, and where they stand. */
export interface CoinRange {
  /** The index of the first line in the whole list, from 0. */
  readonly start: number;
  readonly lines: readonly string[];
}

export const coinFileText = ({ start, lines }: CoinRange, beside: readonly Hash[]): string =>
  `${[start, ...beside.map((hash) => bytesToHex(hash))].join(' ')}\n${lines.join('')}`;

const headForm = /^(?:0|[1-9]\d{0,15})(?: [0-9a-f]{64})*$/;

/** Splits a file into its head and its lines, without checking either. */
export function splitCoinFile(text: string): { readonly head: string; readonly lines: string } {
  const end = text.indexOf('\n') + 1;
  return { head: text.slice(0, end), lines: text.slice(end) };
}

/**
 * Reads a file and proves that its lines stand in the list with this root.
 *
 * @returns undefined when they do not
 */
export function readCoinFile(
  text: string,
  { coins, root }: Pick<ListedCoins, 'coins' | 'root'>,
): CoinRange | undefined {
  const { head, lines: all } = splitCoinFile(text);
  if (!headForm.test(head.slice(0, -1)) || !/^(?:[^\n]+\n)*$/.test(all)) return undefined;
  const [start, ...hashes] = head.slice(0, -1).split(' ');
  const lines = all.match(/[^\n]+\n/g) ?? [];
  const leaves = lines.map((line) => leafHash(utf8ToBytes(line)));
  const place = { start: Number(start), size: coins };
  const found = rootOfRange(place, leaves, hashes.map(hexToBytes));
  if (!found || bytesToHex(found) !== root) return undefined;
  return { start: Number(start), lines };
}

import { appendLeaf, emptyEdge, leafHash, rootOf } from '@datchain/tlog/merkle.ts';
import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import type { UsdMicros } from '../units.ts';

/** What is owed to a user, or to all: money, and tokens in the wallet. Whole numbers. */
export interface Due {
  readonly owedMicros: UsdMicros;
  readonly tokens: number;
  readonly rewardTokens: number;
}

/** What a coin is of: earnings in micros, utility tokens or reward tokens. Coins are made and shown in this order. */
export const coinAssets = ['USD', 'TOKEN', 'REWARD'] as const;
export type CoinAsset = (typeof coinAssets)[number];

/** The largest coin of each asset: $100, and 10,000 tokens. A whole power of ten. */
const largest: Readonly<Record<CoinAsset, number>> = {
  USD: 100_000_000,
  TOKEN: 10_000,
  REWARD: 10_000,
};

const partOf: Readonly<Record<CoinAsset, keyof Due>> = {
  USD: 'owedMicros',
  TOKEN: 'tokens',
  REWARD: 'rewardTokens',
};

/** Whose coins: only the user and the server know both. */
export interface CoinOwner {
  readonly salt: string;
  /** As it was when the day was closed, in lower case; empty for an account that was closed. */
  readonly email: string;
}

export interface Coin {
  readonly asset: CoinAsset;
  readonly amount: number;
  readonly number: number;
}

export type CoinSums = Readonly<Record<CoinAsset, bigint>>;

export interface ListedCoins {
  readonly sums: CoinSums;
  readonly coins: number;
  /** RFC 6962 root of the lines, in hexadecimal. */
  readonly root: string;
}

export interface CoinList extends ListedCoins {
  readonly lines: ReadonlySet<string>;
}

/** What is counted of a balance: nothing of what is below zero. */
export const counted = ({ owedMicros, tokens, rewardTokens }: Due): Due => ({
  owedMicros: Math.max(0, owedMicros),
  tokens: Math.max(0, tokens),
  rewardTokens: Math.max(0, rewardTokens),
});

/**
 * A balance in coins: the largest as long as it fits, then one for each digit, units first. So an
 * amount says little about whose coin it is.
 *
 * @throws RangeError for a balance that is below zero, or not whole
 */
export function splitBalance(balance: number, asset: CoinAsset): number[] {
  if (!Number.isSafeInteger(balance) || balance < 0)
    throw new RangeError(`A balance of ${balance} cannot be paid in coins`);
  const most = largest[asset];
  const amounts = Array.from({ length: Math.floor(balance / most) }, () => most);
  let rest = balance % most;
  for (let place = 1; rest > 0; place *= 10) {
    const digit = rest % 10;
    if (digit > 0) amounts.push(digit * place);
    rest = (rest - digit) / 10;
  }
  return amounts;
}

/**
 * A user's secret of one day, from which no other day's follows.
 *
 * @throws RangeError for a salt that is not in hexadecimal
 */
export function nonceOf(salt: string, day: string): string {
  if (!saltForm.test(salt)) throw new RangeError('A salt is not in hexadecimal');
  return bytesToHex(hmac(sha256, hexToBytes(salt), utf8ToBytes(`coins ${day}`)));
}

const saltForm = /^(?:[0-9a-f]{2})+$/;

/** A coin's hash: the e-mail address makes it one person's, the number one of theirs, the amount one amount. */
export const coinHash = (
  { day, email, nonce }: { readonly day: string; readonly email: string; readonly nonce: string },
  { asset, amount, number }: Coin,
): string =>
  bytesToHex(
    sha256(utf8ToBytes(`coin 1\n${day}\n${email}\n${nonce}\n${asset} ${amount} ${number}\n`)),
  );

/** The coins that a balance is paid in. */
export function coinsOf(due: Due): Coin[] {
  const balance = counted(due);
  return coinAssets.flatMap((asset) =>
    splitBalance(balance[partOf[asset]], asset).map((amount, index) => ({
      asset,
      amount,
      number: index + 1,
    })),
  );
}

/** A user's lines of a day's list, each with its line feed. */
export function ownLines(day: string, { salt, email }: CoinOwner, due: Due): string[] {
  const of = { day, email, nonce: nonceOf(salt, day) };
  return coinsOf(due).map((coin) => `${coinHash(of, coin)} ${coin.asset} ${coin.amount}\n`);
}

/** The public list of all users' lines: in an order that says nothing of whose they are. */
export const listText = (lines: readonly string[]): string => [...lines].sort().join('');

const lineForm = /^[0-9a-f]{64} (?<asset>USD|TOKEN|REWARD) (?<amount>[1-9]\d{0,15})$/;

/**
 * Reads a list and adds it up. Sums have as many digits as they need: none can be lost.
 *
 * @returns the first line that is not in its form, or not after the one before it, counted from 1
 */
export function readCoinList(text: string): CoinList | { readonly faultyLine: number } {
  const sums: Record<CoinAsset, bigint> = { USD: 0n, TOKEN: 0n, REWARD: 0n };
  const lines = new Set<string>();
  let edge = emptyEdge;
  let before = '';
  const all = text.split('\n');
  // What comes after the last line feed: nothing, in a list that is whole.
  if (all.pop() !== '') return { faultyLine: all.length + 1 };
  for (const [index, line] of all.entries()) {
    const { asset, amount } = lineForm.exec(line)?.groups ?? {};
    if (amount === undefined || !(line > before)) return { faultyLine: index + 1 };
    sums[asset as CoinAsset] += BigInt(amount);
    edge = appendLeaf(edge, leafHash(utf8ToBytes(`${line}\n`)));
    lines.add(`${line}\n`);
    before = line;
  }
  return { sums, coins: lines.size, root: bytesToHex(rootOf(edge)), lines };
}

/** What the log says of a day's list, in the form in which lists are added up. */
export const asLogged = (
  { owedMicros, tokens, rewardTokens }: Due,
  { coins, root }: Pick<ListedCoins, 'coins' | 'root'>,
): ListedCoins => ({
  sums: { USD: BigInt(owedMicros), TOKEN: BigInt(tokens), REWARD: BigInt(rewardTokens) },
  coins,
  root,
});

/** Whether a list is the one that the log tells of, and adds up to what it tells. */
export const isAsLogged = (list: ListedCoins, logged: ListedCoins): boolean =>
  list.root === logged.root &&
  list.coins === logged.coins &&
  coinAssets.every((asset) => list.sums[asset] === logged.sums[asset]);

/** A user's lines that a list does not have: when there are none, their balance is counted in full. */
export const missingLines = (
  { lines }: Pick<CoinList, 'lines'>,
  own: readonly string[],
): string[] => own.filter((line) => !lines.has(line));

/** How often each amount of an asset occurs among lines: what a list tells its readers. */
export function countAmounts(lines: Iterable<string>): Map<string, number> {
  const counts = new Map<string, number>();
  for (const line of lines) {
    const what = line.slice(65, -1);
    counts.set(what, (counts.get(what) ?? 0) + 1);
  }
  return counts;
}

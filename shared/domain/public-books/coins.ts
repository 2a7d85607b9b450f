import { appendLeaf, emptyEdge, leafHash, rootOf } from '@datchain/tlog/merkle.ts';
import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import type { UsdMicros } from '../units.ts';

/** The balance of one user or of all: money owed, and tokens in the wallet. Whole numbers. */
export interface Due {
  readonly owedMicros: UsdMicros;
  readonly tokens: number;
  readonly rewardTokens: number;
}

/** The assets of coins, in order: earnings in micros, utility tokens, reward tokens. */
export const coinAssets = ['USD', 'TOKEN', 'REWARD'] as const;
export type CoinAsset = (typeof coinAssets)[number];

/** The largest coin of each asset, a power of ten: $100 and 10,000 tokens. */
const largestCoin: Readonly<Record<CoinAsset, number>> = {
  USD: 100_000_000,
  TOKEN: 10_000,
  REWARD: 10_000,
};

const partOf: Readonly<Record<CoinAsset, keyof Due>> = {
  USD: 'owedMicros',
  TOKEN: 'tokens',
  REWARD: 'rewardTokens',
};

export interface CoinOwner {
  readonly salt: string;
  /** The address when the day was closed, in lower case; '' for a closed account. */
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
  /** The RFC 6962 root of the lines, in hexadecimal. */
  readonly root: string;
}

/** Returns the counted part of a balance: negative parts count as 0. */
export const counted = ({ owedMicros, tokens, rewardTokens }: Due): Due => ({
  owedMicros: Math.max(0, owedMicros),
  tokens: Math.max(0, tokens),
  rewardTokens: Math.max(0, rewardTokens),
});

/**
 * Splits a balance into coins: the largest while it fits, then one for each digit, units first. So an amount
 * says little about the coin's owner.
 *
 * @throws RangeError for a balance that is negative or not whole
 */
export function splitBalance(balance: number, asset: CoinAsset): number[] {
  if (!Number.isSafeInteger(balance) || balance < 0)
    throw new RangeError(`A balance of ${balance} cannot be paid in coins`);
  const most = largestCoin[asset];
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
 * Derives a user's secret for one day; no other day's secret can be derived from it.
 *
 * @throws RangeError for a salt that is not hexadecimal
 */
export function deriveNonce(salt: string, day: string): string {
  if (!saltForm.test(salt)) throw new RangeError('A salt is not in hexadecimal');
  return bytesToHex(hmac(sha256, hexToBytes(salt), utf8ToBytes(`coins ${day}`)));
}

const saltForm = /^(?:[0-9a-f]{2})+$/;

/** Hashes a text with SHA-256, in hexadecimal. A server passes a faster one than a browser has. */
export type HashText = (text: string) => string;

const hashText: HashText = (text) => bytesToHex(sha256(utf8ToBytes(text)));

/** Hashes a coin. The e-mail address binds it to one person, the number to one of their coins. */
export const coinHash = (
  { day, email, nonce }: { readonly day: string; readonly email: string; readonly nonce: string },
  { asset, amount, number }: Coin,
  hash = hashText,
): string => hash(`coin 1\n${day}\n${email}\n${nonce}\n${asset} ${amount} ${number}\n`);

export function splitIntoCoins(due: Due): Coin[] {
  const balance = counted(due);
  return coinAssets.flatMap((asset) =>
    splitBalance(balance[partOf[asset]], asset).map((amount, index) => ({
      asset,
      amount,
      number: index + 1,
    })),
  );
}

/** Returns a user's lines of a day's list, each with its line feed. */
export function ownLines(
  day: string,
  { salt, email }: CoinOwner,
  due: Due,
  hash?: HashText,
): string[] {
  const of = { day, email, nonce: deriveNonce(salt, day) };
  return splitIntoCoins(due).map(
    (coin) => `${coinHash(of, coin, hash)} ${coin.asset} ${coin.amount}\n`,
  );
}

const lineForm = /^[0-9a-f]{64} (?<asset>USD|TOKEN|REWARD) (?<amount>[1-9]\d{0,15})$/;

export interface FaultyList {
  /** The first line, from 1, that is malformed or not in order. */
  readonly faultyLine: number;
}

/** Adds up a list that comes in parts, as bigints so that no digits are lost. */
export class CoinTally {
  readonly #sums: Record<CoinAsset, bigint> = { USD: 0n, TOKEN: 0n, REWARD: 0n };
  readonly #amounts = new Map<string, number>();
  #edge = emptyEdge;
  #before = '';
  #faultyLine: number | undefined;

  /** @param text whole lines, each with its line feed */
  add(text: string): void {
    for (const line of text.match(/[^\n]*\n|[^\n]+$/g) ?? []) {
      if (this.#faultyLine === undefined) this.#addLine(line);
    }
  }

  #addLine(line: string): void {
    const { asset, amount } = lineForm.exec(line.slice(0, -1))?.groups ?? {};
    if (amount === undefined || !(line > this.#before) || !line.endsWith('\n')) {
      this.#faultyLine = this.#edge.size + 1;
      return;
    }
    this.#before = line;
    this.#sums[asset as CoinAsset] += BigInt(amount);
    this.#amounts.set(`${asset} ${amount}`, (this.#amounts.get(`${asset} ${amount}`) ?? 0) + 1);
    this.#edge = appendLeaf(this.#edge, leafHash(utf8ToBytes(line)));
  }

  /** How often each coin has occurred, by text such as `USD 70`. */
  get amounts(): ReadonlyMap<string, number> {
    return this.#amounts;
  }

  read(): ListedCoins | FaultyList {
    if (this.#faultyLine !== undefined) return { faultyLine: this.#faultyLine };
    const { size } = this.#edge;
    return { sums: { ...this.#sums }, coins: size, root: bytesToHex(rootOf(this.#edge)) };
  }
}

export const asLogged = (
  { owedMicros, tokens, rewardTokens }: Due,
  { coins, root }: Pick<ListedCoins, 'coins' | 'root'>,
): ListedCoins => ({
  sums: { USD: BigInt(owedMicros), TOKEN: BigInt(tokens), REWARD: BigInt(rewardTokens) },
  coins,
  root,
});

export const isAsLogged = (list: ListedCoins, logged: ListedCoins): boolean =>
  list.root === logged.root &&
  list.coins === logged.coins &&
  coinAssets.every((asset) => list.sums[asset] === logged.sums[asset]);

/** Returns a user's lines that are not listed; none are missing if their balance is counted in full. */
export const missingLines = (listed: ReadonlySet<string>, own: readonly string[]): string[] =>
  own.filter((line) => !listed.has(line));

export function countAmounts(lines: Iterable<string>): Map<string, number> {
  const counts = new Map<string, number>();
  for (const line of lines) {
    const what = line.slice(65, -1);
    counts.set(what, (counts.get(what) ?? 0) + 1);
  }
  return counts;
}

import { hash } from 'node:crypto';
import {
  type CoinDays,
  coinDaysFile,
  coinsFile,
} from '@datchain/shared/domain/public-books/coin-days.ts';
import { splitCoinFile } from '@datchain/shared/domain/public-books/coin-files.ts';
import { ownLines } from '@datchain/shared/domain/public-books/coins.ts';
import { writeCoinFiles } from '@datchain/shared/domain/public-books/write-coin-files.ts';
import { logLine } from '@datchain/shared/domain/public-log/lines.ts';
import { bytesOfHex, bytesOfText, hexOf } from '@datchain/tlog/bytes.ts';
import { leafHash } from '@datchain/tlog/merkle.ts';
import { rootOfRange } from '@datchain/tlog/range-proof.ts';
import type { Read } from '@datchain/tlog/read-tree.ts';
import { madeLines, madeLog } from '@datchain/tlog/testing/made-log.ts';
import { expect, test, vi } from 'vitest';
import { isFault, readLoggedDay } from './logged-day.ts';
import { findOwnCoins } from './own-coins.ts';

vi.setConfig({ testTimeout: 240_000 });

const DAY = '2026-11-20';
const USERS = 100_000;
/** Users have about 11 coins: a digit of dollars, cents and micros, and some tokens. */
const COINS = 1_130_000;
const PER_PART = 10_000;
const LOG_LINES = 70_000;

/** Someone with a coin for each digit, below $100 and 10,000 tokens: 16 coins. */
const rich = { owedMicros: 98_765_432, tokens: 9_876, rewardTokens: 5_432 };
const usual = { owedMicros: 12_340_500, tokens: 340, rewardTokens: 12 };
const owners = Array.from({ length: 5 }, (_, at) => ({
  salt: hash('sha256', `salt ${at}`).slice(0, 32),
  email: `fan${at}@dats.test`,
  due: at === 0 ? rich : usual,
}));

/** Other users' coins: their hashes ascend evenly, as sorted random ones do on average. */
const others = (from: number, to: number): string[] =>
  Array.from({ length: to - from }, (_, at) => {
    const begin = Math.floor(((from + at) * 2 ** 32) / COINS).toString(16);
    return `${begin.padStart(8, '0').padEnd(64, '9a3f07')} USD ${1_000 * ((at % 9) + 1)}\n`;
  });

async function* allLines(own: readonly string[]): AsyncGenerator<string> {
  for (let at = 0; at < COINS; at += PER_PART) {
    const lines = others(at, Math.min(COINS, at + PER_PART));
    const [next = 'z'] = others(at + PER_PART, at + PER_PART + 1);
    const isLast = at + PER_PART >= COINS;
    const mine = own.filter((line) => line >= (lines[0] ?? '') && (isLast || line < next));
    yield [...lines, ...mine].sort().join('');
  }
}

/** The root that a file's proof leads to; other tests compare it with the naive tree. */
function rootOfFile(text: string, coins: number): string {
  const { head, lines } = splitCoinFile(text);
  const [start, ...hashes] = head.trim().split(' ');
  const root = rootOfRange(
    { start: Number(start), size: coins },
    (lines.match(/.+\n/g) ?? []).map((line) => leafHash(bytesOfText(line))),
    hashes.flatMap((each) => bytesOfHex(each) ?? []),
  );
  return hexOf(root ?? new Uint8Array());
}

test('[N-JOB-04] a proof of balance among 100,000 users loads at most 100 KB', async () => {
  const own = owners.flatMap(({ due, ...owner }) => ownLines(DAY, owner, due)).sort();
  const prefixes = new Set(own.map((line) => line.slice(0, 4)));
  const files = new Map<string, Uint8Array>();
  let written = 0;
  let root = '';
  const coins = COINS + own.length;
  const digits = await writeCoinFiles(
    () => allLines(own),
    (prefix, text) => {
      written += 1;
      if (written === 1) root = rootOfFile(text, coins);
      if (prefixes.has(prefix)) files.set(coinsFile(DAY, prefix), bytesOfText(text));
    },
  );
  expect({ digits, written }).toEqual({ digits: 4, written: 65_536 });

  const fields = {
    day: DAY,
    owedMicros: 1,
    tokens: 2,
    rewardTokens: 3,
    users: USERS,
    coins,
    root,
  };
  const at = Date.UTC(2026, 10, 21);
  const line = LOG_LINES - 5_000;
  const lines = madeLines(LOG_LINES).with(
    line - 1,
    logLine(line, { at, kind: 'liabilities', fields }),
  );
  const day = { day: DAY, line, lines: [lines[line - 1] ?? ''], digits };
  const days: CoinDays = { days: Array.from({ length: 7 }, () => day) };
  files.set(coinDaysFile, bytesOfText(JSON.stringify(days)));
  for (const [path, bytes] of await madeLog({ lines })) files.set(path, bytes);

  const sizes: number[] = [];
  for (const { due, salt, email } of owners) {
    let bytes = 0;
    const counting: Read = async (path) => {
      const found = files.get(path);
      bytes += found?.length ?? 0;
      return found;
    };
    const logged = await readLoggedDay(counting);
    if (isFault(logged)) throw new Error(logged.fault);
    const found = await findOwnCoins(counting, logged, { salt, ...due }, email);
    expect(found).toMatchObject({ missing: 0 });
    sizes.push(bytes);
  }
  expect(Math.max(...sizes)).toBeLessThanOrEqual(100_000);
});

import { coinDaysFile, coinsFile } from '@datchain/shared/domain/public-books/coin-days.ts';
import {
  type CoinOwner,
  type Due,
  listText,
  ownLines,
  readCoinList,
} from '@datchain/shared/domain/public-books/coins.ts';
import { logLine } from '@datchain/shared/domain/public-log/lines.ts';
import { bytesOfText } from '@datchain/tlog/bytes.ts';
import { madeLines, madeLog, type PublishedLog } from '@datchain/tlog/testing/made-log.ts';

export const DAY = '2026-11-20';
const closedAt = Date.UTC(2026, 10, 21, 0, 10);

export interface OwnedDue extends CoinOwner {
  readonly due: Due;
}

export const fan: OwnedDue = {
  salt: '11'.repeat(16),
  email: 'fan@dats.test',
  due: { owedMicros: 200_000_070, tokens: 570, rewardTokens: 3 },
};

export const other: OwnedDue = { ...fan, salt: '22'.repeat(16), email: 'bo@dats.test' };

export interface PublishedOptions {
  readonly users?: readonly OwnedDue[];
  readonly fields?: Readonly<Record<string, string | number>>;
  readonly assets?: Readonly<Record<string, string | number>> | null;
  readonly published?: (list: string) => string | undefined;
  readonly line?: number;
}

const assetsSaid = { day: DAY, source: 'stripe', availableCents: 25_000, pendingCents: -75 };

export async function publishedDay({
  users = [fan, other],
  fields: changed = {},
  assets = assetsSaid,
  published = (list) => list,
  line = 301,
}: PublishedOptions = {}): Promise<PublishedLog> {
  const text = listText(users.flatMap(({ due, ...owner }) => ownLines(DAY, owner, due)));
  const list = readCoinList(text);
  if ('faultyLine' in list) throw new Error('The list is not in its form');
  const sum = (part: keyof Due) => users.reduce((all, { due }) => all + due[part], 0);
  const fields = {
    day: DAY,
    owedMicros: sum('owedMicros'),
    tokens: sum('tokens'),
    rewardTokens: sum('rewardTokens'),
    users: users.length,
    coins: list.coins,
    root: list.root,
    ...changed,
  };
  const lines = [
    ...madeLines(300),
    logLine(301, { at: closedAt, kind: 'liabilities', fields }),
    ...(assets ? [logLine(302, { at: closedAt, kind: 'assets', fields: assets })] : []),
  ];
  const files = await madeLog({ lines });
  files.set(coinDaysFile, bytesOfText(JSON.stringify({ days: [{ day: DAY, line }] })));
  const shown = published(text);
  if (shown !== undefined) files.set(coinsFile(DAY), bytesOfText(shown));
  return files;
}

import { type CoinDays, coinDaysFile } from '@datchain/shared/domain/public-books/coin-days.ts';
import { type CoinOwner, type Due, ownLines } from '@datchain/shared/domain/public-books/coins.ts';
import { logLine } from '@datchain/shared/domain/public-log/lines.ts';
import { plainCoinFiles } from '@datchain/testing/pure/coin-files.ts';
import { listText, readSoundList } from '@datchain/testing/pure/coin-list.ts';
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
  /** Changes the files of the list, by their names. */
  readonly published?: (files: Map<string, string>) => void;
  readonly digits?: number;
  readonly line?: number;
}

const assetsSaid = { day: DAY, source: 'stripe', availableCents: 25_000, pendingCents: -75 };

export async function publishedDay({
  users = [fan, other],
  fields: changed = {},
  assets = assetsSaid,
  published = () => {},
  digits = 1,
  line = 301,
}: PublishedOptions = {}): Promise<PublishedLog> {
  const text = listText(users.flatMap(({ due, ...owner }) => ownLines(DAY, owner, due)));
  const list = readSoundList(text);
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
  const days: CoinDays['days'] = [
    {
      day: DAY,
      line,
      lines: (lines[line - 1] ? lines.slice(line - 1) : lines).slice(0, 2),
      digits,
    },
  ];
  files.set(coinDaysFile, bytesOfText(JSON.stringify({ days })));
  const shown = plainCoinFiles(DAY, text, digits);
  published(shown);
  for (const [file, content] of shown) files.set(file, bytesOfText(content));
  return files;
}

import { coinDaysFile } from '@datchain/shared/domain/public-books/coin-days.ts';
import { ownLines } from '@datchain/shared/domain/public-books/coins.ts';
import { bytesOfText } from '@datchain/tlog/bytes.ts';
import { BadFile } from '@datchain/tlog/read-tree.ts';
import { makeLogReader, withBit } from '@datchain/tlog/testing/made-log.ts';
import { expect, test } from 'vitest';
import { type ClosedDay, isFault, readClosedDay } from './closed-day.ts';
import { findOwnCoins } from './own-coins.ts';
import { assetsText, faultText, formatVerdict } from './proof-words.ts';
import { DAY, fan, other, type PublishedOptions, publishedDay } from './testing/published-day.ts';

const closedDay = async (options?: PublishedOptions) =>
  readClosedDay(makeLogReader(await publishedDay(options)));

async function soundDay(options?: PublishedOptions): Promise<ClosedDay> {
  const day = await closedDay(options);
  if (isFault(day)) throw new Error(faultText(day));
  return day;
}

const ownOf = ({ salt, due }: typeof fan) => ({ salt, ...due });

test('a day is sound when the log and its list agree', async () => {
  const day = await soundDay();
  expect(day).toMatchObject({
    day: DAY,
    line: 301,
    closedAt: Date.UTC(2026, 10, 21, 0, 10),
    due: { owedMicros: 400_000_140, tokens: 1_140, rewardTokens: 6 },
    assets: { availableCents: 25_000, pendingCents: -75 },
    isSigned: true,
  });
  expect(assetsText(day)).toBe(
    'At 00:10 UTC on 21 Nov 2026 Stripe told us we hold $250.00, and −$0.75 is on its way. This is what we say; Stripe does not confirm it here.',
  );
});

test('Stripe’s holdings show only where Stripe reported them for this day', async () => {
  expect((await soundDay({ assets: null })).assets).toBeUndefined();
  const ofAnother = { day: '2026-11-19', source: 'stripe', availableCents: 1, pendingCents: 1 };
  const { assets } = await soundDay({ assets: ofAnother });
  expect(assetsText({ assets })).toBe(
    'Stripe did not tell us what it holds for us when this day was closed.',
  );
});

test('before the first list there is nothing to check', async () => {
  const files = await publishedDay();
  files.delete(coinDaysFile);
  expect(await readClosedDay(makeLogReader(files))).toEqual({ fault: 'none' });
  files.set(coinDaysFile, bytesOfText('{"days":[]}'));
  expect(await readClosedDay(makeLogReader(files))).toEqual({ fault: 'none' });
});

test('without a checkpoint of the log the day cannot be read', async () => {
  const files = await publishedDay();
  files.delete('tlog/checkpoint');
  await expect(readClosedDay(makeLogReader(files))).rejects.toThrow(BadFile);
});

const withoutFirst = (list: string) => list.slice(list.indexOf('\n') + 1);
const wrongs: [what: string, options: PublishedOptions, said: RegExp][] = [
  [
    'a missing list',
    { published: () => undefined },
    /^The list of coins of 20 Nov 2026 is missing, although/,
  ],
  [
    'an amount below zero',
    { published: (list) => list.replace(/ \d+\n/, ' -70\n') },
    /^Line 1 of the list of 20 Nov 2026 is malformed or out of order/,
  ],
  [
    'lines in another order',
    { published: (list) => `${withoutFirst(list)}${list.slice(0, list.indexOf('\n') + 1)}` },
    /^Line \d+ of the list .* out of order/,
  ],
  [
    'a list that ends within a line',
    { published: (list) => list.slice(0, -1) },
    /^Line \d+ of the list/,
  ],
  [
    'a list without one of its coins',
    { published: withoutFirst },
    /is not the one whose root is in the public log/,
  ],
  ['another count than the log says', { fields: { coins: 3 } }, /is not the one whose root/],
  [
    'less owed than the list adds up to',
    { fields: { owedMicros: 70 } },
    /adds up to \$400\.00014, and the public log says \$0\.00007\./,
  ],
  [
    'fewer tokens than the list adds up to',
    { fields: { tokens: 1 } },
    /adds up to 1,140 utility tokens, and the public log says 1 utility token\./,
  ],
  [
    'a line about another day',
    { fields: { day: '2026-11-19' } },
    /^Line 301 of the public log should say/,
  ],
  ['a line of another kind', { line: 5 }, /^Line 5 of the public log should say/],
  ['a line beyond the log', { line: 999 }, /^Line 999 of the public log should say/],
  ['a malformed root', { fields: { root: 'none' } }, /^Line 301 of the public log should say/],
];

test.each(wrongs)('%s is named, with what to do', async (_, options, said) => {
  const day = await closedDay(options);
  if (!isFault(day)) throw new Error('Nothing is wrong');
  expect(faultText(day)).toMatch(said);
  expect(faultText(day)).toMatch(/write to us/);
});

test('an unsigned log and a line that is not in the log’s tree are named', async () => {
  const files = await publishedDay();
  const note = new TextDecoder().decode(files.get('tlog/checkpoint'));
  const unsigned = new Map(files).set(
    'tlog/checkpoint',
    bytesOfText(note.replace(/ \d+\n|\n\d+\n/, '\n7\n')),
  );
  const faulty = await readClosedDay(makeLogReader(unsigned));
  expect(faulty).toMatchObject({ fault: 'log' });
  if (isFault(faulty)) expect(faultText(faulty)).toContain('is not signed as it should be');

  const tile = [...files.keys()].find((path) => path.includes('tile/entries/001')) ?? '';
  const place = new TextDecoder('latin1').decode(files.get(tile)).indexOf('"owedMicros"');
  const changed = withBit(files, tile, 8 * place);
  expect(await readClosedDay(makeLogReader(changed))).toMatchObject({ fault: 'line' });
});

test('a user finds all of their coins, and learns how often each occurs', async () => {
  const day = await soundDay();
  const coins = findOwnCoins({ day, own: ownOf(fan) }, ' Fan@dats.test ');
  expect(coins).toMatchObject({ all: 6, missing: 0 });
  expect(coins.rows).toEqual([
    { asset: 'USD', amount: 100_000_000, own: 2, found: 2, listed: 4 },
    { asset: 'USD', amount: 70, own: 1, found: 1, listed: 2 },
    { asset: 'TOKEN', amount: 70, own: 1, found: 1, listed: 2 },
    { asset: 'TOKEN', amount: 500, own: 1, found: 1, listed: 2 },
    { asset: 'REWARD', amount: 3, own: 1, found: 1, listed: 2 },
  ]);
  expect(formatVerdict(coins)).toEqual({
    title: 'Your balance is part of the total.',
    text: 'All 6 of your coins are in the list, and the list adds up to what the public log says.',
  });
});

test('coins made with another address, or with another user’s salt, are missing', async () => {
  const day = await soundDay();
  const byAnother = findOwnCoins({ day, own: ownOf(fan) }, 'new@dats.test');
  expect(formatVerdict(byAnother).title).toBe('6 of your 6 coins are not in the list.');
  const shared = await soundDay({ users: [other] });
  const lent = findOwnCoins({ day: shared, own: ownOf(other) }, fan.email);
  expect(lent).toMatchObject({ all: 6, missing: 6 });
});

test('the missing coin of a user is named', async () => {
  const [one = ''] = ownLines(DAY, fan, { owedMicros: 0, tokens: 500, rewardTokens: 0 });
  const less = { ...fan, due: { ...fan.due, tokens: 70 } };
  const day = await soundDay({ users: [less] });
  expect(day.list.lines.has(one)).toBe(false);
  const coins = findOwnCoins({ day, own: ownOf(fan) }, fan.email);
  expect(coins.missing).toBe(1);
  expect(coins.rows.filter(({ own, found }) => own > found)).toMatchObject([
    { asset: 'TOKEN', amount: 500, listed: 0 },
  ]);
  expect(formatVerdict(coins).title).toBe('1 of your 6 coins is not in the list.');
});

test('someone to whom nothing was owed has no coins', async () => {
  const day = await soundDay();
  for (const own of [null, { salt: fan.salt, owedMicros: 0, tokens: 0, rewardTokens: 0 }]) {
    const coins = findOwnCoins({ day, own }, fan.email);
    expect(formatVerdict(coins).title).toBe(
      'You had no tokens or earnings when the books were closed.',
    );
  }
});

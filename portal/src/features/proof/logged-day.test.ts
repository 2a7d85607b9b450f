import { coinDaysFile, coinsFile } from '@datchain/shared/domain/public-books/coin-days.ts';
import { ownLines } from '@datchain/shared/domain/public-books/coins.ts';
import { plainCoinFiles } from '@datchain/testing/pure/coin-files.ts';
import { listText } from '@datchain/testing/pure/coin-list.ts';
import { bytesOfText } from '@datchain/tlog/bytes.ts';
import { BadFile } from '@datchain/tlog/read-tree.ts';
import { makeLogReader, withBit } from '@datchain/tlog/testing/made-log.ts';
import { expect, test } from 'vitest';
import { type DayFault, isFault, readLoggedDay } from './logged-day.ts';
import { findOwnCoins } from './own-coins.ts';
import { assetsText, faultText, formatVerdict } from './proof-words.ts';
import { DAY, fan, other, type PublishedOptions, publishedDay } from './testing/published-day.ts';
import { addUpList } from './whole-list.ts';

const reader = async (options?: PublishedOptions) => makeLogReader(await publishedDay(options));

const loggedDay = async (options?: PublishedOptions) => readLoggedDay(await reader(options));

function sound<T extends object>(value: T | DayFault): T {
  if (isFault(value)) throw new Error(faultText(value));
  return value;
}

const soundDay = async (options?: PublishedOptions) => sound(await loggedDay(options));

const ownOf = ({ salt, due }: typeof fan) => ({ salt, ...due });

async function ownCoins(email = fan.email, options: PublishedOptions = {}, user = fan) {
  const read = await reader(options);
  return findOwnCoins(read, sound(await readLoggedDay(read)), ownOf(user), email);
}

async function added(options: PublishedOptions = {}) {
  const read = await reader(options);
  return addUpList(read, sound(await readLoggedDay(read)));
}

test('the log’s line about a day is read, and proven to be in the log', async () => {
  const day = await soundDay();
  expect(day).toMatchObject({
    day: DAY,
    line: 301,
    digits: 1,
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
  expect(await readLoggedDay(makeLogReader(files))).toEqual({ fault: 'none' });
  files.set(coinDaysFile, bytesOfText('{"days":[]}'));
  expect(await readLoggedDay(makeLogReader(files))).toEqual({ fault: 'none' });
});

test('without a checkpoint of the log the day cannot be read', async () => {
  const files = await publishedDay();
  files.delete('tlog/checkpoint');
  await expect(readLoggedDay(makeLogReader(files))).rejects.toThrow(BadFile);
});

test.each([
  [
    'a line about another day',
    { fields: { day: '2026-11-19' } },
    /^Line 301 of the public log should say/,
  ],
  ['a line of another kind', { line: 5 }, /^Line 5 of the public log should say/],
  ['a line beyond the log', { line: 999 }, /^Line 999 of the public log should say/],
  ['a malformed root', { fields: { root: 'none' } }, /^Line 301 of the public log should say/],
] as [what: string, options: PublishedOptions, said: RegExp][])(
  '%s is named, with what to do',
  async (_, options, said) => {
    const day = await loggedDay(options);
    if (!isFault(day)) throw new Error('Nothing is wrong');
    expect(faultText(day)).toMatch(said);
    expect(faultText(day)).toMatch(/write to us/);
  },
);

test('a line that only the list of days has, and not the log, is named', async () => {
  const files = await publishedDay();
  const days = new TextDecoder().decode(files.get(coinDaysFile));
  for (const [is, other] of [
    ['400000140', '400000141'],
    ['"line":301', '"line":302'],
  ] as const) {
    files.set(coinDaysFile, bytesOfText(days.replace(is, other)));
    expect(await readLoggedDay(makeLogReader(files))).toMatchObject({ fault: 'line' });
  }
  files.set(coinDaysFile, bytesOfText(days.replace('25000', '25001')));
  expect(sound(await readLoggedDay(makeLogReader(files))).assets).toBeUndefined();
});

test('an unsigned log and a line that is not in the log’s tree are named', async () => {
  const files = await publishedDay();
  const note = new TextDecoder().decode(files.get('tlog/checkpoint'));
  const unsigned = new Map(files).set(
    'tlog/checkpoint',
    bytesOfText(note.replace(/ \d+\n|\n\d+\n/, '\n7\n')),
  );
  const faulty = await readLoggedDay(makeLogReader(unsigned));
  expect(faulty).toMatchObject({ fault: 'log' });
  if (isFault(faulty)) expect(faultText(faulty)).toContain('is not signed as it should be');

  const tile = [...files.keys()].find((path) => path.includes('tile/0/001')) ?? '';
  const changed = withBit(files, tile, 8 * 32 * (301 - 256));
  expect(await readLoggedDay(makeLogReader(changed))).toMatchObject({ fault: 'line' });
});

test('[N-JOB-04] a user finds all of their coins in the files that must have them', async () => {
  for (const digits of [0, 1, 2]) {
    const coins = sound(await ownCoins(' Fan@dats.test ', { digits }));
    expect(coins).toMatchObject({ all: 6, missing: 0 });
    expect(coins.rows).toEqual([
      { asset: 'USD', amount: 100_000_000, own: 2, found: 2 },
      { asset: 'USD', amount: 70, own: 1, found: 1 },
      { asset: 'TOKEN', amount: 70, own: 1, found: 1 },
      { asset: 'TOKEN', amount: 500, own: 1, found: 1 },
      { asset: 'REWARD', amount: 3, own: 1, found: 1 },
    ]);
    expect(coins.files.length).toBeLessThanOrEqual(Math.min(6, 16 ** digits));
    expect(formatVerdict(coins, { isSigned: true })).toEqual({
      title: 'Your balance is in the list.',
      text: 'All 6 of your coins are in the list of everyone’s balances whose root is signed in the public log.',
    });
    expect(formatVerdict(coins, { isSigned: false }).text).not.toContain('signed');
  }
});

const firstOwnFile = coinsFile(DAY, (ownLines(DAY, fan, fan.due).toSorted()[0] ?? '').slice(0, 1));

/** Changes each file of the list. */
const changing = (change: (content: string) => string) => (files: Map<string, string>) => {
  for (const [file, content] of files) files.set(file, change(content));
};

async function filesOfDay(day: string): Promise<Map<string, string>> {
  const lines = [fan, other].flatMap(({ due, ...owner }) => ownLines(day, owner, due));
  return plainCoinFiles(DAY, listText(lines), 1);
}

test.each([
  ['a missing file', (files) => files.delete(firstOwnFile), 'missing'],
  ['an amount that is another', changing((file) => file.replace(/ \d+\n$/, ' 71\n')), 'file'],
  ['a coin that is left out', changing((file) => file.replace(/[0-9a-f]{64} .+\n$/, '')), 'file'],
  ['a file that ends within a line', changing((file) => file.slice(0, -1)), 'file'],
  ['a file without a head', changing((file) => file.slice(file.indexOf('\n') + 1)), 'file'],
  ['a page of another kind', changing(() => '<h1>Not there</h1>\n'), 'file'],
  [
    'a proof with another hash',
    changing((file) => file.replace(/ [0-9a-f]/, (begin) => (begin === ' 0' ? ' 1' : ' 0'))),
    'file',
  ],
  [
    'a proof without its last hash',
    changing((file) => file.replace(/ [0-9a-f]{64}\n/, '\n')),
    'file',
  ],
  [
    'a proof of another place',
    changing((file) => file.replace(/^\d+/, (start) => `${Number(start) + 1}`)),
    'file',
  ],
] as [what: string, published: (files: Map<string, string>) => void, fault: string][])(
  '[N-JOB-04] %s among the user’s files is named',
  async (_, published, fault) => {
    const found = await ownCoins(fan.email, { published });
    if (!isFault(found)) throw new Error('Nothing is wrong');
    expect(found.fault).toBe(fault);
    expect(faultText(found)).toMatch(/coins\/2026-11-20\/[0-9a-f]\.txt .*write to us/);
  },
);

test('[N-JOB-04] files of another day, of another prefix, or of a list without a coin, are found', async () => {
  const ofAnother = await filesOfDay('2026-11-19');
  const replaced = (files: Map<string, string>) => {
    for (const file of files.keys()) files.set(file, ofAnother.get(file) ?? '');
  };
  expect(await ownCoins(fan.email, { published: replaced })).toMatchObject({ fault: 'file' });

  const moved = (files: Map<string, string>) => {
    const contents = [...files.values()];
    for (const [at, file] of [...files.keys()].entries())
      files.set(file, contents[(at + 1) % contents.length] ?? '');
  };
  // Each file is proven, but has none of the user's coins.
  expect(sound(await ownCoins(fan.email, { published: moved })).missing).toBeGreaterThan(0);

  const less = { ...fan, due: { ...fan.due, tokens: 70 } };
  const lacking = sound(await ownCoins(fan.email, { users: [less, other] }));
  expect(lacking.missing).toBe(1);
  expect(lacking.rows.filter(({ own, found }) => own > found)).toEqual([
    { asset: 'TOKEN', amount: 500, own: 1, found: 0 },
  ]);
  expect(formatVerdict(lacking, { isSigned: true }).title).toBe(
    '1 of your 6 coins is not in the list.',
  );
});

test('[N-JOB-04] each of forty users finds all of their coins, also at both ends of files and of the list', async () => {
  const users = Array.from({ length: 40 }, (_, at) => ({ ...fan, email: `fan${at}@dats.test` }));
  for (const digits of [0, 1, 2]) {
    const read = await reader({ users, digits });
    const day = sound(await readLoggedDay(read));
    for (const user of users) {
      const coins = sound(await findOwnCoins(read, day, ownOf(user), user.email));
      expect(coins).toMatchObject({ all: 6, missing: 0 });
    }
  }
});

test('[N-JOB-04] the only user of a list finds all of their coins', async () => {
  for (const digits of [0, 1, 2]) {
    const coins = sound(await ownCoins(fan.email, { users: [fan], digits }));
    expect(coins).toMatchObject({ all: 6, missing: 0 });
    expect(sound(await added({ users: [fan], digits })).amounts.get('USD 100000000')).toBe(2);
  }
});

test('[N-JOB-04] a list without coins has one sound file, and none of a user’s coins', async () => {
  const empty = { users: [], digits: 0 };
  expect(sound(await ownCoins(fan.email, empty))).toMatchObject({
    all: 6,
    missing: 6,
    files: ['coins/2026-11-20/all.txt'],
  });
  expect(sound(await added(empty)).amounts.size).toBe(0);
});

test('[N-JOB-04] a list of days with another number of digits leads to a missing file, which is named', async () => {
  const files = await publishedDay();
  const days = new TextDecoder().decode(files.get(coinDaysFile));
  for (const digits of [0, 2]) {
    files.set(coinDaysFile, bytesOfText(days.replace('"digits":1', `"digits":${digits}`)));
    const read = makeLogReader(files);
    const found = await findOwnCoins(read, sound(await readLoggedDay(read)), ownOf(fan), fan.email);
    expect(found).toMatchObject({ fault: 'missing' });
  }
});

test('coins made with another address, or with another user’s salt, are missing', async () => {
  const byAnother = sound(await ownCoins('new@dats.test'));
  expect(formatVerdict(byAnother, { isSigned: true }).title).toBe(
    '6 of your 6 coins are not in the list.',
  );
  const lent = sound(await ownCoins(fan.email, { users: [other] }, other));
  expect(lent).toMatchObject({ all: 6, missing: 6 });
});

test('someone to whom nothing was owed has no coins, and loads no file', async () => {
  const day = await soundDay();
  for (const own of [null, { salt: fan.salt, owedMicros: 0, tokens: 0, rewardTokens: 0 }]) {
    const read = () => Promise.reject(new Error('a file was loaded'));
    const coins = sound(await findOwnCoins(read, day, own, fan.email));
    expect(formatVerdict(coins, { isSigned: true }).title).toBe(
      'You had no tokens or earnings when the books were closed.',
    );
  }
});

test('the whole list adds up to what the log says, and tells how often each coin occurs', async () => {
  for (const digits of [0, 1, 2]) {
    const { amounts } = sound(await added({ digits }));
    expect([...amounts].sort()).toEqual([
      ['REWARD 3', 2],
      ['TOKEN 500', 2],
      ['TOKEN 70', 2],
      ['USD 100000000', 4],
      ['USD 70', 2],
    ]);
  }
});

const withoutOne = (files: Map<string, string>) => {
  const lines = files.get(firstOwnFile) ?? '';
  files.set(firstOwnFile, lines.replace(/[0-9a-f]{64} .+\n$/, ''));
};

test.each([
  [
    'a missing file',
    { published: (files) => files.delete(coinsFile(DAY, '7')) },
    /^The file coins\/2026-11-20\/7\.txt of the list of 20 Nov 2026 is missing, although/,
  ],
  [
    'an amount below zero',
    { published: changing((file) => file.replace(/ \d+\n$/, ' -70\n')) },
    /^Line 1 of the list of 20 Nov 2026 is malformed or out of order/,
  ],
  [
    'lines in another order',
    { digits: 0, published: changing((file) => file.replace(/(.+\n)(.+\n)$/, '$2$1')) },
    /^Line 12 of the list .* out of order/,
  ],
  [
    'a file that ends within a line',
    { published: changing((file) => file.slice(0, -1)) },
    /^Line \d+ of the list/,
  ],
  [
    'a list without one of its coins',
    { published: withoutOne },
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
] as [what: string, options: PublishedOptions, said: RegExp][])(
  'adding up names %s',
  async (_, options, said) => {
    const list = await added(options);
    if (!isFault(list)) throw new Error('Nothing is wrong');
    expect(faultText(list)).toMatch(said);
    expect(faultText(list)).toMatch(/write to us/);
  },
);

import { listText, readCoinList, readSoundList } from '@datchain/testing/pure/coin-list.ts';
import { areSomeTries, tries } from '@datchain/testing/pure/tries.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  asLogged,
  coinHash,
  countAmounts,
  type Due,
  deriveNonce,
  isAsLogged,
  type ListedCoins,
  missingLines,
  ownLines,
  splitBalance,
} from './coins.ts';

const day = '2026-11-20';
const salt = '11'.repeat(16);
const ana = { salt, email: 'ana@example.com' };
const nothing: Due = { owedMicros: 0, tokens: 0, rewardTokens: 0 };
const usd = (dollars: number): Due => ({ ...nothing, owedMicros: dollars * 1_000_000 });

const readLines = (lines: readonly string[]) => readSoundList(listText(lines));

function passes(
  logged: ListedCoins,
  text: string,
  users: readonly { readonly email: string; readonly salt: string; readonly due: Due }[],
): boolean {
  const list = readCoinList(text);
  if ('faultyLine' in list || !isAsLogged(list, logged)) return false;
  const lines = new Set(text.match(/.+\n/g));
  return users.every((user) => missingLines(lines, ownLines(day, user, user.due)).length === 0);
}

test('a known salt, day and e-mail address give a known nonce and coin', () => {
  const nonce = deriveNonce(salt, day);
  expect(nonce).toBe('d3ff38f78c19052b1f9c4b4c0bb34652225a31e1c94ce460b5ea0c505a401138');
  const coin = { asset: 'USD', amount: 100_000_000, number: 1 } as const;
  const hash = '4f38a6cdda938b14d045b308a8794b730653db5b3983104811192f321f5865d9';
  expect(coinHash({ day, email: ana.email, nonce }, coin)).toBe(hash);
  expect(ownLines(day, ana, usd(100))).toEqual([`${hash} USD 100000000\n`]);
  expect(() => deriveNonce('salt', day)).toThrow(new RangeError('A salt is not in hexadecimal'));
});

test('a balance splits into the largest coins that fit, then a coin for each digit, units first', () => {
  expect(splitBalance(0, 'USD')).toEqual([]);
  expect(splitBalance(234_560_001, 'USD')).toEqual([
    100_000_000, 100_000_000, 1, 60_000, 500_000, 4_000_000, 30_000_000,
  ]);
  expect(splitBalance(20_050, 'TOKEN')).toEqual([10_000, 10_000, 50]);
  expect(splitBalance(9_999, 'REWARD')).toEqual([9, 90, 900, 9_000]);
  for (const wrong of [-1, 0.5, 2 ** 53, Number.NaN]) {
    expect(() => splitBalance(wrong, 'USD')).toThrow(
      new RangeError(`A balance of ${wrong} cannot be paid in coins`),
    );
  }
});

test('the sums of a coin list are its users’ balances, of which negative ones count as zero', () => {
  const balance = fc.integer({ min: -5, max: 350_000_000 });
  const due = fc.record({
    owedMicros: balance,
    tokens: fc.integer({ min: -5, max: 99_999 }),
    rewardTokens: fc.nat(99_999),
  });
  fc.assert(
    fc.property(fc.array(due, { maxLength: 6 }), (dues) => {
      const users = dues.map((each, index) => ({ salt, email: `${index}@example.com`, due: each }));
      const list = readLines(users.flatMap((user) => ownLines(day, user, user.due)));
      const total = (part: keyof Due) =>
        dues.reduce((sum, each) => sum + BigInt(Math.max(0, each[part])), 0n);
      expect(list.sums).toEqual({
        USD: total('owedMicros'),
        TOKEN: total('tokens'),
        REWARD: total('rewardTokens'),
      });
      expect(list.coins).toBe(list.lines.size);
    }),
    tries(),
  );
});

test('an empty list is valid; a list without its last line feed is not', () => {
  expect(readLines([])).toMatchObject({ coins: 0, sums: { USD: 0n, TOKEN: 0n, REWARD: 0n } });
  const [line = ''] = ownLines(day, ana, usd(100));
  expect(readCoinList(line.trimEnd())).toEqual({ faultyLine: 1 });
  expect(readCoinList(`${line}x`)).toEqual({ faultyLine: 2 });
});

test('a list has the RFC 6962 root of its lines, each with its line feed', () => {
  const [one, two] = ['a', 'b'].map((digit) => `${digit.repeat(64)} USD 70\n`) as [string, string];
  expect(readLines([one]).root).toBe(
    'add784b18b76efb0c1e2b023791e940a64805f14f32bdbbbdacdc64a3a76af76',
  );
  expect(readLines([two, one]).root).toBe(
    '710f83419f5cd8609eb1babe5aa0167d3d699f36e19d747ce1176672346e4a71',
  );
});

test('sums beyond the largest safe integer are exact', () => {
  const hashes = ['a', 'b', 'c'].map((digit) => digit.repeat(64));
  const list = readLines(hashes.map((hash) => `${hash} USD 9007199254740993\n`));
  expect(list.sums.USD).toBe(27_021_597_764_222_979n);
});

test.each([
  ['negative', '-70'],
  ['zero', '0'],
  ['written with a leading zero', '070'],
  ['not whole', '0.5'],
  ['written as a power', '1e3'],
])('a coin whose amount is %s is refused', (_what, amount) => {
  const hash = 'a'.repeat(64);
  expect(readCoinList(`${hash} USD ${amount}\n`)).toEqual({ faultyLine: 1 });
});

test('a duplicate line, or one out of order, is refused: no coin counts twice', () => {
  const [first = '', second = ''] = listText(ownLines(day, ana, usd(3.5))).match(/.+\n/g) ?? [];
  expect(readCoinList(first + second)).toMatchObject({ coins: 2 });
  expect(readCoinList(first + first + second)).toEqual({ faultyLine: 2 });
  expect(readCoinList(second + first)).toEqual({ faultyLine: 2 });
});

test('the log must have the sums, the number of coins and the root of the list', () => {
  const due = { owedMicros: 70, tokens: 5, rewardTokens: 3 };
  const list = readLines(ownLines(day, ana, due));
  expect(isAsLogged(list, asLogged(due, list))).toBe(true);
  const { sums } = list;
  for (const wrong of [
    { ...list, sums: { ...sums, USD: 69n } },
    { ...list, sums: { ...sums, TOKEN: 4n } },
    { ...list, sums: { ...sums, REWARD: 4n } },
    { ...list, coins: 2 },
    { ...list, root: '0'.repeat(64) },
  ]) {
    expect(isAsLogged(list, wrong)).toBe(false);
  }
});

test('two people with the same salt and balance have no coin in common', () => {
  const users = ['ana@example.com', 'bo@example.com'].map((email) => ({
    email,
    salt,
    due: usd(100),
  }));
  const lines = users.map((user) => ownLines(day, user, user.due));
  expect(lines[0]).not.toEqual(lines[1]);
  const list = readLines(lines[0] ?? []);
  expect(users.map((user) => passes(list, listText(lines[0] ?? []), [user]))).toEqual([
    true,
    false,
  ]);
});

test('equal coins of one person have different hashes, so a list with one lacks the other', () => {
  const own = ownLines(day, ana, usd(200));
  expect(new Set(own).size).toBe(2);
  expect(missingLines(new Set(own.slice(0, 1)), own)).toEqual(own.slice(1));
});

test('a coin’s hash covers its amount, asset, number and day, and its owner’s e-mail address and nonce', () => {
  const of = { day, email: ana.email, nonce: deriveNonce(salt, day) };
  const coin = { asset: 'USD', amount: 70, number: 1 } as const;
  const hashes = [
    coinHash(of, coin),
    coinHash(of, { ...coin, amount: 60 }),
    coinHash(of, { ...coin, asset: 'TOKEN' }),
    coinHash(of, { ...coin, number: 2 }),
    coinHash({ ...of, day: '2026-11-21' }, coin),
    coinHash({ ...of, nonce: deriveNonce(salt, '2026-11-21') }, coin),
    coinHash({ ...of, email: 'bo@example.com' }, coin),
  ];
  expect(new Set(hashes).size).toBe(hashes.length);
  const [line = ''] = ownLines(day, ana, { ...nothing, owedMicros: 70 });
  const smaller = new Set([line.replace('USD 70', 'USD 60')]);
  expect(missingLines(smaller, [line])).toEqual([line]);
});

const tamper = fc.oneof(
  fc.record({ do: fc.constant('drop' as const), at: fc.nat(40) }),
  fc.record({ do: fc.constant('repeat' as const), at: fc.nat(40) }),
  fc.record({ do: fc.constant('move' as const), at: fc.nat(40) }),
  fc.record({
    do: fc.constant('rewrite' as const),
    at: fc.nat(40),
    amount: fc.constantFrom('-70', '0', '1', '060', '9', '100000000', '1e9'),
  }),
  fc.record({
    do: fc.constant('add' as const),
    at: fc.nat(40),
    amount: fc.constantFrom('-70', '-100000000', '0', '1', '70'),
  }),
);
type Tamper = typeof tamper extends fc.Arbitrary<infer T> ? T : never;

function tampered(honest: readonly string[], steps: readonly Tamper[]): string[] {
  const lines = [...honest];
  for (const step of steps) {
    const at = step.at % (lines.length + 1);
    const line = lines[at] ?? '';
    if (step.do === 'drop') lines.splice(at, 1);
    else if (step.do === 'repeat') lines.push(line);
    else if (step.do === 'move') lines.unshift(...lines.splice(at, 1));
    else if (step.do === 'rewrite' && line) lines[at] = line.replace(/\S+\n$/, `${step.amount}\n`);
    else if (step.do === 'add') {
      lines.push(`${step.at.toString(16).padStart(64, '0')} USD ${step.amount}\n`);
    }
  }
  return lines;
}

const users = fc.array(
  fc.record({
    // Few salts, so that many users share one.
    salt: fc.constantFrom('11'.repeat(16), '22'.repeat(16)),
    due: fc.record({
      owedMicros: fc.constantFrom(0, 60, 70, 130, 100_000_000, 250_000_001),
      tokens: fc.constantFrom(0, 5, 20_000),
      rewardTokens: fc.constantFrom(0, 3),
    }),
  }),
  { minLength: 1, maxLength: 5 },
);

test('a published list that passes all checks lacks nothing that is owed', () => {
  let passed = 0;
  fc.assert(
    fc.property(
      users,
      fc.array(tamper, { maxLength: 3 }),
      fc.boolean(),
      fc.constantFrom(-1n, 0n, 1n),
      fc.option(fc.nat(4)),
      (given, steps, isSorted, off, shared) => {
        const all = given.map((user, index) => ({ ...user, email: `${index}@example.com` }));
        const victims = all.map((user, index) => (index === shared ? (all[0] ?? user) : user));
        const honest = [...new Set(victims.flatMap((user) => ownLines(day, user, user.due)))];
        const lines = tampered(honest, steps);
        const text = isSorted ? listText(lines) : lines.join('');
        const list = readCoinList(text);
        const root = 'faultyLine' in list ? '' : list.root;
        const sums = { USD: off, TOKEN: 0n, REWARD: 0n };
        for (const [, asset, amount] of text.matchAll(/ (USD|TOKEN|REWARD) (-?\d+)\n/g)) {
          sums[asset as 'USD'] += BigInt(amount ?? 0);
        }
        const logged = { sums, coins: lines.length, root };
        if (!passes(logged, text, all)) return;
        passed += 1;
        const owed = (part: keyof Due) => all.reduce((sum, { due }) => sum + BigInt(due[part]), 0n);
        expect(logged.sums.USD).toBeGreaterThanOrEqual(owed('owedMicros'));
        expect(logged.sums.TOKEN).toBeGreaterThanOrEqual(owed('tokens'));
        expect(logged.sums.REWARD).toBeGreaterThanOrEqual(owed('rewardTokens'));
      },
    ),
    tries(1_000),
  );
  if (!areSomeTries()) expect(passed).toBeGreaterThan(10);
});

test('a list shows how often each coin occurs', () => {
  const lines = ownLines(day, ana, { owedMicros: 200_000_070, tokens: 5, rewardTokens: 0 });
  const counts = [
    ['USD 100000000', 2],
    ['USD 70', 1],
    ['TOKEN 5', 1],
  ];
  expect([...countAmounts(lines)]).toEqual(counts);
});

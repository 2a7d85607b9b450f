import type { Payout } from '@datchain/shared/domain/books/payouts.ts';
import { expect, test } from 'vitest';
import { cameFrom, type EarningsSources, whereNow } from './earnings-account.ts';
import { sumTotals } from './owned-works.ts';

const now = Date.UTC(2026, 10, 22, 10, 42);
const work = (datId: string, editions: number, earnedMicros: number) => ({
  datId,
  dat: undefined,
  isCreator: false,
  sharePpm: 25_000,
  editions,
  earnedMicros,
});
const payout = (id: string, over: Partial<Payout>): Payout => ({
  id,
  uid: 'fan',
  source: 'credits',
  amountCents: 6_400,
  state: 'paid',
  parts: [],
  qty: 0,
  poolMicros: 0,
  accountId: 'a',
  transferId: 'tr',
  reversals: [],
  createdAt: 1,
  closedAt: 2,
  ...over,
});
const day = (date: string, totalMicros: number, spentMicros = 0) => ({
  date,
  totalMicros,
  spentMicros,
});
const lena: EarningsSources = {
  worksTotals: sumTotals([work('halogen', 2, 4_200_000), work('marble', 0, 148_500_000)]),
  earnedCredits: 1_311,
  rewardTokens: 412,
  tokenValueUsd: 0.417,
  earnedDays: [
    day('2026-11-10', 252_953_000, 64_000_000),
    day('2026-11-19', 11_480_000),
    day('2026-11-21', 19_367_000),
  ],
  payoutDays: 4,
  payouts: [payout('p', {})],
  now,
};

const total = (lines: readonly { micros: number }[]) =>
  lines.reduce((sum, { micros }) => sum + micros, 0);

test('[N-EXP-01] earnings are listed twice, by where they are now and by where they came from', () => {
  expect(whereNow(lena)).toEqual([
    { label: 'Available now', micros: 188_950_000 },
    { label: 'Fractions of a cent', micros: 3_000 },
    { label: 'Available from 23 Nov to 25 Nov', micros: 30_847_000 },
    { label: 'Sent to your bank', micros: 64_000_000 },
    { label: '412 reward tokens', micros: 171_804_000 },
  ]);
  expect(cameFrom(lena)).toEqual([
    { label: 'Works you hold', micros: 4_200_000 },
    { label: 'Works you sold', micros: 148_500_000 },
    { label: 'Tokens you sold', micros: 131_100_000 },
    { label: '412 reward tokens at $0.417', micros: 171_804_000 },
  ]);
  expect(total(whereNow(lena))).toBe(455_604_000);
  expect(total(cameFrom(lena))).toBe(455_604_000);
});

test.each<[string, Partial<EarningsSources>, object]>([
  [
    'a payout on its way and a part that came back',
    {
      payouts: [
        payout('a', { state: 'unknown', amountCents: 2_500 }),
        payout('b', { amountCents: 5_000, reversals: [{ id: 'r', amountCents: 1_100 }] }),
        payout('c', { source: 'tokens' }),
        payout('d', { state: 'returned' }),
      ],
    },
    [
      { label: 'On its way to your bank', micros: 25_000_000 },
      { label: 'Sent to your bank', micros: 39_000_000 },
    ],
  ],
  [
    'a debt that earnings settled',
    { payouts: [payout('a', { amountCents: 6_000 })] },
    [
      { label: 'Sent to your bank', micros: 60_000_000 },
      { label: 'Settled what you owed', micros: 4_000_000 },
    ],
  ],
  [
    'earnings from before days were counted',
    { earnedDays: [], payouts: [], worksTotals: lena.worksTotals },
    [{ label: 'Earned before days were counted', micros: 283_800_000 }],
  ],
  [
    'streams that were corrected after they were paid out',
    { worksTotals: sumTotals([work('halogen', 2, 4_000_000), work('marble', 0, 148_500_000)]) },
    [{ label: 'Taken back after it was paid out', micros: -200_000 }],
  ],
  [
    'one day that waits',
    { earnedDays: [day('2026-11-21', 283_800_000)], payouts: [] },
    [{ label: 'Available from 25 Nov', micros: 283_800_000 }],
  ],
])('[N-EXP-01] both sums are the same with %s', (_, over, lines) => {
  const sources = { ...lena, ...over };
  expect(whereNow(sources)).toEqual(expect.arrayContaining(lines as never));
  expect(total(whereNow(sources))).toBe(total(cameFrom(sources)));
});

test('[N-EXP-01] a user without earnings has no lines of origin, and "Available now" is zero', () => {
  const nobody = {
    ...lena,
    worksTotals: sumTotals([]),
    earnedCredits: 0,
    rewardTokens: 0,
    earnedDays: [],
    payouts: [],
  };
  expect(cameFrom(nobody)).toEqual([]);
  expect(whereNow(nobody)).toEqual([{ label: 'Available now', micros: 0 }]);
});

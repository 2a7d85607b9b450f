import { inBankBy } from '@datchain/shared/domain/payout.ts';
import { expect, test } from 'vitest';
import { limitsText } from './limits.ts';
import type { Terms } from './terms.ts';

const terms = (credits: number, pending: Terms['pending'] = []): Terms => ({
  isKnown: true,
  availableCents: { credits, tokens: 1_000 },
  pending,
  days: 4,
  tokenQty: 20,
  tokenValueUsd: 0.5,
  blockedBy: null,
});
const next = [{ date: '2026-11-20', countsFrom: Date.UTC(2026, 10, 24), micros: 5_780_000 }];

test.each([
  ['credits', terms(18_895), 'At least $25.00, at most $188.95.'],
  ['credits', terms(2_500), 'At least $25.00, at most $25.00.'],
  ['credits', terms(1_358), 'You can cash out once you have $25.00. You need $11.42 more.'],
  [
    'credits',
    terms(1_358, next),
    'You can cash out once you have $25.00. You need $11.42 more; $5.78 becomes available on 24 Nov 2026.',
  ],
  [
    'tokens',
    terms(0, next),
    '20 reward tokens, worth $10.00. Reward tokens can be cashed out from $25.00 on.',
  ],
] as const)(
  '[N-EXP-07] [N-FIG-07] %s show their limits before anything is typed: %j',
  (source, of, text) => {
    expect(limitsText(source, of)).toBe(text);
  },
);

test.each([
  // A Monday, a Friday, a Saturday.
  [Date.UTC(2026, 10, 23, 10), Date.UTC(2026, 10, 27, 10)],
  [Date.UTC(2026, 10, 27, 10), Date.UTC(2026, 11, 3, 10)],
  [Date.UTC(2026, 10, 28, 10), Date.UTC(2026, 11, 3, 10)],
])('[N-EXP-07] money sent at %i is in the bank four working days later, at %i', (now, by) => {
  expect(inBankBy(now)).toBe(by);
});

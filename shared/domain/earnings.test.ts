import { expect, test } from 'vitest';
import { streamEarningsEstimateUsd, walletEarningsMicros } from './earnings.ts';

const nothing = { ownedDatMicros: 0, earnedCredits: 0, rewardTokens: 0, tokenValueUsd: 0.417 };

test.each([
  ['nothing at first', nothing, 0],
  ['editions alone', { ...nothing, ownedDatMicros: 112_418_000 }, 112_418_000],
  ['a credit as ten cents', { ...nothing, earnedCredits: 12.5 }, 1_250_000],
  ['reward tokens at their value', { ...nothing, rewardTokens: 412 }, 171_804_000],
  [
    'all three together',
    { ownedDatMicros: 1, earnedCredits: 1, rewardTokens: 1, tokenValueUsd: 1 },
    1_100_001,
  ],
])('[R-WAL-07] wallet earnings count %s', (_name, parts, micros) => {
  expect(walletEarningsMicros(parts)).toBe(micros);
});

test('[R-WAL-15] the estimate of a DAT is 5 percent of its stream earnings plus its sales', () => {
  expect(streamEarningsEstimateUsd({ streamUsd: 200, salesUsd: 7 })).toBe(17);
});

import { expect, test } from 'vitest';
import { streamEarningsEstimateUsd } from '../../domain/earnings.ts';
import { readCreditSummary, sumCredits } from './credit-summary.ts';
import { readDatBrought } from './dat-brought.ts';

test.each([
  [{ totalEarnings: 200 }, { totalEarnings: 240, sales: { totalEarnings: 40 } }, 50],
  [{ totalEarnings: '200' }, { sales: { totalEarnings: '$40.00' } }, 50],
  [undefined, { totalEarnings: 240, sales: { totalEarnings: 40 } }, 50],
  [{ totalEarnings: 200 }, undefined, 10],
])(
  '[R-WAL-15] stream statistics %j and earnings %j give an estimate of $%d',
  (streamStats, earnings, estimate) => {
    expect(streamEarningsEstimateUsd(readDatBrought(streamStats, earnings))).toBe(estimate);
  },
);

test.each([undefined, null, 'offline', 7, []])(
  '[R-WAL-16] statistics and earnings stored as %j count as zero',
  (failed) => {
    expect(readDatBrought(failed, failed)).toEqual({ streamUsd: 0, salesUsd: 0 });
  },
);

test('[R-WAL-13] total credits are the purchased plus the earned ones', () => {
  const stored = {
    currentCreditsStrings: { totalCredits: '12.5' },
    earnedCreditsStrings: { totalCredits: '7.5' },
  };
  expect(sumCredits(readCreditSummary(stored))).toBe(20);
});

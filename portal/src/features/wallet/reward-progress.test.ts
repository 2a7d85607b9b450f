import { expect, test } from 'vitest';
import { rewardProgress } from './reward-progress.ts';

const early = { utilitySoldCents: 0, issuedToUsers: 0 };

test.each([
  [0, 0, early, { claimable: 0, towardsCents: 0, missingCents: 25_000 }],
  [30_000, 0, early, { claimable: 1, towardsCents: 5_000, missingCents: 20_000 }],
  [30_000, 1, early, { claimable: 0, towardsCents: 5_000, missingCents: 20_000 }],
  [75_000, 1, early, { claimable: 2, towardsCents: 0, missingCents: 25_000 }],
  // Two at $250 each; now one costs $300.
  [
    50_000,
    2,
    { ...early, utilitySoldCents: 2_500_000_000 },
    { claimable: 0, towardsCents: 0, missingCents: 40_000 },
  ],
  [
    75_000,
    0,
    { ...early, issuedToUsers: 66_668 },
    { claimable: 1, isOver: false, missingCents: 25_000 },
  ],
  [75_000, 0, { ...early, issuedToUsers: 66_669 }, { claimable: 0, isOver: true }],
])(
  '[R-WAL-09] the progress follows from %i cents spent and %i tokens awarded',
  (totalCents, awarded, metrics, expected) => {
    expect(rewardProgress({ totalCents, awarded }, metrics)).toMatchObject(expected);
  },
);

import type { PayoutSource } from '@datchain/shared/domain/payout.ts';

/** What the sources are called on screen (R-CSH-02). */
export const sourceNames: Readonly<Record<PayoutSource, string>> = {
  credits: 'Earnings',
  tokens: 'Tokens',
};

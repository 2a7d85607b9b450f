import type { PayoutSource } from '@datchain/shared/domain/payout.ts';

/** The names of the sources on screen (R-CSH-02). */
export const sourceNames: Readonly<Record<PayoutSource, string>> = {
  credits: 'Earnings',
  tokens: 'Tokens',
};

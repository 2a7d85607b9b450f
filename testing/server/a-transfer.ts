import type { Transfer } from '@datchain/functions/stripe/connect.ts';

export const aTransfer = (over: Partial<Transfer> = {}): Transfer => ({
  id: 'tr_p',
  payoutId: 'p',
  amountCents: 3_000,
  reversedCents: 0,
  currency: 'usd',
  accountId: 'acct_ana',
  live: false,
  ...over,
});

import type { Transfer } from '@datchain/functions/stripe/connect.ts';

/** Makes Stripe's transfer for Ana's payout `p` of $30, without any fault. */
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

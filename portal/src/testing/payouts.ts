import type { PayoutSetup } from '@datchain/shared/contracts/calls/payouts.ts';
import type { Answer } from './calls.ts';

/** Answers getPayoutQuote for a user without earnings, with this state of the payout account. */
export const payouts = (setup: PayoutSetup): Answer => ({
  result: {
    eligibleCents: 0,
    pending: [],
    days: 4,
    tokenQty: 0,
    tokenValue: 0,
    tokenCents: 0,
    payouts_enabled: setup === 'ready',
    setup,
    blockedBy: null,
  },
});

import type { PayoutSetup } from '@datchain/shared/contracts/calls/payouts.ts';
import type { Answer } from './calls.ts';

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

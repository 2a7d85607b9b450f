import { paymentProviderName as provider } from '@datchain/shared/contracts/site.ts';

/** Where a payout goes. */
export const payoutNote = `${provider} pays it into your bank account.`;

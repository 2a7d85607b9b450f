import { paymentProviderName as provider } from '@datchain/shared/domain/site.ts';

/** Where a payout goes. */
export const payoutNote = `${provider} pays it into your bank account.`;

import { paymentProviderName as provider } from '@datchain/shared/contracts/site.ts';

/** Where a payout goes. */
export const payoutNote = `Paid to your account at ${provider}, which pays it into your bank account.`;

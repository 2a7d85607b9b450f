import { paymentProviderName as provider } from '@datchain/shared/domain/site.ts';

export const payoutNote = `${provider} pays it into your bank account.`;

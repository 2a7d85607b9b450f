import { getReceiptSeller as contract } from '@datchain/shared/contracts/receipt-call.ts';
import { receiptSeller } from '../editions/receipt-seller.ts';
import { defineCall } from './define.ts';

/** Who sold an edition that the caller bought. */
export const getReceiptSeller = defineCall({
  ...contract,
  failure: 'The receipt could not be looked up. Try again.',
  run: (services, uid, { entryId }) => receiptSeller(services, uid, entryId),
});

import { createPaymentLink as contract } from '@datchain/shared/contracts/calls.ts';
import { startOrder } from '../orders/start-order.ts';
import { defineCall } from './define.ts';

/** blockId, qty → the address of the payment page (R-CAL-03). */
export const createPaymentLink = defineCall({
  ...contract,
  failure: 'Purchase failed',
  secrets: ['STRIPE_SECRET_KEY'],
  run: (services, uid, input) => startOrder(services, uid, input),
});

import { cancelOrder as contract } from '@datchain/shared/contracts/calls.ts';
import { cancelOrder as cancel } from '../orders/order-status.ts';
import { defineCall } from './define.ts';

/** Cancels an unpaid order of the caller's. */
export const cancelOrder = defineCall({
  ...contract,
  failure: 'The order could not be cancelled. Try again.',
  secrets: ['STRIPE_SECRET_KEY'],
  run: (services, uid, { orderId }) => cancel(services, uid, orderId),
});

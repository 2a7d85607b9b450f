import { getOrderStatus as contract } from '@datchain/shared/contracts/calls.ts';
import { orderStatus } from '../orders/order-status.ts';
import { defineCall } from './define.ts';

/** The state of the caller's own order; asks Stripe while it is unpaid. */
export const getOrderStatus = defineCall({
  ...contract,
  failure: 'The order could not be read. Try again.',
  secrets: ['STRIPE_SECRET_KEY'],
  run: (services, uid, { orderId }) => orderStatus(services, uid, orderId),
});

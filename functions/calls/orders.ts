import * as contract from '@datchain/shared/contracts/calls/orders.ts';
import { defineCall } from '../edge/define.ts';
import { cancelOrder as cancel, orderStatus } from '../orders/order-status.ts';
import { startOrder } from '../orders/start-order.ts';

const secrets = ['STRIPE_SECRET_KEY'] as const;

/** Starts an order of `qty` tokens of a block; returns the address of the payment page (R-CAL-03). */
export const createPaymentLinkDatTokenTesting = defineCall({
  ...contract.createPaymentLink,
  failure: 'Purchase failed',
  secrets,
  run: (services, uid, input) => startOrder(services, uid, input),
});

export const getOrderStatus = defineCall({
  ...contract.getOrderStatus,
  failure: 'The order could not be read. Try again.',
  secrets,
  run: (services, uid, { orderId }) => orderStatus(services, uid, orderId),
});

export const cancelOrder = defineCall({
  ...contract.cancelOrder,
  failure: 'The order could not be cancelled. Try again.',
  secrets,
  run: (services, uid, { orderId }) => cancel(services, uid, orderId),
});

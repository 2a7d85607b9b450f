import type { Order } from '@datchain/shared/domain/books/orders.ts';
import { isRefusal } from '@datchain/shared/domain/refusal.ts';
import { chargeFeeEntry } from '../journal/entries/fees.ts';
import { log } from '../log.ts';
import { recordReversals } from '../orders/record-reversals.ts';
import type { Services } from '../services.ts';

type Needs = Pick<Services, 'books' | 'orders' | 'payments'>;

const BATCH_LIMIT = 300;
const CONCURRENCY = 5;

/**
 * Books the fee that Stripe kept of an order's payment.
 *
 * @returns false while Stripe has not reported it: the balance transaction comes after the charge
 * @throws when Stripe or the books cannot be reached
 */
export async function postChargeFee({ books, payments }: Needs, order: Order): Promise<boolean> {
  if (order.chargeFee !== null || !order.paymentIntentId) return order.chargeFee !== null;
  const payment = await payments.find(order.paymentIntentId);
  if (!payment?.fee) return false;
  const posted = await books.commit(chargeFeeEntry(order.id, payment.fee));
  if (isRefusal(posted)) {
    log.error('A fee was refused', { orderId: order.id, reason: posted.message });
    return false;
  }
  return true;
}

/** Books the fee right after a payment, and only logs a failure: the answer must not depend on it. */
export async function tryChargeFee(services: Needs, order: Order): Promise<void> {
  try {
    await postChargeFee(services, order);
  } catch (error) {
    log.warn('The fee is booked later', { orderId: order.id, error: String(error) });
  }
}

/**
 * Books the fee of an order's payment. For a refunded order, its refunds and disputes are booked
 * first: earlier webhooks could book none, and Stripe does not send them again.
 */
async function postFee(services: Needs, order: Order): Promise<boolean> {
  const { state, paymentIntentId } = order;
  if (state === 'refunded' && paymentIntentId) {
    await recordReversals(services, order, paymentIntentId);
  }
  return postChargeFee(services, order);
}

/** Books the missing fees of paid orders. A failed order does not hold up the others. */
export async function postMissingFees(
  services: Needs,
): Promise<{ looked: number; posted: number; failed: number }> {
  const orders = await services.orders.listWithoutFee(BATCH_LIMIT);
  let posted = 0;
  let failed = 0;
  const queue = orders.values();
  const worker = async () => {
    for (const order of queue) {
      try {
        if (await postFee(services, order)) posted += 1;
      } catch (error) {
        failed += 1;
        log.error('A fee could not be booked', { orderId: order.id, error: String(error) });
      }
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, worker));
  return { looked: orders.length, posted, failed };
}

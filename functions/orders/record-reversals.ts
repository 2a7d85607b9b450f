import type { Order } from '@datchain/shared/domain/books/orders.ts';
import { isRefusal } from '@datchain/shared/domain/refusal.ts';
import { clawbackEntry, reinstateEntry } from '../journal/entries/clawbacks.ts';
import { otherFeeEntry } from '../journal/entries/fees.ts';
import type { Entry } from '../journal/entry.ts';
import { log } from '../log.ts';
import type { Services } from '../services.ts';
import type { Reversal } from '../stripe/payments.ts';

type Needs = Pick<Services, 'books' | 'payments'>;

async function record(services: Pick<Needs, 'books'>, entry: Entry<unknown>): Promise<void> {
  const outcome = await services.books.commit(entry);
  // The books know this refund with another amount, which a retry cannot change.
  if (isRefusal(outcome)) {
    log.error('Refused by the books', { entryId: entry.id, reason: outcome.message });
  }
}

async function recordReversal(
  services: Pick<Needs, 'books'>,
  order: Order,
  one: Reversal,
): Promise<void> {
  const { id, kind, leftCents, cameBackCents } = one;
  if (leftCents > 0 && !order.clawbacks.includes(`clawback:${id}`)) {
    await record(services, clawbackEntry(order, { id, kind, cents: leftCents }));
  }
  if (cameBackCents > 0 && !order.clawbacks.includes(`reinstate:${id}`)) {
    await record(services, reinstateEntry(order, { id, kind, cents: cameBackCents }));
  }
  const known = new Set(order.otherFees.map(({ transactionId }) => transactionId));
  for (const fee of one.fees.filter(({ transactionId }) => !known.has(transactionId))) {
    await record(services, otherFeeEntry(order.id, fee));
  }
}

/**
 * Books the refunds and disputes that Stripe knows of the payment of a settled or refunded order,
 * each once.
 *
 * @throws when Stripe or the books cannot be reached; nothing is lost, call again
 */
export async function recordReversals(
  services: Needs,
  order: Order,
  paymentIntentId: string,
): Promise<void> {
  const reversals = await services.payments.listReversals(paymentIntentId);
  for (const one of reversals) await recordReversal(services, order, one);
}

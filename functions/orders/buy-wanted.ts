import type { Order } from '@datchain/shared/domain/books/orders.ts';
import { isRefusal } from '@datchain/shared/domain/refusal.ts';
import { atPresentVersion } from '../editions/trade.ts';
import { OutcomeUnknown } from '../journal/door.ts';
import { buyWantedEntry, missWantedEntry } from '../journal/entries/wanted-edition.ts';
import type { Services } from '../services.ts';
import { recordReversals } from './record-reversals.ts';

type Needs = Pick<Services, 'books' | 'guards' | 'orders' | 'payments'>;

export const isEditionDue = ({ state, edition }: Order): boolean =>
  state === 'settled' && edition?.state === 'wanted';

/**
 * Buys the edition of a paid order, at the confirmed price or a lower one. If that is impossible,
 * the reason is noted and the buyer keeps the tokens (N-BUY-06). Safe to call at any time, by any
 * number of callers: it buys one edition or none.
 *
 * @returns the order afterwards
 * @throws while the outcome is open: the next call continues
 */
export async function buyWanted(services: Needs, order: Order): Promise<Order> {
  const { edition } = order;
  if (!edition || !isEditionDue(order)) return order;
  // A refunded or disputed payment buys nothing, even before a webhook reports it (N-MON-21).
  if (order.paymentIntentId) await recordReversals(services, order, order.paymentIntentId);
  const wanted = { datId: edition.datId, editionNumber: edition.number };
  const bought = await atPresentVersion(services, wanted, (ref, { askPriceCents }) =>
    buyWantedEntry(ref, order, Math.min(askPriceCents ?? Infinity, edition.priceCents)),
  );
  // Stryker disable next-line ConditionalExpression: What was bought is not wanted any more, so nothing is noted as missed.
  if (isRefusal(bought)) {
    // Losing every race says nothing about the edition.
    if (bought.keyTaken) throw new OutcomeUnknown(`The edition of order ${order.id}`);
    await services.books.commit(missWantedEntry(order.id, bought.message));
  }
  return (await services.orders.find(order.id)) ?? order;
}

import type { Order, OrderEdition } from '@datchain/shared/domain/books/orders.ts';
import { isRefusal, refuse } from '@datchain/shared/domain/refusal.ts';
import type { Cents } from '@datchain/shared/domain/units.ts';
import type { Entry, View } from '../entry.ts';
import { type Bought, buyEditionEntry, type EditionRef } from './editions.ts';
import { getOrder, orderDocuments, orderPaths } from './order-documents.ts';

function stillWanted(view: View, orderId: string) {
  const order = getOrder(view, orderId);
  const { edition } = order;
  // Stryker disable next-line OptionalChaining: Only orders for an edition reach this line. Types do not know that.
  return edition?.state === 'wanted' ? { ...order, edition } : undefined;
}

const outcomeDocuments = (
  order: Order & { readonly edition: OrderEdition },
  outcome: Partial<OrderEdition>,
  view: View,
) => orderDocuments({ ...order, edition: { ...order.edition, ...outcome } }, view);

/**
 * Buys the edition that an order's tokens are for, once, and marks the order in the same write (N-BUY-06). It
 * is an ordinary sale: of two purchases at the same version one happens.
 *
 * @param priceCents the edition's current price, at most the price that the buyer confirmed
 * @returns null when the order's edition was bought or missed before
 */
export function buyWantedEntry(
  ref: EditionRef,
  order: Pick<Order, 'id' | 'uid'>,
  priceCents: Cents,
): Entry<Bought | null> {
  const sale = buyEditionEntry(ref, order.uid, priceCents);
  return {
    ...sale,
    input: { ...ref, orderId: order.id, expectedCents: priceCents },
    reads: [...sale.reads, ...orderPaths(order.id)],
    decide(view, now) {
      const wanted = stillWanted(view, order.id);
      if (!wanted) return { answer: null };
      if (wanted.state !== 'settled' || wanted.refundedCents > 0) {
        const { refundedCents, totalCents } = wanted;
        const isPart = refundedCents > 0 && refundedCents < totalCents;
        return refuse(
          'failed-precondition',
          `${isPart ? 'Part of the' : 'The'} payment went back to the card.`,
        );
      }
      const sold = sale.decide(view, now);
      // Stryker disable next-line StringLiteral: A sale is recorded or refused. Types do not know that.
      if (isRefusal(sold) || 'answer' in sold) return sold;
      const outcome = { state: 'bought' as const, entryId: sale.id, spent: sold.result.tokens };
      return {
        ...sold,
        documents: [...sold.documents, ...outcomeDocuments(wanted, outcome, view)],
      };
    },
  };
}

/**
 * Records why the edition could not be bought. This is final: the edition is not bought later behind the
 * buyer's back. The buyer keeps the tokens.
 */
export const missWantedEntry = (orderId: string, reason: string): Entry<null> => ({
  id: `edition-missed:${orderId}`,
  kind: 'edition-missed',
  actor: 'system',
  input: { orderId },
  reads: orderPaths(orderId),
  decide(view) {
    const wanted = stillWanted(view, orderId);
    if (!wanted) return { answer: null };
    return {
      result: null,
      postings: [],
      documents: outcomeDocuments(wanted, { state: 'missed', reason }, view),
      touched: [],
    };
  },
});

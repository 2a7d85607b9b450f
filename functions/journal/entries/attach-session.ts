import type { Entry } from '../entry.ts';
import { getOrder, orderDocuments, orderPaths } from './order-documents.ts';

/** Records which Checkout Session an order is paid with. The first session stays. */
export const attachSessionEntry = (orderId: string, sessionId: string): Entry<null> => ({
  id: `session:${orderId}`,
  kind: 'order-session',
  actor: 'system',
  input: { orderId, sessionId },
  reads: orderPaths(orderId),
  decide(view) {
    const order = getOrder(view, orderId);
    if (order.sessionId !== null) return { answer: null };
    return {
      result: null,
      postings: [],
      documents: orderDocuments({ ...order, sessionId }, view),
      touched: [],
    };
  },
});

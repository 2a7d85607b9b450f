import { readBlockGuard } from '@datchain/shared/contracts/documents/guards.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import {
  findSameOrder,
  type OrderRequest,
  reserveOrder,
} from '@datchain/shared/domain/books/reserve-order.ts';
import { isRefusal, refuse } from '@datchain/shared/domain/refusal.ts';
import { checkoutBody } from '../../stripe/checkout.ts';
import type { Entry } from '../entry.ts';
import { getUser, orderDocuments, orderPaths, userDocument } from './order-documents.ts';
import { blockDocuments, withForSale } from './queue-documents.ts';

/** An account alone is made by anybody's script; a user has a name, and there is one of each. */
const unfinishedSignUp =
  'Your sign-up is not complete. Sign up again with the same e-mail address and password to finish it.';

/**
 * Holds tokens for a buyer. A second click (same block, quantity and variant while the first order
 * is open) answers the first order's id and records nothing.
 */
export const reserveEntry = (
  uid: string,
  request: OrderRequest,
  siteUrl: string,
): Entry<{ orderId: string }> => ({
  id: `reserve:${request.orderId}`,
  kind: 'order-reserved',
  actor: uid,
  input: request,
  reads: [
    docs.user(uid),
    docs.userGuard(uid),
    docs.blockGuard(request.blockId),
    ...orderPaths(request.orderId),
  ],
  decide(view, now) {
    if (view(docs.user(uid)) === undefined) return refuse('failed-precondition', unfinishedSignUp);
    const block = readBlockGuard(view(docs.blockGuard(request.blockId)));
    if (!block) return refuse('not-found', 'Block not found');
    const user = getUser(view, uid);
    const same = findSameOrder(user, request, now);
    if (same) return { answer: { orderId: same.orderId } };
    const forSale = withForSale(view, block, request.qty);
    const reserved = reserveOrder(request, user, forSale, now);
    if (isRefusal(reserved)) return reserved;
    const checkout = JSON.stringify(checkoutBody(reserved.order, siteUrl));
    return {
      result: { orderId: reserved.order.id },
      postings: reserved.postings,
      documents: [
        ...orderDocuments({ ...reserved.order, checkout }, view),
        userDocument(reserved.user),
        ...blockDocuments(reserved.block),
      ],
      touched: [`block:${block.id}`],
    };
  },
});

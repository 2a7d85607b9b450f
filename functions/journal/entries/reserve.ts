import { readBlockGuard } from '@datchain/shared/contracts/documents/guards.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import { debtRefusal } from '@datchain/shared/domain/books/debts.ts';
import { checkSale } from '@datchain/shared/domain/books/editions.ts';
import type { UserGuard, WantedEdition } from '@datchain/shared/domain/books/guards.ts';
import { spendableMicros } from '@datchain/shared/domain/books/lots.ts';
import type { Order } from '@datchain/shared/domain/books/orders.ts';
import {
  findSameOrder,
  type OrderRequest,
  reserveOrder,
} from '@datchain/shared/domain/books/reserve-order.ts';
import { centsToMicros } from '@datchain/shared/domain/money.ts';
import { isRefusal, type Refusal, refuse } from '@datchain/shared/domain/refusal.ts';
import { checkoutBody } from '../../stripe/checkout.ts';
import type { Entry, View } from '../entry.ts';
import { findDat } from './edition-documents.ts';
import { getUser, orderDocuments, orderPaths, userDocument } from './order-documents.ts';
import { blockDocuments, withForSale } from './queue-documents.ts';

/**
 * Sent to an account without a user document: any script can create an account, but only a completed sign-up
 * has a unique username.
 */
const unfinishedSignUp =
  'Your sign-up is not complete. Sign up again with the same e-mail address and password to finish it.';

/** Whether the edition could be bought now, if the order were paid (N-BUY-06). */
function checkWanted(
  view: View,
  user: UserGuard,
  order: Order,
  { datId, number, priceCents }: WantedEdition,
): Refusal | undefined {
  const dat = findDat(view, datId);
  if (!dat) return refuse('not-found', 'Edition not found');
  const sale = checkSale(dat, { number, buyerUid: user.uid, expectedCents: priceCents });
  if (isRefusal(sale)) return sale;
  const owing = debtRefusal(user);
  if (owing) return owing;
  const bought = order.parts.reduce((sum, { faceMicros }) => sum + faceMicros, 0);
  return spendableMicros(user) + bought < centsToMicros(priceCents)
    ? refuse(
        'failed-precondition',
        'These tokens are not enough for the edition. Check the amount and try again.',
      )
    : undefined;
}

/**
 * Holds tokens for a buyer. A second click (same block, quantity and variant while the first order is open)
 * answers with the first order's id and records nothing. Tokens for an edition are held only while it can be
 * bought with them.
 *
 * @param songName the edition's song, for Stripe's payment page
 */
export const reserveEntry = (
  uid: string,
  request: OrderRequest,
  siteUrl: string,
  songName?: string,
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
    // Stryker disable next-line ArrayDeclaration: The mutant reads one more document, which does not exist.
    ...(request.edition ? [docs.datGuard(request.edition.datId)] : []),
  ],
  decide(view, now) {
    if (view(docs.user(uid)) === undefined) return refuse('failed-precondition', unfinishedSignUp);
    const block = readBlockGuard(view(docs.blockGuard(request.blockId)));
    if (!block) return refuse('not-found', 'Block not found');
    const user = getUser(view, uid);
    const same = findSameOrder(user, request, now);
    if (same) return { answer: { orderId: same.orderId } };
    const forSale = withForSale(view, block, request.qty, user);
    const reserved = reserveOrder(request, user, forSale, now);
    if (isRefusal(reserved)) return reserved;
    const refusal = request.edition && checkWanted(view, user, reserved.order, request.edition);
    if (refusal) return refusal;
    const checkout = JSON.stringify(checkoutBody(reserved.order, siteUrl, songName));
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

import type { EditionQuote } from '@datchain/shared/contracts/calls/editions.ts';
import { readBlockGuard } from '@datchain/shared/contracts/documents/guards.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import { debtRefusal } from '@datchain/shared/domain/books/debts.ts';
import { checkSale, findEdition } from '@datchain/shared/domain/books/editions.ts';
import { availableQty, type UserGuard } from '@datchain/shared/domain/books/guards.ts';
import {
  addToLots,
  type Spendable,
  spendableMicros,
  spendFace,
  sumOfLots,
} from '@datchain/shared/domain/books/lots.ts';
import { availableTo, faceOfNext } from '@datchain/shared/domain/books/reserve-order.ts';
import { deliveredLot } from '@datchain/shared/domain/books/returned.ts';
import {
  type EditionPayment,
  paymentFor,
  type TokenOffer,
} from '@datchain/shared/domain/edition-payment.ts';
import { centsToMicros } from '@datchain/shared/domain/money.ts';
import { isRefusal, type Refusal, refuse } from '@datchain/shared/domain/refusal.ts';
import { findDat } from '../journal/entries/edition-documents.ts';
import { getUser } from '../journal/entries/order-documents.ts';
import { withForSale, withOwnListings } from '../journal/entries/queue-documents.ts';
import type { View } from '../journal/entry.ts';
import type { Services } from '../services.ts';
import { lookAt } from './look.ts';
import type { EditionInput } from './trade.ts';

export const noTokensText =
  'There are not enough tokens for sale for this edition now. Try again later.';

/** Lists the tokens that a user can buy, without their own listings (N-MON-17). */
function listOffersTo(view: View, user: UserGuard, blockIds: readonly string[]): TokenOffer[] {
  return blockIds.flatMap((blockId) => {
    const stored = readBlockGuard(view(docs.blockGuard(blockId)));
    if (!stored) return [];
    const block = withOwnListings(view, stored, user);
    const faceOf = (qty: number) => faceOfNext(withForSale(view, block, qty, user), qty, user.uid);
    const available = availableTo(block, user.uid);
    return [{ blockId, priceCents: block.priceCents, available, faceOf }];
  });
}

const amountsOf = ({ lots, changeMicros }: Spendable) => {
  const { qty, faceMicros } = sumOfLots(lots);
  return { tokens: qty, micros: faceMicros, changeMicros };
};

const cardOf = ({ blockId, priceCents, needed, qty, totalCents }: EditionPayment) => ({
  blockId,
  tokenCents: priceCents,
  needed,
  qty,
  totalCents,
});

/** The lot that the order will become; it has no id yet. */
const lotOf = ({ blockId, priceCents, qty, faceMicros }: EditionPayment) =>
  deliveredLot({ id: '', blockId, priceCents, qty }, faceMicros);

function planPurchase(
  user: UserGuard,
  priceCents: number,
  offers: () => TokenOffer[],
): Pick<EditionQuote, 'card' | 'spent' | 'left'> | Refusal {
  const priceMicros = centsToMicros(priceCents);
  const missing = priceMicros - spendableMicros(user);
  const payment = missing > 0 ? paymentFor(offers(), missing) : null;
  if (payment === undefined) return refuse('failed-precondition', noTokensText);
  const lots = payment ? addToLots(user.lots, lotOf(payment), 0) : user.lots;
  const spent = spendFace({ lots, changeMicros: user.changeMicros }, priceMicros);
  if (isRefusal(spent)) throw new Error('unreachable: the payment makes up for what is missing');
  return {
    card: payment && cardOf(payment),
    spent: { tokens: spent.tokens, changeMicros: spent.changeSpentMicros },
    left: amountsOf(spent),
  };
}

/**
 * Quotes the purchase of an edition (N-BUY-05): what it takes from the user's wallet, and first
 * from their card if that is not enough. The card buys at the block with the most value for the
 * money.
 */
export async function editionQuote(
  services: Pick<Services, 'store' | 'guards'>,
  uid: string,
  { datId, editionNumber: number }: EditionInput,
): Promise<EditionQuote | Refusal> {
  const blocks = (await services.guards.listBlocks()).filter((block) => availableQty(block) > 0);
  const blockIds = blocks.map(({ id }) => id);
  const paths = [docs.datGuard(datId), docs.userGuard(uid), ...blockIds.map(docs.blockGuard)];
  return lookAt(services.store, paths, (view) => {
    const dat = findDat(view, datId);
    const edition = dat && findEdition(dat, number);
    if (!dat || !edition) return refuse('not-found', 'Edition not found');
    const user = getUser(view, uid);
    const held = amountsOf(user);
    const priceCents = edition.askPriceCents ?? edition.priceCents;
    const sale = checkSale(dat, { number, buyerUid: uid, expectedCents: priceCents });
    const refusal = isRefusal(sale) ? sale : debtRefusal(user);
    const plan =
      refusal ?? planPurchase(user, priceCents, () => listOffersTo(view, user, blockIds));
    if (!isRefusal(plan)) return { priceCents, blockedBy: null, held, ...plan };
    const nothing = { card: null, spent: { tokens: 0, changeMicros: 0 }, left: held };
    return { priceCents, blockedBy: plan.message, held, ...nothing };
  });
}

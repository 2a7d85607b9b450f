import { randomBytes } from 'node:crypto';
import type { PaymentLink } from '@datchain/shared/contracts/calls/orders.ts';
import { cheapestBlock, type TokenBlock, withoutOwn } from '@datchain/shared/domain/blocks.ts';
import { shownBlock } from '@datchain/shared/domain/books/guards.ts';
import { centsOfUsd } from '@datchain/shared/domain/money.ts';
import type { PurchaseVariant } from '@datchain/shared/domain/purchase.ts';
import { isRefusal, type Refusal, refuse } from '@datchain/shared/domain/refusal.ts';
import { commitPastDebt } from '../earnings/collect-debts.ts';
import { reserveEntry } from '../journal/entries/reserve.ts';
import type { Services } from '../services.ts';
import { ownTokensForSale } from '../tokens/for-sale.ts';
import { syncOrder } from './sync-order.ts';

export interface PurchaseRequest {
  readonly blockId: string;
  readonly qty: unknown;
  readonly variant: PurchaseVariant;
  /** The edition to buy with the tokens, at the price that was shown, in dollars (N-BUY-06). */
  readonly edition?: { datId: string; editionNumber: number; expectedPrice: unknown } | undefined;
}

// Stryker disable next-line ArrowFunction: It is made when the file is loaded, where no change is switched on yet; tests read what it makes.
const newOrderId = () => randomBytes(12).toString('base64url');

/**
 * Refuses a block when a cheaper one has tokens that the buyer can buy (R-HOM-05, N-MON-17). The
 * check is advisory: prices may move.
 */
async function refuseUnlessCheapest(
  services: Services,
  uid: string,
  blockId: string,
): Promise<Refusal | undefined> {
  const guards = await services.guards.listBlocks();
  const blocks = guards.map(shownBlock);
  const wanted = blocks.find((block) => block.id === blockId);
  const isCheaper = (cheapest: TokenBlock | undefined) =>
    wanted !== undefined && cheapest !== undefined && cheapest.priceCents < wanted.priceCents;
  if (!isCheaper(cheapestBlock(blocks))) return undefined;
  const own = await ownTokensForSale(services, uid);
  const bySelf = new Map(own.blocks.map((block) => [block.blockId, block.qty]));
  const others = blocks.map((block) => withoutOwn(block, bySelf));
  return isCheaper(cheapestBlock(others))
    ? refuse('aborted', 'A cheaper block is available.')
    : undefined;
}

/** Converts the request. An invalid price equals no edition's price, so the comparison refuses it. */
const readWanted = ({
  datId,
  editionNumber,
  expectedPrice,
}: NonNullable<PurchaseRequest['edition']>) => ({
  datId,
  number: editionNumber,
  priceCents: centsOfUsd(expectedPrice) as number,
});

/**
 * Reserves tokens and opens a Checkout Session for them (R-CAL-03). A repeated request returns the
 * same address while the first order is open.
 *
 * @throws when Stripe or the books cannot be reached: the reservation stays, and the next attempt
 * or the sweep continues it
 */
export async function startOrder(
  services: Services,
  uid: string,
  { blockId, qty, variant, edition: wanted }: PurchaseRequest,
): Promise<PaymentLink | Refusal> {
  if (variant === 'marketplace') {
    const refusal = await refuseUnlessCheapest(services, uid, blockId);
    if (refusal) return refusal;
  }
  const forEdition = wanted && { edition: readWanted(wanted) };
  const songName = wanted && (await services.releases.find(wanted.datId))?.songName;
  // An earlier order for the same purchase may turn out to be over; then a new one is made.
  for (let round = 0; round < 3; round++) {
    const request = { orderId: newOrderId(), blockId, qty: qty as number, variant, ...forEdition };
    const { siteUrl } = services.environment;
    const reserved = await commitPastDebt(
      services,
      uid,
      reserveEntry(uid, request, siteUrl, songName),
    );
    if (isRefusal(reserved)) return reserved;
    const { order, session } = (await syncOrder(services, reserved.result.orderId)) ?? {};
    if (order && session?.status === 'open' && session.url) {
      return { url: session.url, orderId: order.id, expiresAt: order.expiresAt };
    }
  }
  throw new Error('Stripe opened no session for any of three orders');
}

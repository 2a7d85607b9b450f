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
  /** As sent: the purchase rules check it and say what is wrong with it. */
  readonly qty: unknown;
  readonly variant: PurchaseVariant;
  /** What the tokens are for, with the price that was shown, in dollars (N-BUY-06). */
  readonly edition?: { datId: string; editionNumber: number; expectedPrice: unknown } | undefined;
}

// Stryker disable next-line ArrowFunction: It is made when the file is loaded, where no change is switched on yet; tests read what it makes.
const newOrderId = () => randomBytes(12).toString('base64url');

/**
 * The marketplace sells from the cheapest block only in which the buyer can buy something (R-HOM-05,
 * N-MON-17). Advisory: prices may move.
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

/** An invalid price is not an edition's price: the comparison refuses it. */
const wantedOf = ({
  datId,
  editionNumber,
  expectedPrice,
}: NonNullable<PurchaseRequest['edition']>) => ({
  datId,
  number: editionNumber,
  priceCents: centsOfUsd(expectedPrice) as number,
});

/**
 * Reserves tokens and opens a Checkout Session for them (R-CAL-03). The same block and quantity
 * again, while the first order is open, answers the same address.
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
  const forEdition = wanted && { edition: wantedOf(wanted) };
  const songName = wanted && (await services.releases.find(wanted.datId))?.songName;
  // An earlier order for the same may turn out to be paid, expired or never opened: then a new one.
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

import { portion } from '../money.ts';
import { poolPartOf } from '../sale-parts.ts';
import type { Millis, UsdMicros } from '../units.ts';
import { claimPostings, settleClaim, settledBuyer } from './claims.ts';
import { type Clawback, makeBooksChange, notFound } from './clawback.ts';
import type { BlockGuard, Missed, UserGuard } from './guards.ts';
import { sumOfLots } from './lots.ts';
import { withMissed } from './missed.ts';
import type { Order } from './orders.ts';
import { netted } from './postings.ts';
import {
  chargedMicros,
  computeStanding,
  lotKeyOf,
  missingFace,
  standingChange,
  standingPostings,
} from './returned.ts';
import { takeDelivered } from './take-back.ts';

/**
 * Takes tokens that came back from another user's unpaid order, for the refund that had missed them
 * (N-MON-19). Their part of the debt ends; other lots and earnings that had paid it come back.
 *
 * @param known the tokens set aside in the buyer's wallet
 * @param before as for `clawBack`
 */
export function recover(
  order: Order,
  known: Missed,
  entryId: string,
  before: {
    buyer: UserGuard;
    block: BlockGuard;
    listedIn: readonly BlockGuard[];
    poolMicros: UsdMicros;
    closedMicros: UsdMicros;
  },
  now: Millis,
): Clawback {
  const { takenBack } = order;
  const buyer: UserGuard = {
    ...before.buyer,
    missed: before.buyer.missed.map((one) =>
      one === known ? { ...known, foundQty: 0, foundFaceMicros: 0 } : one,
    ),
  };
  const missingBefore = missingFace(order);
  const found = takeDelivered(buyer, [before.block, ...before.listedIn], lotKeyOf(order), {
    tokens: Math.min(known.foundQty, takenBack.missing),
    faceMicros: Math.min(known.foundFaceMicros, missingBefore),
  });
  const missing = missingBefore - found.faceMicros;
  const charged = portion(chargedMicros(order), missing, missingBefore);
  const settled = settleClaim(order, buyer.debtMicros, chargedMicros(order) - charged);
  const faceMicros = takenBack.faceMicros + found.faceMicros;
  const ownPool = Math.min(
    poolPartOf(faceMicros) - poolPartOf(takenBack.faceMicros),
    before.poolMicros,
  );
  const next: Order = {
    ...order,
    clawbacks: [...order.clawbacks, entryId],
    takenBack: {
      tokens: takenBack.tokens + found.tokens,
      faceMicros,
      poolMicros: takenBack.poolMicros + ownPool,
      ...notFound(missing === 0 ? 0 : Math.max(0, takenBack.missing - found.tokens), charged),
      ...(settled.others.left ? { others: settled.others.left } : {}),
    },
  };
  const change = standingChange(computeStanding(order), computeStanding(next));
  const [block = before.block, ...listedIn] = found.blocks;
  const after = settledBuyer(found.buyer, settled, now);
  return {
    order: next,
    buyer: { ...after, missed: withMissed(after, next, found.blocks) },
    block: { ...block, platformQty: block.platformQty + found.tokens },
    listedIn: listedIn.filter((one) => !before.listedIn.includes(one)),
    listings: found.listings.filter(({ qty }) => qty > 0),
    tokens: found.tokens,
    otherTokens: sumOfLots(settled.others.lots).qty,
    debtMicros: 0 - settled.forgiven,
    poolMicros: change.poolMicros,
    rewards: { unissued: 0, cashedOut: 0 },
    loss: { soldMicros: computeStanding(next).lostMicros, closedMicros: before.closedMicros },
    books: makeBooksChange(change, 0, 0),
    // No money moves to or from the card: its postings cancel out.
    postings: netted([
      ...found.postings,
      ...standingPostings(change),
      ...claimPostings(buyer.uid, settled),
    ]),
  };
}

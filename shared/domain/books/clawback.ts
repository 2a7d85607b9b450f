import { centsToMicros, portion } from '../money.ts';
import { poolPartOf } from '../sale-parts.ts';
import type { Cents, Millis, UsdMicros } from '../units.ts';
import { claimPostings, giveBackToLot, settleClaim, settledBuyer } from './claims.ts';
import type { BlockGuard, BooksChange, UserGuard } from './guards.ts';
import { returnToLots, spendUpTo, sumOfLots } from './lots.ts';
import { withMissed } from './missed.ts';
import type { Order } from './orders.ts';
import { accounts, move, type Posting } from './postings.ts';
import {
  chargedMicros,
  computeStanding,
  dueFor,
  lotKeyOf,
  missingFace,
  returnedCents,
  returnedMicros,
  type Standing,
  standingChange,
  standingPostings,
} from './returned.ts';
import { type TakenOfListing, takeDelivered } from './take-back.ts';
import { takeRewards } from './take-rewards.ts';

/** Formats the missing tokens and their price for `takenBack`; a price of 0 is stored only with tokens. */
export const notFound = (missing: number, missingMicros: UsdMicros) =>
  missing === 0 && missingMicros === 0 ? { missing } : { missing, missingMicros };

export interface OrderLoss {
  readonly soldMicros: UsdMicros;
  readonly closedMicros: UsdMicros;
}

export interface Clawback {
  readonly order: Order;
  readonly buyer: UserGuard;
  readonly block: BlockGuard;
  /** Other blocks in which the buyer's listings shrank or ended. */
  readonly listedIn: readonly BlockGuard[];
  readonly listings: readonly TakenOfListing[];
  /** The order's own tokens moved between buyer and platform. */
  readonly tokens: number;
  /** Tokens of other lots, taken in place of missing ones or given back. */
  readonly otherTokens: number;
  /** The growth of the debt; negative if it shrinks. */
  readonly debtMicros: UsdMicros;
  /** The reward pool's part; negative if the pool gets money back. */
  readonly poolMicros: UsdMicros;
  readonly rewards: { readonly unissued: number; readonly cashedOut: number };
  readonly loss: OrderLoss;
  readonly books: BooksChange;
  readonly postings: readonly Posting[];
}

const noRewards = { unissued: 0, cashedOut: 0 };

/**
 * Returns what a change of an order's standing adds to the books.
 *
 * @param closedMicros a closed account's debt, now a loss
 */
export function makeBooksChange(
  change: Standing,
  spendCents: Cents,
  closedMicros: UsdMicros,
): BooksChange {
  const lostMicros = change.lostMicros + closedMicros;
  return {
    backingMicros: 0 - change.backingMicros,
    platformMicros: 0 - change.platformMicros,
    utilitySoldCents: 0 - spendCents,
    ...(lostMicros === 0 ? {} : { lostMicros }),
  };
}

/**
 * Takes back what a paid order delivered, after its money returned to the card. It takes the delivered face,
 * to the micro, from the order's lot and from listings made from it (N-MON-18). These tokens become platform
 * stock.
 *
 * The price of missing tokens is taken from other lots at their face; the remainder was spent or sold and
 * becomes the buyer's debt. Taken face leaves the books with its backing and its part of the pool. Sellers
 * keep their earnings, and the platform bears the loss (N-MON-20), also for the debt of a closed account
 * (N-MON-22).
 *
 * @param cents the returned amount, above zero
 * @param before the current guards; `listedIn` has the other blocks with listings of the buyer, `poolMicros`
 * is the whole reward pool, `closedMicros` the part of the order's loss that is a closed account's debt
 */
export function clawBack(
  order: Order,
  cents: Cents,
  entryId: string,
  before: {
    buyer: UserGuard;
    block: BlockGuard;
    listedIn?: readonly BlockGuard[];
    poolMicros: UsdMicros;
    closedMicros?: UsdMicros;
  },
): Clawback {
  const refundedCents = order.refundedCents + cents;
  const was = dueFor(order, order.refundedCents);
  const due = dueFor(order, refundedCents);
  const { takenBack } = order;
  const { listedIn: listedBefore = [], closedMicros: closedBefore = 0 } = before;
  const found = takeDelivered(before.buyer, [before.block, ...listedBefore], lotKeyOf(order), {
    tokens: Math.max(0, due.tokens - takenBack.tokens - takenBack.missing),
    faceMicros: due.faceMicros - takenBack.faceMicros - missingFace(order),
  });
  const faceMicros = takenBack.faceMicros + found.faceMicros;
  const tokens = takenBack.tokens + found.tokens;
  const missing = Math.max(0, due.faceMicros - faceMicros);
  const priceMicros = centsToMicros(returnedCents({ ...order, refundedCents }));
  const charged = Math.max(chargedMicros(order), portion(priceMicros, missing, due.faceMicros));
  const others = spendUpTo(found.buyer, charged - chargedMicros(order));
  const { spentMicros: creditMicros } = others;
  const ownPool = Math.min(
    poolPartOf(faceMicros) - poolPartOf(takenBack.faceMicros),
    before.poolMicros,
  );
  const creditBefore = takenBack.others?.creditMicros ?? 0;
  const otherPool = Math.min(
    poolPartOf(creditBefore + creditMicros) - poolPartOf(creditBefore),
    before.poolMicros - ownPool,
  );
  const next: Order = {
    ...order,
    refundedCents,
    clawbacks: [...order.clawbacks, entryId],
    takenBack: {
      ...takenBack,
      tokens,
      faceMicros,
      poolMicros: takenBack.poolMicros + ownPool,
      ...notFound(missing === 0 ? 0 : Math.max(0, due.tokens - tokens), charged),
      ...(creditMicros === 0
        ? {}
        : {
            others: {
              lots: returnToLots(takenBack.others?.lots ?? [], others.taken),
              changeMicros: (takenBack.others?.changeMicros ?? 0) + others.changeSpentMicros,
              creditMicros: creditBefore + creditMicros,
              poolMicros: (takenBack.others?.poolMicros ?? 0) + otherPool,
            },
          }),
    },
  };
  const change = standingChange(computeStanding(order), computeStanding(next));
  const spendCents = due.spendCents - was.spendCents;
  const [block = before.block, ...listedIn] = found.blocks;
  const rewards = takeRewards(
    {
      ...found.buyer,
      lots: others.lots,
      changeMicros: others.changeMicros,
      spendCents: before.buyer.spendCents - spendCents,
    },
    before.buyer.spendCents,
  );
  const { uid } = found.buyer;
  const isClosed = before.buyer.closedAt !== undefined;
  const owedMicros = change.debtMicros + rewards.debtMicros;
  const debtMicros = isClosed ? 0 : owedMicros;
  const closedMicros = isClosed ? owedMicros : 0;
  const owing = isClosed ? accounts.losses : accounts.debt(uid);
  const books = makeBooksChange(change, spendCents, closedMicros);
  return {
    order: next,
    buyer: {
      ...rewards.user,
      debtMicros: before.buyer.debtMicros + debtMicros,
      missed: withMissed(found.buyer, next, found.blocks),
    },
    block: { ...block, platformQty: block.platformQty + found.tokens },
    listedIn: listedIn.filter((one) => !listedBefore.includes(one)),
    listings: found.listings.filter(({ qty }) => qty > 0),
    tokens: found.tokens,
    otherTokens: others.tokens + rewards.tokens,
    debtMicros,
    poolMicros: change.poolMicros - rewards.poolMicros,
    rewards: { unissued: rewards.unissued, cashedOut: rewards.cashedOut },
    loss: {
      soldMicros: computeStanding(next).lostMicros,
      closedMicros: closedBefore + closedMicros,
    },
    books: { ...books, backingMicros: books.backingMicros - rewards.backingMicros },
    postings: [
      ...found.postings,
      ...move('TOKEN', accounts.user(uid), accounts.issuer, others.tokens),
      ...move('FACE', accounts.user(uid), accounts.issuer, creditMicros),
      ...standingPostings(change),
      ...move('USD', owing, accounts.card, change.debtMicros),
      ...rewards.postings,
      ...move('USD', owing, accounts.pool, rewards.debtMicros),
    ],
  };
}

/**
 * Reverses a clawback because its money came back: a dispute was won or a refund failed. It reduces the debt
 * first, then returns the other lots; debt paid meanwhile becomes earnings again.
 *
 * Tokens come from the block's stock; sold stock and other lots' tokens are issued again. Tokens of
 * listings return to the lot. A closed account gets nothing: the platform's loss shrinks, and the platform
 * keeps the rest.
 *
 * @param cents the amount that came back, at most what was refunded
 * @param before as for `clawBack`
 * @throws RangeError if more came back than was refunded
 */
export function reinstate(
  order: Order,
  cents: Cents,
  entryId: string,
  before: { buyer: UserGuard; block: BlockGuard; closedMicros?: UsdMicros },
  now: Millis,
): Clawback & { readonly owedMicros: UsdMicros } {
  const { block, closedMicros = 0 } = before;
  const { takenBack } = order;
  const refundedCents = order.refundedCents - cents;
  if (refundedCents < 0) throw new RangeError(`Order ${order.id}: more came back than went`);
  const was = dueFor(order, order.refundedCents);
  const due = dueFor(order, refundedCents);
  const missingBefore = missingFace(order);
  const missing = Math.max(0, missingBefore - (was.faceMicros - due.faceMicros));
  const missingMicros =
    chargedMicros(order) - portion(chargedMicros(order), missing, missingBefore);
  // The face taken beyond what is now due; the last cent returns all of it.
  const faceMicros = Math.max(0, takenBack.faceMicros + missing - due.faceMicros);
  const missingTokens = portion(takenBack.missing, missing, missingBefore);
  const dueTokens = Math.max(0, takenBack.tokens + missingTokens - due.tokens);
  const isAll = faceMicros === takenBack.faceMicros;
  // A token never returns without face: a refund of less than one token can have taken a whole one.
  const tokens = faceMicros === 0 ? 0 : isAll ? takenBack.tokens : dueTokens;
  const ownPool = portion(takenBack.poolMicros, faceMicros, takenBack.faceMicros);
  const claim = missingMicros + was.excessMicros - due.excessMicros;
  const isClosed = before.buyer.closedAt !== undefined;
  const unpaidMicros = isClosed ? closedMicros : before.buyer.debtMicros;
  const settled = settleClaim(order, unpaidMicros, claim);
  const { others } = settled;
  const next: Order = {
    ...order,
    refundedCents,
    clawbacks: [...order.clawbacks, entryId],
    takenBack: {
      tokens: takenBack.tokens - tokens,
      faceMicros: takenBack.faceMicros - faceMicros,
      poolMicros: takenBack.poolMicros - ownPool,
      ...notFound(missingTokens, chargedMicros(order) - missingMicros),
      ...(others.left ? { others: others.left } : {}),
    },
  };
  const change = standingChange(computeStanding(order), computeStanding(next));
  const spendCents = was.spendCents - due.spendCents;
  const buyer: UserGuard = {
    ...before.buyer,
    spendCents: before.buyer.spendCents + spendCents,
    missed: withMissed(before.buyer, next, []),
  };
  const all = {
    order: next,
    listedIn: [],
    listings: [],
    rewards: noRewards,
    loss: { soldMicros: computeStanding(next).lostMicros, closedMicros },
  };
  if (isClosed) {
    const lostMicros = 0 - change.lostMicros + settled.forgiven;
    const keptMicros = returnedMicros(order) - returnedMicros(next) - lostMicros;
    return {
      ...all,
      buyer,
      block,
      tokens: 0,
      otherTokens: 0,
      debtMicros: 0,
      owedMicros: 0,
      poolMicros: 0,
      loss: { ...all.loss, closedMicros: closedMicros - settled.forgiven },
      books: {
        backingMicros: 0,
        platformMicros: keptMicros,
        utilitySoldCents: spendCents,
        ...(lostMicros === 0 ? {} : { lostMicros: 0 - lostMicros }),
      },
      postings: [
        ...move('USD', accounts.card, accounts.losses, lostMicros),
        ...move('USD', accounts.card, accounts.platform, keptMicros),
      ],
    };
  }
  const stock = Math.min(tokens, block.platformQty);
  const holder = accounts.user(buyer.uid);
  const since = order.settledAt ?? now;
  const lot = { ...lotKeyOf(order), priceCents: order.priceCents, qty: tokens, faceMicros, since };
  return {
    ...all,
    buyer: settledBuyer(giveBackToLot(buyer, lot), settled, now),
    block: { ...block, platformQty: block.platformQty - stock },
    tokens,
    otherTokens: sumOfLots(others.lots).qty,
    debtMicros: 0 - settled.forgiven,
    owedMicros: settled.owedMicros,
    poolMicros: change.poolMicros,
    books: makeBooksChange(change, 0 - spendCents, 0),
    postings: [
      ...move('TOKEN', accounts.block(block.id), holder, stock),
      ...move('TOKEN', accounts.issuer, holder, tokens - stock),
      ...move('FACE', accounts.issuer, holder, faceMicros),
      ...standingPostings(change),
      ...claimPostings(buyer.uid, settled),
    ],
  };
}

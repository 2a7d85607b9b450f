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
  dueFor,
  lotKeyOf,
  missingFace,
  returnedCents,
  returnedMicros,
  type Standing,
  standingChange,
  standingOf,
  standingPostings,
} from './returned.ts';
import { type TakenOfListing, takeDelivered } from './take-back.ts';
import { takeRewards } from './take-rewards.ts';

/** What was not found, and its price. */
export const notFound = (missing: number, missingMicros: UsdMicros) =>
  missing === 0 && missingMicros === 0 ? { missing } : { missing, missingMicros };

/** What the platform lost by an order: see `lossSchema`. */
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
  /** The order's tokens that moved between the buyer and the platform. */
  readonly tokens: number;
  /** Tokens of other lots taken in place of missing ones, or given back. */
  readonly otherTokens: number;
  /** By how much the debt grew; negative if it shrank. */
  readonly debtMicros: UsdMicros;
  /** What the reward pool gave; negative if it got something back. */
  readonly poolMicros: UsdMicros;
  /** Reward tokens that are not issued any more, and those of them that had left circulation. */
  readonly rewards: { readonly unissued: number; readonly cashedOut: number };
  readonly loss: OrderLoss;
  readonly books: BooksChange;
  readonly postings: readonly Posting[];
}

const noRewards = { unissued: 0, cashedOut: 0 };

/** What a change of an order's standing adds to the books. @param closedMicros a closed account's debt, now a loss */
export function booksOf(change: Standing, spendCents: Cents, closedMicros: UsdMicros): BooksChange {
  const lostMicros = change.lostMicros + closedMicros;
  return {
    backingMicros: 0 - change.backingMicros,
    platformMicros: 0 - change.platformMicros,
    utilitySoldCents: 0 - spendCents,
    ...(lostMicros === 0 ? {} : { lostMicros }),
  };
}

/**
 * Takes back what a paid order delivered for money that returned to the card, wherever the buyer
 * has it: in its lot, in listings that came from it; the face it delivered, to the micro (N-MON-18).
 * Those tokens become the platform's stock. Other lots then stand in at their face for the price of
 * what is missing; what they do not cover was spent or sold, and is the buyer's debt. Face that is
 * taken leaves the books, with its backing and what the reward pool got for it. Sellers keep their
 * earnings: what is then missing is the platform's loss (N-MON-20). So is the debt of an account
 * that is closed (N-MON-22).
 *
 * @param cents what returned, above zero
 * @param before the guards as they are; `listedIn` are the other blocks the buyer has listings in;
 * `poolMicros` is everything in the reward pool; `closedMicros` what of the order's loss is a debt
 * of an account that is closed
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
  const change = standingChange(standingOf(order), standingOf(next));
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
  const books = booksOf(change, spendCents, closedMicros);
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
      soldMicros: standingOf(next).lostMicros,
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
 * Gives back what a clawback took, because its money came back: a dispute that was won, a refund
 * that failed. Debt goes first, then the other lots that stood in; where debt was paid in the
 * meantime, what was paid is owed to the user again. Tokens come from the block's stock; tokens
 * sold since, and those other lots gave, are issued again. Listings do not come back: their tokens
 * return to the lot. Nothing comes back to an account that is closed: the platform's loss shrinks,
 * and it keeps the rest.
 *
 * @param cents what came back, at most what was refunded
 * @param before as for `clawBack`
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
  // What was taken beyond what is due now: all of it with the last cent.
  const faceMicros = Math.max(0, takenBack.faceMicros + missing - due.faceMicros);
  const missingTokens = portion(takenBack.missing, missing, missingBefore);
  const most = Math.max(0, takenBack.tokens + missingTokens - due.tokens);
  const isAll = faceMicros === takenBack.faceMicros;
  // A token never comes back without face: a refund of less than a token may have taken a whole one.
  const tokens = faceMicros === 0 ? 0 : isAll ? takenBack.tokens : most;
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
  const change = standingChange(standingOf(order), standingOf(next));
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
    loss: { soldMicros: standingOf(next).lostMicros, closedMicros },
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
    books: booksOf(change, 0 - spendCents, 0),
    postings: [
      ...move('TOKEN', accounts.block(block.id), holder, stock),
      ...move('TOKEN', accounts.issuer, holder, tokens - stock),
      ...move('FACE', accounts.issuer, holder, faceMicros),
      ...standingPostings(change),
      ...claimPostings(buyer.uid, settled),
    ],
  };
}

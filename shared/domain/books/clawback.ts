import { rates } from '../config.ts';
import { centsToMicros, PPM, partOf, portion } from '../money.ts';
import type { Cents, Millis, UsdMicros } from '../units.ts';
import type { BlockGuard, Books, UserGuard } from './guards.ts';
import { addEarned, returnToLots, spendUpTo, sumOfLots } from './lots.ts';
import { type Order, type OtherTokens, PLATFORM } from './orders.ts';
import { accounts, move, type Posting } from './postings.ts';
import { type Found, type TakenOfListing, takeDelivered } from './take-back.ts';

/** What a sum of money that returned to the card takes with it. */
interface Due {
  readonly tokens: number;
  /** By how much the buyer's spend falls: platform tokens only, as they alone were counted. */
  readonly spendCents: Cents;
  /** More than was ever paid: a payment that was refunded and disputed. */
  readonly excessMicros: UsdMicros;
}

/**
 * What an order gives up once `refundedCents` of it were returned in all. Every refund takes the
 * difference from what earlier ones took, so that their order and number do not matter.
 */
function dueFor(order: Order, refundedCents: Cents): Due {
  const cents = Math.min(refundedCents, order.totalCents);
  const platformQty = order.parts.reduce(
    (sum, part) => sum + (part.source === PLATFORM ? part.qty : 0),
    0,
  );
  return {
    tokens: portion(order.qty, cents, order.totalCents),
    spendCents: portion(platformQty * order.priceCents, cents, order.totalCents),
    excessMicros: centsToMicros(refundedCents - cents),
  };
}

/** The value of the tokens not found so far. */
const chargedMicros = ({ takenBack, priceCents }: Order): UsdMicros =>
  takenBack.missingMicros ?? centsToMicros(takenBack.missing * priceCents);

const notFound = (missing: number, missingMicros: UsdMicros) =>
  missing === 0 ? { missing } : { missing, missingMicros };

/**
 * The value of the tokens that this refund does not find: their price, less any face above price of
 * those it does. Spending takes whole tokens and leaves the remaining face of the last one to the
 * others: by price alone, more would be owed than was spent.
 */
function missingValue(order: Order, due: Due, found: Found): UsdMicros {
  const { takenBack, priceCents } = order;
  const tokens = takenBack.tokens + found.tokens;
  const foundMicros = Math.max(
    centsToMicros(tokens * priceCents),
    takenBack.faceMicros + found.faceMicros,
  );
  const openMicros = centsToMicros(due.tokens * priceCents) - foundMicros;
  return Math.max(0, openMicros - chargedMicros(order));
}

/** What a refund, a dispute or the return of either changes. */
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
  /** What is added to the books. */
  readonly books: Books;
  readonly postings: readonly Posting[];
}

/**
 * Takes back what a settled order delivered for money that returned to the card, wherever the buyer
 * has it: in the lot of the block, in listings that came from it. Those tokens become the
 * platform's stock. Other lots then stand in at their face for what is missing; what they do not
 * cover was spent or sold, and is the buyer's debt. Face that is taken leaves the books, with its
 * backing and what the reward pool got for it. Sellers keep their earnings: the platform bears what
 * is then missing, and all rounding.
 *
 * @param cents what returned, above zero
 * @param before the guards as they are; `listedIn` are the other blocks the buyer has listings in;
 * `poolMicros` is everything in the reward pool
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
  },
): Clawback {
  const refundedCents = order.refundedCents + cents;
  const was = dueFor(order, order.refundedCents);
  const due = dueFor(order, refundedCents);
  const wanted = due.tokens - was.tokens;
  const { listedIn: listedBefore = [] } = before;
  const blocks = [before.block, ...listedBefore];
  const found = takeDelivered(before.buyer, blocks, order.blockId, wanted);
  const missing = wanted - found.tokens;
  const missingMicros = missingValue(order, due, found);
  const others = spendUpTo(found.buyer, missingMicros);
  const { spentMicros: creditMicros } = others;
  const debtMicros = missingMicros - creditMicros + due.excessMicros - was.excessMicros;
  const backingOf = (faceMicros: UsdMicros) => partOf(faceMicros, PPM - rates.poolPpm);
  const backing = backingOf(found.faceMicros) + backingOf(creditMicros);
  const ownPool = Math.min(partOf(found.faceMicros, rates.poolPpm), before.poolMicros);
  const otherPool = Math.min(partOf(creditMicros, rates.poolPpm), before.poolMicros - ownPool);
  const pool = ownPool + otherPool;
  const platform = centsToMicros(cents) - debtMicros - backing - pool;
  const spendCents = due.spendCents - was.spendCents;
  const { takenBack } = order;
  const { uid } = found.buyer;
  const [block = before.block, ...listedIn] = found.blocks;
  return {
    order: {
      ...order,
      refundedCents,
      clawbacks: [...order.clawbacks, entryId],
      takenBack: {
        ...takenBack,
        tokens: takenBack.tokens + found.tokens,
        faceMicros: takenBack.faceMicros + found.faceMicros,
        poolMicros: takenBack.poolMicros + ownPool,
        ...notFound(takenBack.missing + missing, chargedMicros(order) + missingMicros),
        ...(creditMicros === 0
          ? {}
          : {
              others: {
                lots: returnToLots(takenBack.others?.lots ?? [], others.taken),
                changeMicros: (takenBack.others?.changeMicros ?? 0) + others.changeSpentMicros,
                creditMicros: (takenBack.others?.creditMicros ?? 0) + creditMicros,
                poolMicros: (takenBack.others?.poolMicros ?? 0) + otherPool,
              },
            }),
      },
    },
    buyer: {
      ...found.buyer,
      lots: others.lots,
      changeMicros: others.changeMicros,
      spendCents: before.buyer.spendCents - spendCents,
      debtMicros: before.buyer.debtMicros + debtMicros,
    },
    block: { ...block, platformQty: block.platformQty + found.tokens },
    listedIn: listedIn.filter((one) => !listedBefore.includes(one)),
    listings: found.listings,
    tokens: found.tokens,
    otherTokens: others.tokens,
    debtMicros,
    poolMicros: pool,
    books: {
      backingMicros: 0 - backing,
      platformMicros: 0 - platform,
      utilitySoldCents: 0 - spendCents,
    },
    postings: [
      ...found.postings,
      ...move('TOKEN', accounts.user(uid), accounts.issuer, others.tokens),
      ...move('FACE', accounts.user(uid), accounts.issuer, creditMicros),
      ...move('USD', accounts.backing, accounts.card, backing),
      ...move('USD', accounts.pool, accounts.card, pool),
      ...move('USD', accounts.debt(uid), accounts.card, debtMicros),
      ...move('USD', accounts.platform, accounts.card, platform),
    ],
  };
}

/** How much of the other lots comes back for an amount: all of them with its last part. */
function giveBackOthers(others: OtherTokens | undefined, claimMicros: UsdMicros) {
  if (!others) {
    return { lots: [], changeMicros: 0, left: undefined, creditMicros: 0, poolMicros: 0 };
  }
  const { lots, changeMicros = 0 } = others;
  const creditMicros = Math.min(claimMicros, others.creditMicros);
  if (creditMicros === others.creditMicros) return { ...others, changeMicros, left: undefined };
  const back = spendUpTo({ lots, changeMicros }, creditMicros);
  const poolMicros = portion(others.poolMicros, creditMicros, others.creditMicros);
  const left = {
    lots: back.lots,
    changeMicros: back.changeMicros,
    creditMicros: others.creditMicros - creditMicros,
    poolMicros: others.poolMicros - poolMicros,
  };
  return {
    lots: back.taken,
    changeMicros: back.changeSpentMicros,
    left,
    creditMicros,
    poolMicros,
  };
}

/**
 * Gives back what a clawback took, because its money came back: a dispute that was won, a refund
 * that failed. Debt goes first, then the other lots that stood in; where debt was paid in the
 * meantime, what was paid is owed to the user again. Tokens come from the block's stock; tokens
 * sold since, and those other lots gave, are issued again. Listings do not come back: their tokens
 * return to the lot.
 *
 * @param cents what came back, at most what was refunded
 */
export function reinstate(
  order: Order,
  cents: Cents,
  entryId: string,
  before: { buyer: UserGuard; block: BlockGuard },
  now: Millis,
): Clawback & { readonly owedMicros: UsdMicros } {
  const { buyer, block } = before;
  const { takenBack, blockId, priceCents } = order;
  const refundedCents = order.refundedCents - cents;
  if (refundedCents < 0) throw new RangeError(`Order ${order.id}: more came back than went`);
  const was = dueFor(order, order.refundedCents);
  const due = dueFor(order, refundedCents);
  const found = Math.min(was.tokens - due.tokens, takenBack.missing);
  const tokens = was.tokens - due.tokens - found;
  const faceMicros = portion(takenBack.faceMicros, tokens, takenBack.tokens);
  const ownPool = portion(takenBack.poolMicros, tokens, takenBack.tokens);
  const missingMicros = portion(chargedMicros(order), found, takenBack.missing);
  const claim = missingMicros + was.excessMicros - due.excessMicros;
  const forgiven = Math.min(buyer.debtMicros, claim);
  const others = giveBackOthers(takenBack.others, claim - forgiven);
  const { qty: otherTokens, faceMicros: lotsFace } = sumOfLots(others.lots);
  const otherFace = lotsFace + others.changeMicros;
  const owedMicros = claim - forgiven - others.creditMicros;
  const backingOf = (face: UsdMicros) => face - partOf(face, rates.poolPpm);
  const backing = backingOf(faceMicros) + backingOf(otherFace);
  const pool = ownPool + others.poolMicros;
  const platform = centsToMicros(cents) - forgiven - owedMicros - backing - pool;
  const spendCents = was.spendCents - due.spendCents;
  const stock = Math.min(tokens, block.platformQty);
  const holder = accounts.user(buyer.uid);
  const since = order.settledAt ?? now;
  const delivered = tokens === 0 ? [] : [{ blockId, priceCents, qty: tokens, faceMicros, since }];
  return {
    order: {
      ...order,
      refundedCents,
      clawbacks: [...order.clawbacks, entryId],
      takenBack: {
        tokens: takenBack.tokens - tokens,
        faceMicros: takenBack.faceMicros - faceMicros,
        poolMicros: takenBack.poolMicros - ownPool,
        ...notFound(takenBack.missing - found, chargedMicros(order) - missingMicros),
        ...(others.left ? { others: others.left } : {}),
      },
    },
    buyer: {
      ...buyer,
      lots: returnToLots(returnToLots(buyer.lots, delivered), others.lots),
      changeMicros: buyer.changeMicros + others.changeMicros,
      spendCents: buyer.spendCents + spendCents,
      debtMicros: buyer.debtMicros - forgiven,
      earnedDays:
        owedMicros === 0 ? buyer.earnedDays : addEarned(buyer.earnedDays, now, owedMicros),
    },
    block: { ...block, platformQty: block.platformQty - stock },
    listedIn: [],
    listings: [],
    tokens,
    otherTokens,
    debtMicros: 0 - forgiven,
    owedMicros,
    poolMicros: 0 - pool,
    books: { backingMicros: backing, platformMicros: platform, utilitySoldCents: spendCents },
    postings: [
      ...move('TOKEN', accounts.block(block.id), holder, stock),
      ...move('TOKEN', accounts.issuer, holder, tokens - stock + otherTokens),
      ...move('FACE', accounts.issuer, holder, faceMicros + otherFace),
      ...move('USD', accounts.card, accounts.backing, backing),
      ...move('USD', accounts.card, accounts.pool, pool),
      ...move('USD', accounts.card, accounts.debt(buyer.uid), forgiven),
      ...move('USD', accounts.card, accounts.owed(buyer.uid), owedMicros),
      ...move('USD', accounts.card, accounts.platform, platform),
    ],
  };
}

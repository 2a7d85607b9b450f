import { rates } from '../config.ts';
import { type Cents, centsToMicros, type Millis, type UsdMicros } from '../units.ts';
import type { BlockGuard, Books, Lot, UserGuard } from './guards.ts';
import { addEarned, addToLots, faceOf } from './lots.ts';
import { type Order, PLATFORM } from './orders.ts';
import { accounts, move, type Posting } from './postings.ts';

const PPM = 1_000_000;

/** `amount × part / whole`, rounded down, exact for every whole number. */
const portion = (amount: number, part: number, whole: number): number =>
  whole === 0 ? 0 : Number((BigInt(amount) * BigInt(part)) / BigInt(whole));

/** What goes together with a sum of money that returned to the card. */
interface Due {
  readonly tokens: number;
  /** By how much the buyer's spend falls: platform tokens only, as they alone were counted. */
  readonly spendCents: Cents;
  /** More than was ever paid: a payment that was refunded and disputed. */
  readonly excessMicros: UsdMicros;
}

/**
 * What an order gives up once `refundedCents` of it went back in all. Every refund takes the
 * difference to what the ones before it took, so that their order and number do not matter.
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

/** Takes tokens out of the lot of one block, as many as are there, with the face that is theirs. */
function takeFromLot(lots: readonly Lot[], blockId: string, qty: number) {
  const lot = lots.find((one) => one.blockId === blockId);
  const tokens = Math.min(qty, lot?.qty ?? 0);
  if (!lot || tokens === 0) return { lots, tokens: 0, faceMicros: 0 };
  const faceMicros = faceOf(lot, tokens);
  const left = { ...lot, qty: lot.qty - tokens, faceMicros: lot.faceMicros - faceMicros };
  return {
    lots: lots.flatMap((one) => (one !== lot ? [one] : left.qty > 0 ? [left] : [])),
    tokens,
    faceMicros,
  };
}

/** What a refund, a dispute or the return of either changes. */
export interface Clawback {
  readonly order: Order;
  readonly buyer: UserGuard;
  readonly block: BlockGuard;
  /** Tokens that moved between the buyer and the platform. */
  readonly tokens: number;
  /** By how much the debt grew, or with a minus shrank. */
  readonly debtMicros: UsdMicros;
  /** What the reward pool gave, or with a minus got back. */
  readonly poolMicros: UsdMicros;
  /** What is added to the books. */
  readonly books: Books;
  readonly postings: readonly Posting[];
}

/**
 * Takes back what a settled order delivered for money that returned to the card. Tokens still in
 * the buyer's lot of the block become the platform's stock; their face is taken out of the books,
 * with what backs it and what the reward pool got for it. The price of tokens that are gone becomes
 * the buyer's debt. Sellers keep their earnings: what then is missing, and every rounding, is the
 * platform's.
 *
 * @param cents what returned, above zero
 * @param before the guards as they are; `poolMicros` is all that the reward pool has
 */
export function clawBack(
  order: Order,
  cents: Cents,
  entryId: string,
  before: { buyer: UserGuard; block: BlockGuard; poolMicros: UsdMicros },
): Clawback {
  const { buyer, block } = before;
  const refundedCents = order.refundedCents + cents;
  const was = dueFor(order, order.refundedCents);
  const due = dueFor(order, refundedCents);
  const wanted = due.tokens - was.tokens;
  const { lots, tokens, faceMicros } = takeFromLot(buyer.lots, order.blockId, wanted);
  const missing = wanted - tokens;
  const debtMicros =
    centsToMicros(missing * order.priceCents) + due.excessMicros - was.excessMicros;
  const backing = portion(faceMicros, PPM - rates.poolPpm, PPM);
  const pool = Math.min(portion(faceMicros, rates.poolPpm, PPM), before.poolMicros);
  const platform = centsToMicros(cents) - debtMicros - backing - pool;
  const spendCents = due.spendCents - was.spendCents;
  const { takenBack } = order;
  return {
    order: {
      ...order,
      refundedCents,
      clawbacks: [...order.clawbacks, entryId],
      takenBack: {
        tokens: takenBack.tokens + tokens,
        faceMicros: takenBack.faceMicros + faceMicros,
        poolMicros: takenBack.poolMicros + pool,
        missing: takenBack.missing + missing,
      },
    },
    buyer: {
      ...buyer,
      lots,
      spendCents: buyer.spendCents - spendCents,
      debtMicros: buyer.debtMicros + debtMicros,
    },
    block: { ...block, platformQty: block.platformQty + tokens },
    tokens,
    debtMicros,
    poolMicros: pool,
    books: {
      backingMicros: 0 - backing,
      platformMicros: 0 - platform,
      utilitySoldCents: 0 - spendCents,
    },
    postings: [
      ...move('TOKEN', accounts.user(buyer.uid), accounts.block(block.id), tokens),
      ...move('FACE', accounts.user(buyer.uid), accounts.issuer, faceMicros),
      ...move('USD', accounts.backing, accounts.card, backing),
      ...move('USD', accounts.pool, accounts.card, pool),
      ...move('USD', accounts.debt(buyer.uid), accounts.card, debtMicros),
      ...move('USD', accounts.platform, accounts.card, platform),
    ],
  };
}

/**
 * Gives back what a clawback took, because its money came back: a dispute that was won, a refund
 * that failed. Debt goes first; where it was paid in the meantime, what was paid is owed to the
 * user again. Tokens come from the block's stock; what is sold already is issued anew.
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
  const pool = portion(takenBack.poolMicros, tokens, takenBack.tokens);
  const backing = faceMicros - portion(faceMicros, rates.poolPpm, PPM);
  const claim = centsToMicros(found * priceCents) + was.excessMicros - due.excessMicros;
  const forgiven = Math.min(buyer.debtMicros, claim);
  const owedMicros = claim - forgiven;
  const platform = centsToMicros(cents) - claim - backing - pool;
  const spendCents = was.spendCents - due.spendCents;
  const stock = Math.min(tokens, block.platformQty);
  const holder = accounts.user(buyer.uid);
  return {
    order: {
      ...order,
      refundedCents,
      clawbacks: [...order.clawbacks, entryId],
      takenBack: {
        tokens: takenBack.tokens - tokens,
        faceMicros: takenBack.faceMicros - faceMicros,
        poolMicros: takenBack.poolMicros - pool,
        missing: takenBack.missing - found,
      },
    },
    buyer: {
      ...buyer,
      lots:
        tokens === 0
          ? buyer.lots
          : addToLots(buyer.lots, { blockId, priceCents, qty: tokens, faceMicros }),
      spendCents: buyer.spendCents + spendCents,
      debtMicros: buyer.debtMicros - forgiven,
      earnedDays:
        owedMicros === 0 ? buyer.earnedDays : addEarned(buyer.earnedDays, now, owedMicros),
    },
    block: { ...block, platformQty: block.platformQty - stock },
    tokens,
    debtMicros: 0 - forgiven,
    owedMicros,
    poolMicros: 0 - pool,
    books: { backingMicros: backing, platformMicros: platform, utilitySoldCents: spendCents },
    postings: [
      ...move('TOKEN', accounts.block(block.id), holder, stock),
      ...move('TOKEN', accounts.issuer, holder, tokens - stock),
      ...move('FACE', accounts.issuer, holder, faceMicros),
      ...move('USD', accounts.card, accounts.backing, backing),
      ...move('USD', accounts.card, accounts.pool, pool),
      ...move('USD', accounts.card, accounts.debt(buyer.uid), forgiven),
      ...move('USD', accounts.card, accounts.owed(buyer.uid), owedMicros),
      ...move('USD', accounts.card, accounts.platform, platform),
    ],
  };
}

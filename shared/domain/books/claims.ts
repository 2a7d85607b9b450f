import { portion } from '../money.ts';
import type { Millis, UsdMicros } from '../units.ts';
import type { Lot, UserGuard } from './guards.ts';
import { addEarned, isSameLot, returnToLots, spendUpTo, sumOfLots } from './lots.ts';
import type { Order, OtherTokens } from './orders.ts';
import { accounts, move, type Posting } from './postings.ts';

/**
 * Gives the buyer lots back that a refund took in place of the order's own tokens, up to the value of a claim.
 * A claim for the whole value gives back all that is left, without rounding.
 */
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

export interface Settled {
  readonly forgiven: UsdMicros;
  readonly others: ReturnType<typeof giveBackOthers>;
  /** The part that had paid the debt; it becomes earnings again. */
  readonly owedMicros: UsdMicros;
}

/**
 * Settles a claim of the buyer: it reduces the debt first, then returns other lots, then restores earnings
 * that had paid the debt.
 */
export function settleClaim(order: Order, debtMicros: UsdMicros, claim: UsdMicros): Settled {
  const forgiven = Math.min(debtMicros, claim);
  const others = giveBackOthers(order.takenBack.others, claim - forgiven);
  return { forgiven, others, owedMicros: claim - forgiven - others.creditMicros };
}

export const settledBuyer = (
  buyer: UserGuard,
  { forgiven, others, owedMicros }: Settled,
  now: Millis,
): UserGuard => ({
  ...buyer,
  lots: returnToLots(buyer.lots, others.lots),
  changeMicros: buyer.changeMicros + others.changeMicros,
  debtMicros: buyer.debtMicros - forgiven,
  earnedDays: owedMicros === 0 ? buyer.earnedDays : addEarned(buyer.earnedDays, now, owedMicros),
});

/** Returns the postings of a settled claim to the buyer, without those of backing and pool. */
export function claimPostings(uid: string, { forgiven, others, owedMicros }: Settled): Posting[] {
  const { qty, faceMicros } = sumOfLots(others.lots);
  return [
    ...move('TOKEN', accounts.issuer, accounts.user(uid), qty),
    ...move('FACE', accounts.issuer, accounts.user(uid), faceMicros + others.changeMicros),
    ...move('USD', accounts.card, accounts.debt(uid), forgiven),
    ...move('USD', accounts.card, accounts.owed(uid), owedMicros),
  ];
}

/** Returns face to its lot, at the lot's place. Without tokens and a lot, the face becomes change. */
export function giveBackToLot(buyer: UserGuard, lot: Lot): UserGuard {
  if (lot.faceMicros === 0) return buyer;
  if (lot.qty > 0 || buyer.lots.some((one) => isSameLot(one, lot))) {
    return { ...buyer, lots: returnToLots(buyer.lots, [lot]) };
  }
  return { ...buyer, changeMicros: buyer.changeMicros + lot.faceMicros };
}

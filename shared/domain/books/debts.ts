import type { UsdMicros } from '../units.ts';
import type { UserGuard } from './guards.ts';
import { accounts, move, type Posting } from './postings.ts';

export interface DebtPayment {
  readonly user: UserGuard;
  readonly paidMicros: UsdMicros;
  readonly postings: readonly Posting[];
}

/**
 * Pays a user's debt from what the user has earned and not been paid, oldest day first; days that
 * still wait for their payout count too. Undefined when there is no debt or nothing to pay it with.
 */
export function payDebt(user: UserGuard): DebtPayment | undefined {
  let missing = user.debtMicros;
  const earnedDays = user.earnedDays.map((day) => {
    const paid = Math.min(missing, day.totalMicros - day.spentMicros);
    missing -= paid;
    return paid === 0 ? day : { ...day, spentMicros: day.spentMicros + paid };
  });
  const paidMicros = user.debtMicros - missing;
  if (paidMicros === 0) return undefined;
  return {
    user: { ...user, earnedDays, debtMicros: missing },
    paidMicros,
    postings: move('USD', accounts.owed(user.uid), accounts.debt(user.uid), paidMicros),
  };
}

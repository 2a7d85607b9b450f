import { formatCents } from '../format.ts';
import { MICROS_PER_CENT } from '../money.ts';
import { type Refusal, refuse } from '../refusal.ts';
import type { UsdMicros } from '../units.ts';
import type { UserGuard } from './guards.ts';
import { accounts, move, type Posting } from './postings.ts';

/** Formats a debt; fractions of a cent round up. */
export const formatDebt = (debtMicros: UsdMicros): string =>
  formatCents(Math.ceil(debtMicros / MICROS_PER_CENT));

/** Says how a debt ends, in the same words on screens and in e-mails. */
export const earningsPayIt = 'Earnings pay it first';

/** Returns the sentence of the refusal wherever a debt blocks something (N-MON-04). */
export const debtText = (debtMicros: UsdMicros): string =>
  `You owe ${formatDebt(debtMicros)}. ${earningsPayIt}; until then you cannot spend tokens, claim reward tokens or cash out.`;

/** Refuses spending tokens, claiming reward tokens and cashing out while there is a debt (N-MON-04). */
export const debtRefusal = ({ debtMicros }: UserGuard): Refusal | undefined =>
  debtMicros > 0
    ? { ...refuse('failed-precondition', debtText(debtMicros)), owes: true }
    : undefined;

const unpaidMicros = ({ earnedDays }: UserGuard): UsdMicros =>
  earnedDays.reduce((sum, { totalMicros, spentMicros }) => sum + totalMicros - spentMicros, 0);

/** Says whether a user owes something and has unpaid earnings to pay it with. */
export const canPayDebt = (user: UserGuard): boolean =>
  user.debtMicros > 0 && unpaidMicros(user) > 0;

export interface DebtPayment {
  readonly user: UserGuard;
  readonly paidMicros: UsdMicros;
  readonly postings: readonly Posting[];
}

/** Pays a debt from earnings not paid out, oldest day first; undefined if there is nothing to pay with. */
export function payDebt(user: UserGuard): DebtPayment | undefined {
  let missing = user.debtMicros;
  const earnedDays = user.earnedDays.map((day) => {
    const paid = Math.min(missing, day.totalMicros - day.spentMicros);
    missing -= paid;
    return { ...day, spentMicros: day.spentMicros + paid };
  });
  const paidMicros = user.debtMicros - missing;
  if (paidMicros === 0) return undefined;
  return {
    user: { ...user, earnedDays, debtMicros: missing },
    paidMicros,
    postings: move('USD', accounts.owed(user.uid), accounts.debt(user.uid), paidMicros),
  };
}

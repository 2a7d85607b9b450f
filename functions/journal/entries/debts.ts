import { docs } from '@datchain/shared/contracts/paths.ts';
import { payDebt } from '@datchain/shared/domain/books/debts.ts';
import type { Entry } from '../entry.ts';
import { debtDocument } from './clawbacks.ts';
import { getUser, userDocument } from './order-documents.ts';

/**
 * Pays a user's debt from the user's earnings. It takes what is available: the id names only the attempt, and a
 * second one finds nothing left.
 */
export const payDebtEntry = (uid: string, attempt: string): Entry<{ paidMicros: number }> => ({
  id: `debt-paid:${uid}:${attempt}`,
  kind: 'debt-paid',
  actor: 'system',
  input: { uid },
  reads: [docs.userGuard(uid), docs.debt(uid)],
  decide(view, now) {
    const payment = payDebt(getUser(view, uid));
    if (!payment) return { answer: { paidMicros: 0 } };
    const { user, paidMicros, postings } = payment;
    return {
      result: { paidMicros },
      postings,
      documents: [userDocument(user), debtDocument(user)],
      movements: [
        { uid, data: { kind: 'debt-paid', at: now, paidMicros, debtMicros: user.debtMicros } },
      ],
      touched: [`user:${uid}`],
    };
  },
});

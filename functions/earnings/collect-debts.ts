import { randomUUID } from 'node:crypto';
import { isRefusal, type Refusal } from '@datchain/shared/domain/refusal.ts';
import { recoverTokens } from '../journal/books.ts';
import { payDebtEntry } from '../journal/entries/debts.ts';
import type { Committed, Entry } from '../journal/entry.ts';
import type { Services } from '../services.ts';

/** Settles what a user owes: with tokens that came back, then from their available earnings. */
async function settleDebt({ books }: Pick<Services, 'books'>, uid: string) {
  const recovered = await recoverTokens(books, uid);
  const paid = await books.commit(payDebtEntry(uid, randomUUID()));
  const paidMicros = isRefusal(paid) ? 0 : paid.result.paidMicros;
  return { paidMicros, isAnythingSettled: recovered.length > 0 || paidMicros > 0 };
}

/**
 * Settles what a user owes, as far as that goes.
 *
 * @returns how much was paid, in micros
 */
export const collectDebt = async (
  services: Pick<Services, 'books'>,
  uid: string,
): Promise<number> => (await settleDebt(services, uid)).paidMicros;

/**
 * Commits an entry that a debt may block. Earnings since then pay the debt first; only what is
 * still owed refuses.
 */
export async function commitPastDebt<Result>(
  services: Pick<Services, 'books'>,
  uid: string,
  entry: Entry<Result>,
): Promise<Committed<Result> | Refusal> {
  const outcome = await services.books.commit(entry);
  if (!isRefusal(outcome) || !outcome.owes) return outcome;
  const { isAnythingSettled } = await settleDebt(services, uid);
  return isAnythingSettled ? services.books.commit(entry) : outcome;
}

/** Pays every user's debt from their earnings, where a crashed process did not. */
export async function collectDebts(services: Pick<Services, 'books' | 'debts'>): Promise<number> {
  let paidMicros = 0;
  for (const uid of await services.debts.list()) paidMicros += await collectDebt(services, uid);
  return paidMicros;
}

import { randomUUID } from 'node:crypto';
import { isRefusal, type Refusal } from '@datchain/shared/domain/refusal.ts';
import { recoverTokens } from '../journal/books.ts';
import { payDebtEntry } from '../journal/entries/debts.ts';
import type { Committed, Entry } from '../journal/entry.ts';
import type { Services } from '../services.ts';

async function settleDebt({ books }: Pick<Services, 'books'>, uid: string) {
  const recovered = await recoverTokens(books, uid);
  const paid = await books.commit(payDebtEntry(uid, randomUUID()));
  const paidMicros = isRefusal(paid) ? 0 : paid.result.paidMicros;
  return { paidMicros, isAnythingSettled: recovered.length > 0 || paidMicros > 0 };
}

/**
 * Settles a user's debt as far as possible.
 *
 * @returns how much was paid, in micros
 */
export const collectDebt = async (
  services: Pick<Services, 'books'>,
  uid: string,
): Promise<number> => (await settleDebt(services, uid)).paidMicros;

/**
 * Commits an entry that a debt may block. Earnings made since then pay the debt first; the entry is refused
 * only for what is still owed.
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

/** Pays every user's debt from their earnings, if a crashed process did not. Returns the sum in micros. */
export async function collectDebts(services: Pick<Services, 'books' | 'debts'>): Promise<number> {
  let paidMicros = 0;
  for (const uid of await services.debts.list()) paidMicros += await collectDebt(services, uid);
  return paidMicros;
}

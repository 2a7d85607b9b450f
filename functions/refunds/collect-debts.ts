import { randomUUID } from 'node:crypto';
import { isRefusal } from '@datchain/shared/domain/refusal.ts';
import { payDebtEntry } from '../journal/entries/debts.ts';
import type { Services } from '../services.ts';

/**
 * Pays what a user owes from the earnings that are there.
 *
 * @returns how much was paid, in micros
 */
export async function collectDebt(
  { books }: Pick<Services, 'books'>,
  uid: string,
): Promise<number> {
  const paid = await books.commit(payDebtEntry(uid, randomUUID()));
  return isRefusal(paid) ? 0 : paid.result.paidMicros;
}

/** The same for everybody who owes something: earnings may have come since. */
export async function collectDebts(services: Pick<Services, 'books' | 'debts'>): Promise<number> {
  let paidMicros = 0;
  for (const uid of await services.debts.list()) paidMicros += await collectDebt(services, uid);
  return paidMicros;
}

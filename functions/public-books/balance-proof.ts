import { counted, type Due } from '@datchain/shared/domain/public-books/coins.ts';
import { type Refusal, refuse } from '@datchain/shared/domain/refusal.ts';
import type { Services } from '../services.ts';

/**
 * Returns what the public books of a closed day count as owed to the caller. `salt` is the secret number that
 * their coins are made with. `own` is null for someone who was never owed anything. Two documents are read,
 * however many users there are (N-JOB-04).
 *
 * @returns a refusal for a day without a list of coins, or whose balances were deleted
 */
export async function proveBalance(
  { bookDays }: Pick<Services, 'bookDays'>,
  uid: string,
  { day }: { readonly day: string },
): Promise<{ own: (Due & { readonly salt: string }) | null } | Refusal> {
  const found = await bookDays.find(day);
  const own = found?.closing && (await bookDays.balanceOf(found, uid));
  if (own === undefined) return refuse('not-found', 'The books have no list of coins of this day.');
  return { own: own && { salt: own.salt, ...counted(own) } };
}

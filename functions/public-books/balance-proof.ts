import { counted, type Due } from '@datchain/shared/domain/public-books/coins.ts';
import { type Refusal, refuse } from '@datchain/shared/domain/refusal.ts';
import type { Services } from '../services.ts';
import type { UserBalance } from '../stores/book-days.ts';
import { newestClosed } from './clear-behind.ts';

interface KeptDay {
  readonly generation: string;
  readonly users: ReadonlyMap<string, UserBalance>;
}

/** The day that was asked for last: it never changes, and many ask for it. */
let kept: KeptDay | undefined;

async function usersOf(
  { bookDays }: Pick<Services, 'bookDays'>,
  generation: string,
): Promise<KeptDay['users']> {
  if (kept?.generation === generation) return kept.users;
  const balances = await bookDays.balancesOf(generation);
  const users = new Map(balances.map((user) => [user.uid, user]));
  kept = { generation, users };
  return users;
}

/**
 * What the public books of a closed day count as owed to the caller, with the secret number that
 * their coins are made with; `own` is null for someone who was never owed anything.
 *
 * @returns a refusal for a day that has no list of coins, or none any more
 */
export async function proveBalance(
  services: Pick<Services, 'bookDays'>,
  uid: string,
  { day }: { readonly day: string },
): Promise<{ own: (Due & { readonly salt: string }) | null } | Refusal> {
  const days = await newestClosed(services.bookDays);
  const found = days.find(({ date, closing }) => date === day && closing);
  if (!found) return refuse('not-found', 'The books have no list of coins of this day.');
  const own = (await usersOf(services, found.generation)).get(uid);
  return { own: own ? { salt: own.salt, ...counted(own) } : null };
}

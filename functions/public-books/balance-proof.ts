import type { StoredBookDay } from '@datchain/shared/contracts/documents/book-day.ts';
import { counted, type Due } from '@datchain/shared/domain/public-books/coins.ts';
import { type Refusal, refuse } from '@datchain/shared/domain/refusal.ts';
import type { Services } from '../services.ts';
import type { UserBalance } from '../stores/book-days.ts';
import { newestClosed } from './clear-behind.ts';

interface KeptDay {
  readonly generation: string;
  readonly balances: ReadonlyMap<string, UserBalance>;
}

/** The last requested day, cached: it never changes, and many users request it. */
let kept: KeptDay | undefined;

/**
 * Reads what was owed to each user at the end of a closed day. Undefined if the data were deleted meanwhile,
 * because other days were closed: then a user who is not found may have been owed something.
 */
async function readBalances(
  { bookDays }: Pick<Services, 'bookDays'>,
  { generation, users }: StoredBookDay,
): Promise<KeptDay['balances'] | undefined> {
  if (kept?.generation === generation) return kept.balances;
  const stored = await bookDays.balancesOf(generation);
  if (stored.length !== users) return undefined;
  const balances = new Map(stored.map((user) => [user.uid, user]));
  kept = { generation, balances };
  return balances;
}

/**
 * Returns what the public books of a closed day count as owed to the caller. `salt` is the secret number that
 * their coins are made with. `own` is null for someone who was never owed anything.
 *
 * @returns a refusal for a day without a list of coins, or whose list was deleted
 */
export async function proveBalance(
  services: Pick<Services, 'bookDays'>,
  uid: string,
  { day }: { readonly day: string },
): Promise<{ own: (Due & { readonly salt: string }) | null } | Refusal> {
  const days = await newestClosed(services.bookDays);
  const found = days.find(({ date, closing }) => date === day && closing);
  const balances = found && (await readBalances(services, found));
  if (!balances) return refuse('not-found', 'The books have no list of coins of this day.');
  const own = balances.get(uid);
  return { own: own ? { salt: own.salt, ...counted(own) } : null };
}

import type {
  StoredBookDay,
  StoredClosing,
} from '@datchain/shared/contracts/documents/book-day.ts';
import { CoinTally } from '@datchain/shared/domain/public-books/coins.ts';
import { DAY_MILLIS, endOfDay } from '@datchain/shared/domain/time.ts';
import type { Clock } from '../clock.ts';
import { log } from '../log.ts';
import type { AuthUsers } from '../stores/auth-users.ts';
import type { BookDays } from '../stores/book-days.ts';
import type { Generation, UserBalance } from '../stores/books-behind.ts';
import type { ConnectGateway } from '../stripe/connect.ts';
import { makeCoins, type OwnedDue } from './make-coins.ts';

export interface ClosingNeeds {
  readonly clock: Clock;
  readonly authUsers: Pick<AuthUsers, 'emails'>;
  readonly connect: Pick<ConnectGateway, 'balance'>;
}

async function askStripe(services: ClosingNeeds, date: string): Promise<StoredClosing['assets']> {
  try {
    return { source: 'stripe', ...(await services.connect.balance()) };
  } catch (error) {
    log.warn('Stripe did not say what it holds', { date, error });
    return null;
  }
}

/**
 * Writes the coins of everyone's balance of a day, and reads what the shop holds at Stripe. E-mail addresses
 * are read and not stored. A closed account has none; what came back to it is counted with an empty address.
 *
 * @returns undefined for a day that ended more than a day ago: addresses and Stripe's balance have changed
 * since
 * @throws when Auth cannot be reached: without addresses no one could find their coins
 */
export async function writeClosing(
  services: ClosingNeeds & { readonly bookDays: Pick<BookDays, 'putCoins'> },
  { date }: Pick<StoredBookDay, 'date'>,
  from: Generation,
  balances: readonly UserBalance[],
): Promise<StoredClosing | undefined> {
  const at = services.clock.now();
  if (at >= endOfDay(date) + DAY_MILLIS) return undefined;
  const emails = await services.authUsers.emails(balances.map(({ uid }) => uid));
  const owners = function* (): Generator<OwnedDue> {
    for (const due of balances) {
      yield { salt: due.salt, email: (emails.get(due.uid) ?? '').toLowerCase(), due };
    }
  };
  const tally = new CoinTally();
  await services.bookDays.putCoins(from, makeCoins(date, owners), (text) => tally.add(text));
  const list = tally.read();
  if ('faultyLine' in list) throw new Error(`Line ${list.faultyLine} of the coins is wrong`);
  return { at, coins: list.coins, root: list.root, assets: await askStripe(services, date) };
}

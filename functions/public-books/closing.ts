import type {
  StoredBookDay,
  StoredClosing,
} from '@datchain/shared/contracts/documents/book-day.ts';
import { listText, ownLines, readCoinList } from '@datchain/shared/domain/public-books/coins.ts';
import { DAY_MILLIS, endOfDay } from '@datchain/shared/domain/time.ts';
import type { Clock } from '../clock.ts';
import { log } from '../log.ts';
import type { AuthUsers } from '../stores/auth-users.ts';
import type { UserBalance } from '../stores/book-days.ts';
import type { ConnectGateway } from '../stripe/connect.ts';

export interface ClosingNeeds {
  readonly clock: Clock;
  readonly authUsers: Pick<AuthUsers, 'emails'>;
  readonly connect: Pick<ConnectGateway, 'balance'>;
}

interface FoundAtClosing {
  readonly closing: StoredClosing;
  readonly coins: string;
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
 * Makes the coins of everyone's balance of a day, and reads what the shop holds at Stripe. E-mail addresses
 * are read and not stored. A closed account has none; what came back to it is counted with an empty address.
 *
 * @returns undefined for a day that ended more than a day ago: addresses and Stripe's balance have changed
 * since
 * @throws when Auth cannot be reached: without addresses no one could find their coins
 */
export async function findAtClosing(
  services: ClosingNeeds,
  { date }: Pick<StoredBookDay, 'date'>,
  balances: readonly UserBalance[],
): Promise<FoundAtClosing | undefined> {
  const at = services.clock.now();
  if (at >= endOfDay(date) + DAY_MILLIS) return undefined;
  const emails = await services.authUsers.emails(balances.map(({ uid }) => uid));
  const linesOf = ({ uid, salt, ...due }: UserBalance) =>
    ownLines(date, { salt, email: (emails.get(uid) ?? '').toLowerCase() }, due);
  const coins = listText(balances.flatMap(linesOf));
  const list = readCoinList(coins);
  if ('faultyLine' in list) throw new Error(`Line ${list.faultyLine} of the coins is wrong`);
  const assets = await askStripe(services, date);
  return { closing: { at, coins: list.coins, root: list.root, assets }, coins };
}

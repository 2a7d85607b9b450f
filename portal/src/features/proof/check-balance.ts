import { type BalanceProof, getBalanceProof } from '@datchain/shared/contracts/calls/books.ts';
import { readSiteLog } from '@datchain/shared/ui/site-log.ts';
import type { Read } from '@datchain/tlog/read-tree.ts';
import { call } from '../../lib/calls/callables.ts';
import { type DayFault, isFault, type LoggedDay, readLoggedDay } from './logged-day.ts';
import { findOwnCoins, type OwnCoins } from './own-coins.ts';
import { type AddedList, addUpList } from './whole-list.ts';

export interface CheckedDay {
  readonly day: LoggedDay;
  /** Null for a user who was never owed anything by then. */
  readonly own: BalanceProof['own'];
  readonly coins: OwnCoins;
}

/** Thrown when the site does not answer; a retry may help. */
export class UnansweredSite extends Error {
  override readonly name = 'UnansweredSite';
}

export class UnreadableSite extends Error {
  override readonly name = 'UnreadableSite';
}

const readSite: Read = (path) =>
  readSiteLog(path).catch((cause: unknown) => {
    throw new UnansweredSite(`${path} cannot be fetched`, { cause });
  });

/** Reads each file once: two lines of the log are proven by the same tiles. */
function readOnce(): Read {
  const known = new Map<string, ReturnType<Read>>();
  return (path) => {
    const found = known.get(path) ?? readSite(path);
    known.set(path, found);
    return found;
  };
}

/**
 * Checks what the public log says about the newest list of coins, requests the secret that finds the user's
 * coins, and looks for them in the files of the list that must have them.
 *
 * @throws UnansweredSite, UnreadableSite, or CallError as call does
 */
export async function checkBalance(email: string): Promise<CheckedDay | DayFault> {
  const day = await readLoggedDay(readOnce()).catch((cause: unknown) => {
    if (cause instanceof UnansweredSite) throw cause;
    throw new UnreadableSite('The public log or the list of coins cannot be read', { cause });
  });
  if (isFault(day)) return day;
  const { own } = await call(getBalanceProof, { day: day.day });
  const coins = await findOwnCoins(readSite, day, own, email);
  return isFault(coins) ? coins : { day, own, coins };
}

/** @throws UnansweredSite */
export const addUp = (
  day: LoggedDay,
  onRead: (files: number) => void,
): Promise<AddedList | DayFault> => addUpList(readSite, day, onRead);

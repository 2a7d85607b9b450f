import { type BalanceProof, getBalanceProof } from '@datchain/shared/contracts/calls/books.ts';
import { readSiteLog } from '@datchain/shared/ui/site-log.ts';
import type { Read } from '@datchain/tlog/read-tree.ts';
import { call } from '../../lib/calls/callables.ts';
import { type ClosedDay, type DayFault, isFault, readClosedDay } from './closed-day.ts';

/** A published day that is sound, and what the server says the user was owed then. */
export interface CheckedDay {
  readonly day: ClosedDay;
  /** Null for someone whom nothing was ever owed to by then. */
  readonly own: BalanceProof['own'];
}

/** The site does not answer; it may later. */
export class UnansweredSite extends Error {
  override readonly name = 'UnansweredSite';
}

/** The site answers with something that is not a log and its lists. */
export class UnreadableSite extends Error {
  override readonly name = 'UnreadableSite';
}

const read: Read = (path) =>
  readSiteLog(path).catch((cause: unknown) => {
    throw new UnansweredSite(`${path} cannot be fetched`, { cause });
  });

/**
 * Reads and checks the newest list of coins as everyone can, then asks for what is needed to find
 * the caller's own in it.
 *
 * @throws UnansweredSite, UnreadableSite, or CallError as call does
 */
export async function checkBalance(): Promise<CheckedDay | DayFault> {
  const day = await readClosedDay(read).catch((cause: unknown) => {
    if (cause instanceof UnansweredSite) throw cause;
    throw new UnreadableSite('The public log or the list of coins cannot be read', { cause });
  });
  if (isFault(day)) return day;
  const { own } = await call(getBalanceProof, { day: day.day });
  return { day, own };
}

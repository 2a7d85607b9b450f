import { type BalanceProof, getBalanceProof } from '@datchain/shared/contracts/calls/books.ts';
import { readSiteLog } from '@datchain/shared/ui/site-log.ts';
import type { Read } from '@datchain/tlog/read-tree.ts';
import { call } from '../../lib/calls/callables.ts';
import { type ClosedDay, type DayFault, isFault, readClosedDay } from './closed-day.ts';

export interface CheckedDay {
  readonly day: ClosedDay;
  /** Null for a user who was never owed anything by then. */
  readonly own: BalanceProof['own'];
}

/** Thrown when the site does not answer; a retry may help. */
export class UnansweredSite extends Error {
  override readonly name = 'UnansweredSite';
}

export class UnreadableSite extends Error {
  override readonly name = 'UnreadableSite';
}

const read: Read = (path) =>
  readSiteLog(path).catch((cause: unknown) => {
    throw new UnansweredSite(`${path} cannot be fetched`, { cause });
  });

/**
 * Checks the newest list of coins as anyone can, then requests the secret that finds the user's
 * coins.
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

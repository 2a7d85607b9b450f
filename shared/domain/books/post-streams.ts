import type { Millis, UsdMicros } from '../units.ts';
import type { PayeeShare } from './distribute.ts';
import type { UserGuard } from './guards.ts';
import { addEarned, takeEarned } from './lots.ts';
import { accounts, move, type Posting } from './postings.ts';

/** A share as it was booked for its payee. */
export interface Booked<Share> {
  readonly share: Share;
  /** The amount that could not be taken back because it was paid out: a debt to the platform. */
  readonly debtMicros: UsdMicros;
}

export interface PostedStreams<Share> {
  readonly user: UserGuard;
  readonly booked: readonly Booked<Share>[];
  /** The sum of all shares: what no longer waits to be posted. */
  readonly micros: UsdMicros;
  /** The change of the platform's own money. */
  readonly platformMicros: UsdMicros;
  readonly postings: readonly Posting[];
}

function book(user: UserGuard, micros: UsdMicros, now: Millis) {
  if (micros > 0) return { earnedDays: addEarned(user.earnedDays, now, micros), missingMicros: 0 };
  const tooMuch = 0 - micros;
  const { days, takenMicros } = takeEarned(user.earnedDays, tooMuch);
  return { earnedDays: days, missingMicros: tooMuch - takenMicros };
}

/**
 * Posts shares of streams to their payee, one after another. Too much is taken back from earnings, newest
 * first; paid-out amounts become a debt. For a creator with a closed account the platform returns it, because
 * it received that account's earnings (decision 55). A holder who closed their account since the sharing
 * neither gains nor loses anything, so the platform keeps or returns the share.
 */
export function postStreams<Share extends Pick<PayeeShare, 'isCreator' | 'micros'>>(
  before: UserGuard,
  shares: readonly Share[],
  now: Millis,
): PostedStreams<Share> {
  const isClosed = before.closedAt !== undefined;
  let user = before;
  let [owedMicros, debtMicros, returnedMicros, keptMicros] = [0, 0, 0, 0];
  const booked: Booked<Share>[] = [];
  for (const share of shares) {
    const { micros } = share;
    if (isClosed && !share.isCreator) {
      keptMicros += micros;
      continue;
    }
    const { earnedDays, missingMicros } = book(user, micros, now);
    const newDebt = isClosed ? 0 : missingMicros;
    user = {
      ...user,
      earnedDays,
      // A debt stays in the days it was paid out of and is not an earned credit, so it is excluded here.
      datEarnedMicros: user.datEarnedMicros + micros + missingMicros,
      debtMicros: user.debtMicros + newDebt,
    };
    owedMicros += micros + missingMicros;
    debtMicros += newDebt;
    returnedMicros += missingMicros - newDebt;
    booked.push({ share, debtMicros: newDebt });
  }
  const { uid } = before;
  return {
    user,
    booked,
    micros: shares.reduce((sum, share) => sum + share.micros, 0),
    platformMicros: keptMicros - returnedMicros,
    postings: [
      ...move('USD', accounts.streamsDue, accounts.owed(uid), owedMicros),
      ...move('USD', accounts.debt(uid), accounts.streamsDue, debtMicros),
      ...move('USD', accounts.platform, accounts.streamsDue, returnedMicros - keptMicros),
    ],
  };
}

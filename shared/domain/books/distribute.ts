import { rates } from '../config.ts';
import { applyPpm, PPM } from '../money.ts';
import type { Millis, SharePpm, UsdMicros } from '../units.ts';
import { type Account, withCreatorPart, withHolding } from './editions.ts';
import type { DatGuard, EditionState, UserGuard } from './guards.ts';
import { addEarned, takeEarned } from './lots.ts';
import { accounts, move, type Posting } from './postings.ts';
import { findOwnerAtEnd } from './stream-days.ts';

/** Lists the payees of a day's streams: the owners at the end of that day and the creator. */
export const listPayees = (dat: DatGuard, date: string): string[] => [
  ...new Set([dat.creatorUid, ...dat.editions.map((edition) => findOwnerAtEnd(edition, date))]),
];

interface Part {
  readonly uid: string;
  /** Undefined for the creator's own part: the remainder after all editions. */
  readonly edition?: EditionState;
  readonly sharePpm: SharePpm;
  readonly micros: UsdMicros;
}

/** Splits a day's stream earnings among its payees, always in the same order. */
function splitEarnings(dat: DatGuard, date: string, grossMicros: UsdMicros): Part[] {
  const shared = applyPpm(grossMicros, rates.streamSharePpm);
  let rest = shared;
  let restPpm = PPM;
  const parts = dat.editions.map((edition): Part => {
    const sharePpm = Math.min(restPpm, edition.sharePpm);
    const micros = Math.min(rest, applyPpm(shared, sharePpm));
    rest -= micros;
    restPpm -= sharePpm;
    return { uid: findOwnerAtEnd(edition, date), edition, sharePpm, micros };
  });
  return [...parts, { uid: dat.creatorUid, sharePpm: restPpm, micros: rest }];
}

/** The change for one payee; amounts are negative where earnings are taken back. */
export interface PayeeChange {
  readonly account: Account;
  readonly micros: UsdMicros;
  /** The payee's share of the distributed amount: their editions', and the remainder for the creator. */
  readonly sharePpm: SharePpm;
  /** The amount that could not be taken back because it was paid out: a debt to the platform. */
  readonly debtMicros: UsdMicros;
  /** The amount that a closed account had given up to the platform, which now returns it (decision 55). */
  readonly returnedMicros: UsdMicros;
}

export interface Distribution {
  readonly changes: readonly PayeeChange[];
  readonly promisedMicros: UsdMicros;
  readonly returnedMicros: UsdMicros;
  readonly postings: readonly Posting[];
}

function book(user: UserGuard, micros: UsdMicros, now: Millis) {
  if (micros > 0) return { earnedDays: addEarned(user.earnedDays, now, micros), debtMicros: 0 };
  const tooMuch = 0 - micros;
  const { days, takenMicros } = takeEarned(user.earnedDays, tooMuch);
  return { earnedDays: days, debtMicros: tooMuch - takenMicros };
}

function bookParts(before: Account, datId: string, parts: readonly Part[], now: Millis) {
  const { user } = before;
  const micros = parts.reduce((sum, part) => sum + part.micros, 0);
  const sharePpm = parts.reduce((sum, part) => sum + part.sharePpm, 0);
  const { earnedDays, debtMicros: missingMicros } = book(user, micros, now);
  const isClosed = user.closedAt !== undefined;
  const debtMicros = isClosed ? 0 : missingMicros;
  let { holdings } = before;
  for (const { edition, micros: change } of parts) {
    if (change === 0) continue;
    holdings = edition
      ? withHolding(holdings, datId, edition, (holding) => ({
          ...holding,
          earnedMicros: holding.earnedMicros + change,
        }))
      : withCreatorPart(holdings, datId, change);
  }
  // A debt stays in the days it was paid out of and is not an earned credit, so it is excluded here.
  const datEarnedMicros = user.datEarnedMicros + micros + missingMicros;
  const after = { ...user, earnedDays, datEarnedMicros, debtMicros: user.debtMicros + debtMicros };
  const returnedMicros = missingMicros - debtMicros;
  return { account: { user: after, holdings }, micros, sharePpm, debtMicros, returnedMicros };
}

/**
 * Distributes a day's stream earnings of a DAT (R-WAL-19): each edition's owner of that day gets its royalty
 * share, the creator the rest.
 *
 * A correction books the difference to what was distributed before, so that everyone ends with the amounts
 * of the latest figure. Too much is taken back from earnings, newest first; paid-out amounts become a debt.
 * For a creator with a closed account the platform returns it, because it received that account's earnings.
 *
 * @param gross the earnings of that day's streams, distributed until now and correct
 * @param before the guards of all payees, by uid
 */
export function distributeStreams(
  dat: DatGuard,
  date: string,
  gross: { readonly sharedMicros: UsdMicros; readonly micros: UsdMicros },
  before: ReadonlyMap<string, Account>,
  now: Millis,
): Distribution {
  const was = splitEarnings(dat, date, gross.sharedMicros);
  const parts = splitEarnings(dat, date, gross.micros).map((part, index) => ({
    ...part,
    // Stryker disable next-line OptionalChaining: Both figures of a day have the same parts in the same order; types do not know that.
    micros: part.micros - (was[index]?.micros ?? 0),
  }));
  const changes = listPayees(dat, date).flatMap((uid) => {
    const own = parts.filter((part) => part.uid === uid);
    if (own.every(({ micros }) => micros === 0)) return [];
    const account = before.get(uid);
    if (!account) throw new Error(`distributeStreams: the guards of ${uid} are missing`);
    // A former holder with a closed account neither gains nor loses anything.
    if (account.user.closedAt !== undefined && uid !== dat.creatorUid) return [];
    return [bookParts(account, dat.id, own, now)];
  });
  return {
    changes,
    promisedMicros: changes.reduce((sum, { micros }) => sum + micros, 0),
    returnedMicros: changes.reduce((sum, change) => sum + change.returnedMicros, 0),
    postings: changes.flatMap(({ account: { user }, micros, debtMicros, returnedMicros }) => [
      ...move(
        'USD',
        accounts.promised,
        accounts.owed(user.uid),
        micros + debtMicros + returnedMicros,
      ),
      ...move('USD', accounts.debt(user.uid), accounts.promised, debtMicros),
      ...move('USD', accounts.platform, accounts.promised, returnedMicros),
    ]),
  };
}

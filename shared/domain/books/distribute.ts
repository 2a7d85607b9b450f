import { rates } from '../config.ts';
import { applyPpm, PPM } from '../money.ts';
import type { SharePpm, UsdMicros } from '../units.ts';
import type { DatGuard } from './guards.ts';
import { findOwnerAtEnd } from './stream-days.ts';
import { CREATOR_PART } from './works.ts';

/** Lists the payees of a day's streams: the owners at the end of that day and the creator. */
export const listPayees = (dat: DatGuard, date: string): string[] => [
  ...new Set([dat.creatorUid, ...dat.editions.map((edition) => findOwnerAtEnd(edition, date))]),
];

/** The earnings of one edition, or of the creator beyond all editions (`CREATOR_PART`). */
export interface StreamPart {
  readonly number: number;
  readonly sharePpm: SharePpm;
  readonly micros: UsdMicros;
}

/** One payee's part of a day's streams of a work; amounts are negative where earnings are taken back. */
export interface PayeeShare {
  readonly uid: string;
  readonly isCreator: boolean;
  /** The payee's share of the distributed amount: their editions', and the remainder for the creator. */
  readonly sharePpm: SharePpm;
  readonly micros: UsdMicros;
  readonly parts: readonly StreamPart[];
}

/** Splits a day's stream earnings among its payees, always in the same order. */
function splitEarnings(dat: DatGuard, date: string, grossMicros: UsdMicros) {
  const shared = applyPpm(grossMicros, rates.streamSharePpm);
  let rest = shared;
  let restPpm = PPM;
  const parts = dat.editions.map((edition) => {
    const sharePpm = Math.min(restPpm, edition.sharePpm);
    const micros = Math.min(rest, applyPpm(shared, sharePpm));
    rest -= micros;
    restPpm -= sharePpm;
    return { uid: findOwnerAtEnd(edition, date), number: edition.number, sharePpm, micros };
  });
  return [...parts, { uid: dat.creatorUid, number: CREATOR_PART, sharePpm: restPpm, micros: rest }];
}

/**
 * Shares a day's stream earnings of a DAT (R-WAL-19): each edition's owner of that day gets its royalty share,
 * the creator the rest. A correction shares the difference to what was shared before, so that everyone ends
 * with the amounts of the latest figure.
 *
 * @param gross the earnings of that day's streams: as shared until now, and by the latest figure
 * @param isClosed a former holder with a closed account neither gains nor loses anything
 */
export function shareStreams(
  dat: DatGuard,
  date: string,
  gross: { readonly sharedMicros: UsdMicros; readonly micros: UsdMicros },
  isClosed: (uid: string) => boolean,
): PayeeShare[] {
  const was = splitEarnings(dat, date, gross.sharedMicros);
  const parts = splitEarnings(dat, date, gross.micros).map((part, index) => ({
    ...part,
    // Stryker disable next-line OptionalChaining: Both figures of a day have the same parts in the same order; types do not know that.
    micros: part.micros - (was[index]?.micros ?? 0),
  }));
  return listPayees(dat, date).flatMap((uid) => {
    const own = parts.filter((part) => part.uid === uid);
    const isCreator = uid === dat.creatorUid;
    if (own.every(({ micros }) => micros === 0)) return [];
    if (!isCreator && isClosed(uid)) return [];
    return [
      {
        uid,
        isCreator,
        sharePpm: own.reduce((sum, { sharePpm }) => sum + sharePpm, 0),
        micros: own.reduce((sum, { micros }) => sum + micros, 0),
        parts: own
          .filter(({ micros }) => micros !== 0)
          .map(({ number, sharePpm, micros }) => ({ number, sharePpm, micros })),
      },
    ];
  });
}

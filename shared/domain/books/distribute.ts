import { rates } from '../config.ts';
import type { Millis, UsdMicros } from '../units.ts';
import { type Account, earnWithEdition } from './editions.ts';
import type { DatGuard, EditionState } from './guards.ts';
import { addEarned } from './lots.ts';
import { accounts, move, type Posting } from './postings.ts';

const PPM = 1_000_000n;
const DAY = 24 * 60 * 60_000;

const partOf = (whole: UsdMicros, ppm: number): UsdMicros =>
  Number((BigInt(whole) * BigInt(ppm)) / PPM);

/** Who owned an edition when a UTC day (YYYY-MM-DD) ended. */
export function ownerAtEndOf(edition: EditionState, date: string): string {
  const end = Date.parse(`${date}T00:00:00Z`) + DAY;
  const before = edition.owners.filter(({ since }) => since < end);
  return before.at(-1)?.uid ?? edition.owners[0]?.uid ?? edition.ownerUid;
}

export interface Distribution {
  readonly accounts: ReadonlyMap<string, Account>;
  readonly earned: readonly { uid: string; micros: UsdMicros }[];
  readonly postings: readonly Posting[];
}

/** Everybody a day's distribution may pay: the owners of that day and the creator. */
export const payeesOf = (dat: DatGuard, date: string): string[] => [
  ...new Set([dat.creatorUid, ...dat.editions.map((edition) => ownerAtEndOf(edition, date))]),
];

/**
 * Shares a day's stream earnings of a DAT (SPEC §9: 5 percent of them): each edition's owner of that
 * day by its royalty share, the creator the rest.
 *
 * @param grossMicros what the streams of that day brought
 * @param before the guards of all payees, by uid
 */
export function distributeStreams(
  dat: DatGuard,
  date: string,
  grossMicros: UsdMicros,
  before: ReadonlyMap<string, Account>,
  now: Millis,
): Distribution {
  const shared = partOf(grossMicros, rates.streamSharePpm);
  const after = new Map(before);
  const earned = new Map<string, UsdMicros>();
  const get = (uid: string): Account => {
    const account = after.get(uid);
    if (!account) throw new Error(`distributeStreams: the guards of ${uid} are missing`);
    return account;
  };
  const note = (uid: string, micros: UsdMicros) => earned.set(uid, (earned.get(uid) ?? 0) + micros);

  let rest = shared;
  for (const edition of dat.editions) {
    const uid = ownerAtEndOf(edition, date);
    const micros = Math.min(rest, partOf(shared, edition.sharePpm));
    after.set(uid, earnWithEdition(get(uid), dat.id, edition, micros, now));
    note(uid, micros);
    rest -= micros;
  }
  const creator = get(dat.creatorUid);
  if (rest > 0) {
    const { user } = creator;
    after.set(dat.creatorUid, {
      ...creator,
      user: { ...user, earnedDays: addEarned(user.earnedDays, now, rest) },
    });
    note(dat.creatorUid, rest);
  }
  const paid = [...earned].filter(([, micros]) => micros > 0);
  return {
    accounts: after,
    earned: paid.map(([uid, micros]) => ({ uid, micros })),
    postings: paid.flatMap(([uid, micros]) =>
      move('USD', accounts.streams, accounts.owed(uid), micros),
    ),
  };
}

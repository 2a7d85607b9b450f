import { rates } from '../config.ts';
import type { Stored } from '../stored.ts';
import { DAY_MILLIS, endOfDay, startOfDay, utcDay } from '../time.ts';
import type { Millis } from '../units.ts';
import type { dueShareSchema, sharedDaySchema, streamSharesSchema } from './guard-schemas.ts';
import type { EditionState } from './guards.ts';

export type SharedDay = Stored<typeof sharedDaySchema>;
export type DueShare = Stored<typeof dueShareSchema>;
export type StreamShares = Stored<typeof streamSharesSchema>;

/** Returns the oldest UTC day whose streams are still shared and corrected. */
export const firstOpenDay = (now: Millis): string =>
  utcDay(now - rates.distributionDays * DAY_MILLIS);

export const sharedDay = (
  { days }: StreamShares,
  platform: string,
  date: string,
): SharedDay | undefined => days.find((day) => day.platform === platform && day.date === date);

export const withSharedDay = (shares: StreamShares, day: SharedDay): StreamShares => ({
  ...shares,
  days: [
    ...shares.days.filter(
      ({ platform, date }) => !(platform === day.platform && date === day.date),
    ),
    day,
  ],
});

/** Returns the owner of an edition at the end of a UTC day; before its release, its creator. */
export function findOwnerAtEnd({ owners, ownerUid }: EditionState, date: string): string {
  const end = endOfDay(date);
  const before = owners.filter(({ since }) => since < end);
  return before.at(-1)?.uid ?? owners[0]?.uid ?? ownerUid;
}

/**
 * Keeps the owners that open days can need: the last owner of each day, the creator before the release, and
 * the current owner.
 */
export function recentOwners(owners: EditionState['owners'], now: Millis): EditionState['owners'] {
  const firstOpen = startOfDay(firstOpenDay(now));
  return owners.filter(({ since }, index) => {
    const until = owners[index + 1]?.since ?? Number.POSITIVE_INFINITY;
    const heldAtAnEnd = index === 0 || until >= endOfDay(utcDay(since));
    return until >= firstOpen && heldAtAnEnd;
  });
}

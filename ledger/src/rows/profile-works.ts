import { largest } from '@datchain/shared/domain/extremes.ts';
import type { Millis } from '@datchain/shared/domain/units.ts';
import { personRow } from '../snapshot.ts';
import { isPageName } from '../views/page/addresses.ts';
import type { PlannedDat } from './dat-brief.ts';
import type { KnownRow } from './row-file.ts';

/** Whose page shows which works, newest first. */
export interface ProfileWorks {
  readonly username: string;
  /** They have released a DAT; anyone else is shown by what they hold. */
  readonly isArtist: boolean;
  readonly briefs: readonly PlannedDat[];
  /** The row of what they say of themselves. */
  readonly row: KnownRow | undefined;
  /** When anything on it last changed. */
  readonly changedAt: Millis | undefined;
}

/**
 * Everyone's page that has an address of its own, artists first (N-PPL-06): of works that come newest first.
 *
 * @param people the rows of what people say of themselves, by their keys
 */
export function profilesOf(
  briefs: readonly PlannedDat[],
  people: ReadonlyMap<string, KnownRow>,
): ProfileWorks[] {
  const [artists, holders] = [new Map<string, PlannedDat[]>(), new Map<string, PlannedDat[]>()];
  const names = new Map<string, string>();
  const add = (to: Map<string, PlannedDat[]>, name: string, brief: PlannedDat) => {
    const key = name.toLowerCase();
    const own = to.get(key);
    if (own) return own.push(brief);
    names.set(key, name);
    return to.set(key, [brief]);
  };
  for (const brief of briefs) {
    if (brief.creatorUsername !== '') add(artists, brief.creatorUsername, brief);
  }
  for (const brief of briefs) {
    for (const name of brief.holders) {
      if (!artists.has(name.toLowerCase())) add(holders, name, brief);
    }
  }
  return [artists, holders].flatMap((those) =>
    [...those].flatMap(([key, own]) => {
      const username = names.get(key) ?? key;
      if (!isPageName(username)) return [];
      const row = people.get(personRow(username));
      const changedAt = largest([...own.map((brief) => brief.changedAt), row?.at ?? 0]);
      return [{ username, isArtist: those === artists, briefs: own, row, changedAt }];
    }),
  );
}

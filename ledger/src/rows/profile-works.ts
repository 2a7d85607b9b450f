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

/** Works by the name of a person, whatever its case; the name is written as it first was. */
function worksByName() {
  interface Own {
    readonly username: string;
    readonly briefs: PlannedDat[];
  }
  const byKey = new Map<string, Own>();
  // Names nearly always come as they did before: there are hundreds of thousands.
  const byName = new Map<string, Own>();
  const find = (name: string): Own | undefined => {
    const own = byName.get(name) ?? byKey.get(name.toLowerCase());
    if (own) byName.set(name, own);
    return own;
  };
  return {
    has: (name: string): boolean => find(name) !== undefined,
    add(name: string, brief: PlannedDat): void {
      const own = find(name);
      if (own) own.briefs.push(brief);
      else byKey.set(name.toLowerCase(), { username: name, briefs: [brief] });
    },
    all: () => byKey.values(),
  };
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
  const [artists, holders] = [worksByName(), worksByName()];
  for (const brief of briefs) {
    if (brief.creatorUsername !== '') artists.add(brief.creatorUsername, brief);
  }
  for (const brief of briefs) {
    for (const name of brief.holders) {
      if (holders.has(name) || !artists.has(name)) holders.add(name, brief);
    }
  }
  return [artists, holders].flatMap((those) =>
    [...those.all()].flatMap(({ username, briefs: own }) => {
      if (!isPageName(username)) return [];
      const row = people.get(personRow(username));
      const changedAt = largest([...own.map((brief) => brief.changedAt), row?.at ?? 0]);
      return [{ username, isArtist: those === artists, briefs: own, row, changedAt }];
    }),
  );
}

import { largest } from '@datchain/shared/domain/extremes.ts';
import type { Millis } from '@datchain/shared/domain/units.ts';
import { personRow } from '../snapshot.ts';
import { isPageName } from '../views/page/addresses.ts';
import type { DatBrief } from './dat-brief.ts';
import type { KnownRow } from './row-file.ts';

/** A person's works, newest first. */
export interface ProfileWorks {
  readonly username: string;
  /** An artist has released a DAT; another person is shown with the editions they hold. */
  readonly isArtist: boolean;
  readonly briefs: readonly DatBrief[];
  readonly row: KnownRow | undefined;
  readonly changedAt: Millis | undefined;
}

/**
 * Collects works by username, without regard to case; the first spelling stays.
 *
 * @param isLeftOut tells, by the username in lower case, whom to skip
 */
function worksByName(isLeftOut: (key: string) => boolean = () => false) {
  interface Own {
    readonly username: string;
    readonly briefs: DatBrief[];
  }
  const byKey = new Map<string, Own>();
  // A cache of spellings: there are hundreds of thousands of names.
  const byName = new Map<string, Own | 'left out'>();
  const find = (name: string): Own | 'left out' => {
    const key = name.toLowerCase();
    if (isLeftOut(key)) return 'left out';
    const own = byKey.get(key) ?? { username: name, briefs: [] };
    byKey.set(key, own);
    return own;
  };
  return {
    byKey,
    add(name: string, brief: DatBrief): void {
      const known = byName.get(name);
      const own = known ?? find(name);
      if (!known) byName.set(name, own);
      if (own !== 'left out') own.briefs.push(brief);
    },
  };
}

export interface Profiles {
  /** Artists first (N-PPL-06). */
  readonly profiles: readonly ProfileWorks[];
  /** Usernames that cannot be the address of a page (N-PPL-14). */
  readonly namesWithoutPage: readonly string[];
}

/** Assigns works, newest first, to profiles. @param people the rows of profiles, by key */
export function buildProfiles(
  briefs: readonly DatBrief[],
  people: ReadonlyMap<string, KnownRow>,
): Profiles {
  const artists = worksByName();
  const holders = worksByName((key) => artists.byKey.has(key));
  for (const brief of briefs) {
    if (brief.creatorUsername !== '') artists.add(brief.creatorUsername, brief);
  }
  for (const brief of briefs) {
    for (const name of brief.holders) holders.add(name, brief);
  }
  const namesWithoutPage: string[] = [];
  const profiles = [artists, holders].flatMap((those) =>
    [...those.byKey.values()].flatMap(({ username, briefs: own }) => {
      if (!isPageName(username)) {
        namesWithoutPage.push(username);
        return [];
      }
      const row = people.get(personRow(username));
      const changedAt = largest([...own.map((brief) => brief.changedAt), row?.at ?? 0]);
      return [{ username, isArtist: those === artists, briefs: own, row, changedAt }];
    }),
  );
  return { profiles, namesWithoutPage };
}

import type { Millis } from '@datchain/shared/domain/units.ts';
import { readPublicPerson, readWork } from './build-data.ts';
import type { GivenDat } from './rows/dat-brief.ts';
import { type ProfileView, profileView, withWords } from './views/dats/profile-view.ts';

export interface PlannedProfile {
  readonly username: string;
  readonly works: readonly GivenDat[];
  readonly changedAt: Millis | undefined;
  readonly image: string | undefined;
}

let last: { readonly of: PlannedProfile['works']; readonly profile: ProfileView } | undefined;

/** Builds the profile, of which each page shows a part. @throws when none of these works is the person's */
export function shownProfile({ username, works }: PlannedProfile): ProfileView {
  if (last?.of === works) return last.profile;
  const figures = Object.fromEntries(works.map(({ id, totalStreams }) => [id, { totalStreams }]));
  const profile = profileView(
    username,
    works.map(({ id }) => readWork(id).dat),
    figures,
  );
  if (!profile) throw new Error(`@${username} has no works`);
  last = { of: works, profile: withWords(profile, readPublicPerson(username)) };
  return last.profile;
}

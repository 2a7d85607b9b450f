import type { Millis } from '@datchain/shared/domain/units.ts';
import { briefOf, personOf, workOf } from './build-data.ts';
import { type ProfileView, profileView, withWords } from './views/dats/profile-view.ts';

/** What a page of someone is planned with. */
export interface PlannedProfile {
  readonly username: string;
  /** The works it shows, newest first. */
  readonly datIds: readonly string[];
  /** When anything on it last changed. */
  readonly changedAt: Millis | undefined;
  /** The picture shown where it is shared. */
  readonly image: string | undefined;
}

let last: { readonly of: PlannedProfile['datIds']; readonly profile: ProfileView } | undefined;

/**
 * What the page shows; all pages of someone show parts of the same.
 *
 * @throws when none of these works is of theirs
 */
export function shownProfile({ username, datIds }: PlannedProfile): ProfileView {
  if (last?.profile.username === username && last.of.join() === datIds.join()) return last.profile;
  const figures = Object.fromEntries(
    datIds.map((id) => [id, { totalStreams: briefOf(id).totalStreams }]),
  );
  const profile = profileView(
    username,
    datIds.map((id) => workOf(id).dat),
    figures,
  );
  if (!profile) throw new Error(`@${username} has no works`);
  last = { of: datIds, profile: withWords(profile, personOf(username)) };
  return last.profile;
}

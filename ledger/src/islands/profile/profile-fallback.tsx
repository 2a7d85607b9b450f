import { type Dat, newestFirst, publicDats } from '@datchain/shared/domain/dats.ts';
import { ProfilePage } from '../../components/profile-page.tsx';
import { type ProfileView, profileView } from '../../views/dats/profile-view.ts';
import { drawFallback, type FoundPage, noticePage } from '../page/fallback.tsx';

/** /profile/{username}/{page} */
const pageAsked = (): number => Number(location.pathname.split('/')[3]);

const found = (profile: ProfileView | undefined): FoundPage | undefined =>
  profile && { title: profile.name, body: <ProfilePage profile={profile} page={pageAsked()} /> };

/** A person whose works are all taken down still has a page, because links lead to it (N-PPL-06). */
function withoutWorks(profile: ProfileView | undefined): FoundPage | undefined {
  if (!profile) return undefined;
  const name = `@${profile.username}`;
  const what = profile.isArtist
    ? `The works of ${name} were taken down.`
    : `${name} holds editions of works that were taken down.`;
  return noticePage(name, `${what} Nothing is shown.`);
}

const pageOf = (dats: readonly Dat[], username: string): FoundPage | undefined =>
  found(profileView(username, publicDats(dats))) ?? withoutWorks(profileView(username, dats));

const usernameOf = (dats: readonly Dat[], userId: string): string =>
  newestFirst(dats).find(({ creatorId }) => creatorId === userId)?.creatorUsername ?? '';

/** /profile/{username} */
export const drawProfileFallback = (): Promise<void> =>
  drawFallback({
    notFound: 'Nobody here by that name.',
    find: pageOf,
  });

/** /mydat/profile/{user id} */
export const drawUserProfile = (): Promise<void> =>
  drawFallback({
    notFound: 'This person has not released a DAT.',
    find: (dats, userId) => {
      const username = usernameOf(dats, userId);
      return username === '' ? undefined : pageOf(dats, username);
    },
  });

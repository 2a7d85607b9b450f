import { type Dat, newestFirst, publicDats } from '@datchain/shared/domain/dats.ts';
import { ProfilePage } from '../../components/profile-page.tsx';
import { type ProfileView, profileView } from '../../views/dats/profile-view.ts';
import { drawFallback } from '../page/fallback.tsx';

/** /profile/{username}/{page} */
const pageAsked = (): number => Number(location.pathname.split('/')[3]);

const found = (profile: ProfileView | undefined) =>
  profile && { title: profile.name, body: <ProfilePage profile={profile} page={pageAsked()} /> };

const usernameOf = (dats: readonly Dat[], userId: string): string =>
  newestFirst(dats).find(({ creatorId }) => creatorId === userId)?.creatorUsername ?? '';

/** /profile/{username} */
export const drawProfileFallback = (): Promise<void> =>
  drawFallback({
    notFound: 'Nobody here by that name.',
    find: (dats, username) => found(profileView(username, publicDats(dats))),
  });

/** /mydat/profile/{user id} */
export const drawUserProfile = (): Promise<void> =>
  drawFallback({
    notFound: 'This person has not released a DAT.',
    find: (dats, userId) => {
      const username = usernameOf(dats, userId);
      return username === '' ? undefined : found(profileView(username, publicDats(dats)));
    },
  });

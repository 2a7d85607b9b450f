import type { ProfileView } from '../views/profile-view.ts';
import { DatGrid } from './dat-grid.tsx';

/** /profile/{username}: who it is and the DATS released under that name. */
export function ProfilePage({ profile }: { profile: ProfileView }) {
  return (
    <>
      <div className="page-head profile-head">
        {profile.picture ? (
          <img
            className="avatar profile-picture"
            src={profile.picture}
            alt=""
            width={96}
            height={96}
          />
        ) : (
          <span className="avatar profile-picture" />
        )}
        <div>
          <h1 className="h1">{profile.name}</h1>
          <p className="muted">@{profile.username}</p>
        </div>
        <p className="profile-count muted">{profile.summary}</p>
      </div>
      <h2 className="visually-hidden">DATS</h2>
      <DatGrid cards={profile.cards} eager={2} />
    </>
  );
}

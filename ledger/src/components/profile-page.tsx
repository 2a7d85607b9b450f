import { buttonClass } from '@datchain/shared/ui/button.tsx';
import { MetricRow } from '@datchain/shared/ui/metric-row.tsx';
import { type ProfileView, profilePage } from '../views/dats/profile-view.ts';
import { followHref } from '../views/page/addresses.ts';
import { DatGrid } from './dat-grid.tsx';
import { PagesNav } from './pages-nav.tsx';

type ProfilePageProps = {
  profile: ProfileView;
  /** 1 is the first; an unknown number shows the first. */
  page?: number;
};

export function ProfilePage({ profile, page = 1 }: ProfilePageProps) {
  const { number, cards, links } = profilePage(profile, page);
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
        <div className="profile-names">
          <h1 className="h1" dir="auto">
            {profile.name}
          </h1>
          <p className="muted">
            @{profile.username}
            {profile.followers && ` · ${profile.followers}`}
          </p>
          {profile.summary && <p className="small muted">{profile.summary}</p>}
        </div>
        {profile.isArtist && !profile.isGone && (
          <a className={buttonClass()} href={followHref(profile.username)}>
            Follow
          </a>
        )}
      </div>
      {profile.isGone && (
        <p className="notice profile-gone">
          This artist has closed their account. Their works stay; the artist’s part of what they
          earn goes to the platform.
        </p>
      )}
      {number === 1 && <Words profile={profile} />}
      {number === 1 && <MetricRow metrics={profile.metrics} />}
      <section className="section" aria-labelledby="works-title">
        <div className="section-head">
          <h2 id="works-title" className="h2">
            {profile.isArtist ? 'DATS' : 'Collection'}
          </h2>
          {links && (
            <p className="small">
              Page {number} of {links.count}
            </p>
          )}
        </div>
        <DatGrid cards={cards} eager={2} />
        <PagesNav links={links} />
      </section>
    </>
  );
}

/** The person's own text and links, not endorsed by the site. */
function Words({ profile: { about, pages } }: { profile: ProfileView }) {
  if (about === '' && pages.length === 0) return null;
  return (
    <div className="profile-words">
      {about && <p dir="auto">{about}</p>}
      {pages.length > 0 && (
        <ul aria-label="Links" className="profile-links">
          {pages.map(({ href, label }) => (
            <li key={href}>
              <a href={href} rel="nofollow noopener noreferrer ugc">
                {label}
              </a>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

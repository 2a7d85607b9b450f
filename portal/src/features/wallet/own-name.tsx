import { readProfile } from '@datchain/shared/contracts/documents/profile.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import { SiteLink } from '../../app/site-link.tsx';
import { useDocument } from '../../lib/data/use-document.ts';
import { liveOr } from '../../lib/data/use-watched.ts';

/**
 * Whose wallet it is, from their user document, live (R-DB-04), and the ways to the other pages that
 * are theirs (N-PPL-01, N-PPL-08, N-PPL-09); its line is there from the start.
 */
export function OwnName({ uid }: { uid: string | undefined }) {
  const path = uid === undefined ? undefined : docs.user(uid);
  const profile = liveOr(
    useDocument(path, (value) => readProfile(uid ?? '', value)),
    undefined,
  );
  if (!profile) return <>{'\u00a0'}</>;
  const isArtist = profile.accountType === 'Artist';
  return (
    <>
      <span>@{profile.username}</span> · <SiteLink href="/account">Account</SiteLink> ·{' '}
      <SiteLink href={isArtist ? '/desk' : '/desk/apply'}>
        {isArtist ? 'Desk' : 'Apply to release'}
      </SiteLink>
    </>
  );
}

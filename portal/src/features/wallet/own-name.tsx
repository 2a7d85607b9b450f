import { readProfile } from '@datchain/shared/contracts/documents/profile.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import { useDocument } from '../../lib/data/use-document.ts';
import { liveOr } from '../../lib/data/use-watched.ts';

/** Whose wallet it is, from their user document, live (R-DB-04); its line is there from the start. */
export function OwnName({ uid }: { uid: string | undefined }) {
  const path = uid === undefined ? undefined : docs.user(uid);
  const profile = liveOr(
    useDocument(path, (value) => readProfile(uid ?? '', value)),
    undefined,
  );
  return <>{profile ? `@${profile.username}` : '\u00a0'}</>;
}

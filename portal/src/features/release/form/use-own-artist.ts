import { readOwnWorksOnly } from '@datchain/shared/contracts/documents/allowed-users.ts';
import { readProfile } from '@datchain/shared/contracts/documents/profile.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import type { Profile } from '@datchain/shared/domain/release/draft.ts';
import { warnLater } from '@datchain/shared/ui/warn-later.ts';
import { useEffect, useState } from 'react';
import { readDocumentAt } from '../../../lib/data/firestore-rest.ts';
import { uidOf } from '../../../lib/session/session.ts';
import { useSession } from '../../../lib/session/use-session.ts';

async function readOwnArtist(uid: string, signal: AbortSignal): Promise<Profile | null> {
  const list = await readDocumentAt(docs.allowedUsers, signal);
  if (!readOwnWorksOnly(list?.data).includes(uid)) return null;
  const own = await readDocumentAt(docs.publicProfile(uid), signal);
  return readProfile(uid, own?.data) ?? null;
}

/**
 * Returns the artist of a user who may release only their own works (N-PPL-09). Null when they may
 * release for anyone, undefined while loading. The server checks again.
 */
export function useOwnArtist(): Profile | null | undefined {
  const uid = uidOf(useSession());
  const [own, setOwn] = useState<Profile | null>();
  useEffect(() => {
    if (uid === undefined) return;
    const gone = new AbortController();
    readOwnArtist(uid, gone.signal).then(setOwn, (error: unknown) => {
      if (gone.signal.aborted) return;
      warnLater('Could not look up for whom this account may release.', error);
      setOwn(null);
    });
    return () => gone.abort();
  }, [uid]);
  return own;
}

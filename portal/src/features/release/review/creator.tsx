import { docs } from '@datchain/shared/contracts/paths.ts';
import { isRecord, readText } from '@datchain/shared/contracts/tolerant.ts';
import { UNKNOWN } from '@datchain/shared/domain/format.ts';
import type { ReleaseDraft } from '@datchain/shared/domain/release/draft.ts';
import { warnLater } from '@datchain/shared/ui/warn-later.ts';
import { useEffect, useState } from 'react';
import { readDocumentAt } from '../../../lib/data/firestore-rest.ts';

export function Creator({ draft }: { draft: ReleaseDraft }) {
  const { name, handle, imageUrl } = useCreator(draft);
  return (
    <div className="review-creator">
      {imageUrl ? (
        <img className="avatar" src={imageUrl} alt="" width={56} height={56} />
      ) : (
        <span className="avatar review-initial" aria-hidden="true">
          {name.slice(0, 1).toUpperCase()}
        </span>
      )}
      <p>
        <span className="small muted">Creator</span>
        <strong className="h3" dir="auto">
          {name || UNKNOWN}
        </strong>
        {handle && <span className="small muted">@{handle}</span>}
      </p>
    </div>
  );
}

/** The creator of a release; unknown `handle` and `imageUrl` are empty. */
interface Creator {
  readonly name: string;
  readonly handle: string;
  readonly imageUrl: string;
}

function creatorOf({ mode, selectedArtist, summary }: ReleaseDraft): Creator {
  if (mode === 'summary') return { name: summary?.artistName ?? '', handle: '', imageUrl: '' };
  const { artistName, username, imageUrl } = selectedArtist ?? {};
  return { name: artistName || username || '', handle: username ?? '', imageUrl: imageUrl ?? '' };
}

function useCreator(draft: ReleaseDraft): Creator {
  const [found, setFound] = useState<Pick<Creator, 'handle' | 'imageUrl'>>();
  const artistId = draft.mode === 'summary' ? draft.summary?.artistId : undefined;
  useEffect(() => {
    if (!artistId) return;
    const asking = new AbortController();
    const { signal } = asking;
    readDocumentAt(docs.publicProfile(encodeURIComponent(artistId)), signal)
      .then((profile) => {
        const data = isRecord(profile?.data) ? profile.data : {};
        const imageUrl = readText(data.profileImageUrl);
        if (!signal.aborted) setFound({ handle: readText(data.username), imageUrl });
      })
      .catch((error: unknown) => {
        if (!signal.aborted) warnLater('The creator’s profile could not be loaded.', error);
      });
    return () => asking.abort();
  }, [artistId]);
  return { ...creatorOf(draft), ...found };
}

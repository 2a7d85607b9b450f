import { UNKNOWN } from '@datchain/shared/domain/format.ts';
import type { ReleaseDraft } from '@datchain/shared/domain/release/draft.ts';

/** Who the release is for: picture and name; of an existing release the name alone is known. */
export function Creator({ draft }: { draft: ReleaseDraft }) {
  const { selectedArtist: artist, summary } = draft;
  if (draft.mode === 'summary') return <Named name={summary?.artistName ?? ''} />;
  return (
    <Named
      name={artist?.artistName || artist?.username || ''}
      handle={artist?.username}
      imageUrl={artist?.imageUrl}
    />
  );
}

interface NamedProps {
  readonly name: string;
  readonly handle?: string | undefined;
  readonly imageUrl?: string | undefined;
}

const Named = ({ name, handle, imageUrl }: NamedProps) => (
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

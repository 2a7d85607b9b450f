import { UNKNOWN } from '@datchain/shared/domain/format.ts';
import type { ReleaseDraft } from '@datchain/shared/domain/release/draft.ts';
import { useCreator } from './use-creator.ts';

/** Who the release is for: picture, name and @username. */
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

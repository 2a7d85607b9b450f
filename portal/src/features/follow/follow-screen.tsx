import { type FollowState, followArtist } from '@datchain/shared/contracts/calls/follow.ts';
import { formatCount } from '@datchain/shared/domain/format.ts';
import { Button } from '@datchain/shared/ui/button.tsx';
import { useParams } from 'react-router-dom';
import { BackLink } from '../../app/back-link.tsx';
import { OwnChoice } from '../../app/own-choice.tsx';
import { Screen } from '../../app/screen.tsx';

/** `/follow/{username}`: follows or unfollows an artist (N-PPL-07). */
export default function FollowScreen() {
  const { username = '' } = useParams();
  const back = (
    <BackLink href={`/profile/${encodeURIComponent(username)}`} text={`Back to @${username}`} />
  );
  return (
    <Screen title="Follow an artist" back={back}>
      <OwnChoice
        callable={followArtist}
        input={{ username }}
        isSource={(path) => isPageOf(path, username)}
        isOpen={({ isFollowed }) => !isFollowed}
        chosenName={({ isFollowed, name }) => (isFollowed ? name : undefined)}
      >
        {(follow, { choose, isBusy, isUndo }) => (
          <>
            <h2 className="h2" dir="auto">
              {follow.name}
            </h2>
            <p role="status">{formatFollow(follow)}</p>
            <div className="actions">
              <Button
                variant={follow.isFollowed ? 'secondary' : 'primary'}
                disabled={isBusy}
                onClick={() => choose(!follow.isFollowed)}
              >
                {follow.isFollowed ? (isUndo ? 'Undo' : 'Unfollow') : 'Follow'}
              </Button>
            </div>
          </>
        )}
      </OwnChoice>
    </Screen>
  );
}

const isPageOf = (path: string, username: string): boolean =>
  `${path}/`.startsWith(`/profile/${encodeURIComponent(username)}/`) ||
  path.startsWith('/viewdat/');

function formatFollow({ isFollowed, followers }: FollowState): string {
  const count = followers === 1 ? '1 follower.' : `${formatCount(followers)} followers.`;
  return isFollowed
    ? `${count} You follow them: we tell you about each new work, by notification and e-mail.`
    : `${count} We can tell you about each new work, by notification and e-mail. Nobody else sees whom you follow.`;
}

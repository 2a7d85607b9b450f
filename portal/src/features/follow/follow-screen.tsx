import { type FollowState, followArtist } from '@datchain/shared/contracts/follow-call.ts';
import { sentenceOf } from '@datchain/shared/domain/call-wire.ts';
import { formatCount } from '@datchain/shared/domain/format.ts';
import { Button } from '@datchain/shared/ui/button.tsx';
import { useEffect, useState } from 'react';
import { useParams } from 'react-router-dom';
import { LoginPrompt } from '../../app/login-prompt.tsx';
import { Screen } from '../../app/screen.tsx';
import { call } from '../../lib/calls/callables.ts';
import { uidOf } from '../../lib/session/session.ts';
import { useSession } from '../../lib/session/use-session.ts';

/** `/follow/{username}`: follows an artist, or not any more (N-PPL-07). */
export default function FollowScreen() {
  const { username = '' } = useParams();
  const session = useSession();
  const uid = uidOf(session);
  const back = (
    <a className="back small" href={`/profile/${encodeURIComponent(username)}`}>
      Back to @{username}
    </a>
  );
  return (
    <Screen title="Follow an artist" back={back}>
      {session.state === 'signedOut' ? (
        <LoginPrompt>Log in, so that we know whom to tell.</LoginPrompt>
      ) : (
        <Follow key={`${uid ?? ''} ${username}`} uid={uid} username={username} />
      )}
    </Screen>
  );
}

type State =
  | { readonly step: 'loading' }
  | { readonly step: 'failed'; readonly sentence: string }
  | { readonly step: 'known'; readonly follow: FollowState; readonly sentence?: string };

const unsaved = 'This could not be saved. Try again.';

function Follow({ uid, username }: { uid: string | undefined; username: string }) {
  const [state, setState] = useState<State>({ step: 'loading' });
  const [isBusy, setBusy] = useState(false);
  useEffect(() => {
    if (uid === undefined) return;
    let isCurrent = true;
    call(followArtist, { username }).then(
      (follow) => isCurrent && setState({ step: 'known', follow }),
      (error: unknown) => {
        console.warn('The artist cannot be looked up', error);
        const sentence = sentenceOf(error, 'This cannot be looked up right now. Reload the page.');
        if (isCurrent) setState({ step: 'failed', sentence });
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [uid, username]);

  if (state.step === 'loading') return <p role="status">Loading…</p>;
  if (state.step === 'failed') {
    return (
      <p className="notice" role="status">
        {state.sentence}
      </p>
    );
  }
  const { follow, sentence } = state;
  const choose = async (isWanted: boolean) => {
    setBusy(true);
    try {
      setState({ step: 'known', follow: await call(followArtist, { username, isWanted }) });
    } catch (error) {
      console.warn('The choice was not saved', error);
      setState({ step: 'known', follow, sentence: sentenceOf(error, unsaved) });
    }
    setBusy(false);
  };

  return (
    <div className="stack">
      <h2 className="h2" dir="auto">
        {follow.name}
      </h2>
      <p role="status">{textOf(follow)}</p>
      <div className="actions">
        <Button
          variant={follow.isFollowed ? 'secondary' : 'primary'}
          disabled={isBusy}
          onClick={() => choose(!follow.isFollowed)}
        >
          {follow.isFollowed ? 'Unfollow' : 'Follow'}
        </Button>
      </div>
      {sentence && <p role="alert">{sentence}</p>}
    </div>
  );
}

function textOf({ isFollowed, followers }: FollowState): string {
  const count = followers === 1 ? '1 follower.' : `${formatCount(followers)} followers.`;
  return isFollowed
    ? `${count} You follow them: we tell you of each new work, at the bell and by e-mail.`
    : `${count} We can tell you of each new work, at the bell and by e-mail. Nobody else sees whom you follow.`;
}

import { type FollowsPage, getFollows } from '@datchain/shared/contracts/calls/follow.ts';
import { readErrorSentence } from '@datchain/shared/domain/call-wire.ts';
import { Button } from '@datchain/shared/ui/button.tsx';
import { useState } from 'react';
import { SiteLink } from '../../app/site-link.tsx';
import { call } from '../../lib/calls/callables.ts';
import { useAsked } from '../../lib/calls/use-asked.ts';
import { Row } from './row.tsx';

const failure = 'The artists you follow could not be loaded. Trying again.';

/** The row of followed artists, in pages (N-PPL-07). */
export function Follows({ uid }: { uid: string | undefined }) {
  const { asked, set } = useAsked(getFollows, uid, failure);
  return (
    <Row label="Artists you follow" hint="Nobody else sees whom you follow.">
      {asked.state === 'loading' && 'Loading…'}
      {asked.state === 'failed' && asked.sentence}
      {asked.state === 'ready' && <Pages shown={asked.answer} onMore={set} />}
    </Row>
  );
}

type PagesProps = { shown: FollowsPage; onMore: (all: FollowsPage) => void };

function Pages({ shown: { artists, next }, onMore }: PagesProps) {
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const more = async (after: string) => {
    setBusy(true);
    setProblem('');
    try {
      const page = await call(getFollows, { after });
      onMore({ artists: [...artists, ...page.artists], next: page.next });
    } catch (error) {
      setProblem(readErrorSentence(error, 'No more could be loaded. Try again.'));
    }
    setBusy(false);
  };
  return (
    <>
      {artists.length === 0 && 'None yet. Their pages have a link to follow them.'}
      {artists.map(({ username, name }) => (
        <p key={username}>
          <SiteLink className="row-link" href={`/follow/${encodeURIComponent(username)}`}>
            <bdi>{name}</bdi>
          </SiteLink>
        </p>
      ))}
      <p className="small" role="status">
        {problem}
      </p>
      {next !== null && (
        <Button small variant="secondary" disabled={isBusy} onClick={() => more(next)}>
          {isBusy ? 'Loading…' : 'Show more'}
          <span className="visually-hidden">: artists you follow</span>
        </Button>
      )}
    </>
  );
}

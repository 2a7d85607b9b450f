import { formatStreamShare, WHO_PAYS } from '@datchain/shared/domain/share-words.ts';
import './apply.css';
import {
  type ApplicationState,
  getApplication,
} from '@datchain/shared/contracts/calls/application.ts';
import { config, rates } from '@datchain/shared/domain/config.ts';
import { formatCents, formatShare } from '@datchain/shared/domain/format.ts';
import { Button, buttonClass } from '@datchain/shared/ui/button.tsx';
import { FactList } from '@datchain/shared/ui/fact-list.tsx';
import { useState } from 'react';
import { LoginPrompt } from '../../app/login-prompt.tsx';
import { NoAnswer } from '../../app/no-answer.tsx';
import { Screen } from '../../app/screen.tsx';
import { SiteLink } from '../../app/site-link.tsx';
import { useAsked } from '../../lib/calls/use-asked.ts';
import { uidOf } from '../../lib/session/session.ts';
import { useSession } from '../../lib/session/use-session.ts';
import { ApplyForm } from './apply-form.tsx';
import { ownerNames } from './owner-names.ts';

/**
 * `/desk/apply`: applies for the right to release, and shows the state of the application
 * (N-PPL-09).
 */
export default function ApplyScreen() {
  const session = useSession();
  const uid = uidOf(session);
  return (
    <Screen
      title="Apply to release"
      lead="If you make your own music, apply. A person listens and replies within three working days."
    >
      <div className="apply">
        {session.state === 'signedOut' ? (
          <LoginPrompt>Log in first, or sign up: it takes a minute.</LoginPrompt>
        ) : (
          <Application key={uid ?? ''} uid={uid} />
        )}
        <WhatYouGet />
      </div>
    </Screen>
  );
}

const failure = 'Your application could not be loaded. Trying again.';

function Application({ uid }: { uid: string | undefined }) {
  const { asked, set } = useAsked(getApplication, uid, failure);
  const [isChanging, setChanging] = useState(false);
  if (asked.state !== 'ready') return <NoAnswer asked={asked} />;
  const application = asked.answer;
  const sent = (next: ApplicationState) => {
    set(next);
    setChanging(false);
  };
  const isOpen = application.state === 'none' || application.state === 'declined' || isChanging;
  return (
    <div className="stack apply-form">
      <Standing application={application} />
      {isOpen ? (
        <ApplyForm application={application} onSent={sent} />
      ) : (
        application.state === 'waiting' && (
          <>
            <Sent application={application} />
            <Button variant="secondary" onClick={() => setChanging(true)}>
              Change it
            </Button>
          </>
        )
      )}
    </div>
  );
}

function Standing({ application }: { application: ApplicationState }) {
  switch (application.state) {
    case 'none':
      return null;
    case 'waiting':
      return (
        <div role="status">
          <h2 className="h2">We are listening.</h2>
          <p>You will hear from us within three working days, by notification and e-mail.</p>
        </div>
      );
    case 'declined':
      return (
        <div className="notice" role="status">
          <h2 className="h2">Not yet.</h2>
          <p className="break">{application.reason}</p>
          <p>You can apply again at any time.</p>
        </div>
      );
    case 'allowed':
      return (
        <div className="stack" role="status">
          <h2 className="h2">You can release now.</h2>
          <SiteLink className={buttonClass()} href="/release">
            Release a work
          </SiteLink>
        </div>
      );
  }
}

function Sent({ application: { sent } }: { application: ApplicationState }) {
  if (!sent) return null;
  return (
    <FactList
      facts={[
        { label: 'Artist name', value: <span className="break">{sent.artistName}</span> },
        { label: 'Your music', value: <span className="break">{sent.musicUrl}</span> },
        { label: 'Your page', value: <span className="break">{sent.pageUrl}</span> },
        { label: 'Who owns the recordings', value: ownerNames[sent.owns] },
        ...(sent.note
          ? [{ label: 'Anything else', value: <span className="break">{sent.note}</span> }]
          : []),
      ]}
    />
  );
}

const { editionsPerDat } = config;
const { primarySale, editionResale, streamSharePpm, editionSharePpm, editionPriceCents } = rates;
const example = editionPriceCents.Silver;
const allSold = (editionsPerDat * example * primarySale.creatorPpm) / 1_000_000;

function WhatYouGet() {
  return (
    <section aria-labelledby="what-you-get">
      <h2 className="h2" id="what-you-get">
        What you get
      </h2>
      <FactList
        facts={[
          { label: 'Editions of each work', value: String(editionsPerDat) },
          { label: 'You get of a first sale', value: formatShare(primarySale.creatorPpm) },
          { label: 'You get of each resale', value: formatShare(editionResale.creatorPpm) },
          {
            label: 'Paid on top of what streams bring you',
            value: formatShare(streamSharePpm),
          },
          { label: 'Each edition gets', value: formatStreamShare(editionSharePpm) },
          {
            label: `You get, with all ${editionsPerDat} sold`,
            value: formatStreamShare(1_000_000 - editionsPerDat * editionSharePpm),
          },
          { label: 'Cost to release', value: 'None' },
        ]}
      />
      <p className="small muted">{`The ${formatShare(streamSharePpm)} on top: ${WHO_PAYS}`}</p>
      <p className="small muted">
        Example: {editionsPerDat} editions at {formatCents(example)} bring you{' '}
        {formatCents(allSold)} when all are sold.
      </p>
    </section>
  );
}

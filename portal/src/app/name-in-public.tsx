import {
  type LedgerHandle,
  setLedgerHandle,
} from '@datchain/shared/contracts/calls/ledger-handle.ts';
import { readErrorSentence } from '@datchain/shared/domain/call-wire.ts';
import { Button } from '@datchain/shared/ui/button.tsx';
import { useState } from 'react';
import { call } from '../lib/calls/callables.ts';
import { useAsked } from '../lib/calls/use-asked.ts';
import { uidOf } from '../lib/session/session.ts';
import { useSession } from '../lib/session/use-session.ts';
import { NoAnswer } from './no-answer.tsx';
import { Section } from './section.tsx';

const unread = 'Your choice could not be loaded. Trying again.';

const texts = {
  shown: {
    now: 'Your username and picture are public.',
    press: 'Hide my username',
    news: 'Hidden in live figures. Public pages update within minutes.',
  },
  hidden: {
    now: 'You appear as Unnamed.',
    press: 'Show my username',
    news: 'Shown again in live figures. Public pages update within minutes.',
  },
} as const;

const other = (handle: LedgerHandle): LedgerHandle => (handle === 'shown' ? 'hidden' : 'shown');

/** Shows whether a user is named in public, and lets them change it (docs/decisions/0020). */
export function NameInPublic() {
  const { asked, set } = useAsked(setLedgerHandle, uidOf(useSession()), unread);
  const [isSaving, setSaving] = useState(false);
  const [news, setNews] = useState('');

  const choose = async (handle: LedgerHandle) => {
    setSaving(true);
    setNews('');
    try {
      set(await call(setLedgerHandle, { handle }));
      setNews(texts[other(handle)].news);
    } catch (error) {
      console.warn('The choice was not saved', error);
      setNews(readErrorSentence(error, 'Your choice could not be saved. Try again.'));
    }
    setSaving(false);
  };

  return (
    <Section id="name-title" title="Your name in public">
      <div className="stack">
        <p className="measure">
          If you hide your name, you appear as Unnamed, without a picture, wherever you own or
          traded something. Public pages update within minutes. The public log only ever has a
          number for you; it can be traced to you if you have released works.
        </p>
        <p className="measure">
          Someone who buys an edition from you sees Unnamed on the receipt, and nothing says that
          tokens you sell are yours. Works you released and credits on other people’s works keep
          your name. Copies that others have already made do not change.
        </p>
        {asked.state === 'ready' ? (
          <>
            <p>{texts[asked.answer.handle].now}</p>
            <div className="actions">
              <Button
                variant="secondary"
                disabled={isSaving}
                onClick={() => choose(other(asked.answer.handle))}
              >
                {texts[asked.answer.handle].press}
              </Button>
            </div>
          </>
        ) : (
          <NoAnswer asked={asked} />
        )}
        <p role="status" className="small muted">
          {news}
        </p>
      </div>
    </Section>
  );
}

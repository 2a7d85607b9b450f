import {
  type LedgerHandle,
  setLedgerHandle,
} from '@datchain/shared/contracts/ledger-handle-call.ts';
import { sentenceOf } from '@datchain/shared/domain/call-wire.ts';
import { Button } from '@datchain/shared/ui/button.tsx';
import { useEffect, useState } from 'react';
import { call } from '../lib/calls/callables.ts';

type State =
  | { readonly step: 'loading' }
  | { readonly step: 'known' | 'saving'; readonly handle: LedgerHandle; readonly news?: string }
  | { readonly step: 'failed' };

const texts = {
  shown: {
    now: 'Your username and picture are public.',
    press: 'Hide my username',
    news: 'Hidden in live figures. Pages follow within minutes.',
  },
  hidden: {
    now: 'You appear as Unnamed.',
    press: 'Show my username',
    news: 'Shown again in live figures. Pages follow within minutes.',
  },
} as const;

const other = (handle: LedgerHandle): LedgerHandle => (handle === 'shown' ? 'hidden' : 'shown');

/** Whether a user is named in public, and the choice (docs/decisions/0020). */
export function NameInPublic() {
  const [state, setState] = useState<State>({ step: 'loading' });
  useEffect(() => {
    let isCurrent = true;
    const show = (next: State) => {
      if (isCurrent) setState(next);
    };
    call(setLedgerHandle, {}).then(
      ({ handle }) => show({ step: 'known', handle }),
      (error: unknown) => {
        // By then a page that was left is gone: what browsers end then is no failure.
        setTimeout(console.error, 1_000, 'Whether the name is shown cannot be read', error);
        show({ step: 'failed' });
      },
    );
    return () => {
      isCurrent = false;
    };
  }, []);

  const choose = async (handle: LedgerHandle) => {
    setState({ step: 'saving', handle: other(handle) });
    try {
      const saved = await call(setLedgerHandle, { handle });
      setState({ step: 'known', handle: saved.handle, news: texts[other(handle)].news });
    } catch (error) {
      console.error('The choice was not saved', error);
      const news = sentenceOf(error, 'Your choice could not be saved. Try again.');
      setState({ step: 'known', handle: other(handle), news });
    }
  };

  return (
    <section className="section" aria-labelledby="name-title">
      <div className="section-head">
        <h2 className="h2" id="name-title">
          Your name in public
        </h2>
      </div>
      <div className="stack">
        <p className="measure">
          If you hide your name, you appear as Unnamed, without a picture, wherever you own or
          traded something. Pages follow within minutes. The public log only ever has a number for
          you; it can be traced to you if you have released works.
        </p>
        <p className="measure">
          Someone who buys an edition from you sees Unnamed on the receipt, and nothing says that
          tokens you sell are yours. Works you released and credits on other people’s works keep
          your name. Copies that others have already made do not change.
        </p>
        {state.step === 'failed' && <p>Your choice cannot be read right now. Reload the page.</p>}
        {(state.step === 'known' || state.step === 'saving') && (
          <>
            <p>{texts[state.handle].now}</p>
            <div className="actions">
              <Button
                variant="secondary"
                disabled={state.step === 'saving'}
                onClick={() => choose(other(state.handle))}
              >
                {texts[state.handle].press}
              </Button>
            </div>
          </>
        )}
        <p role="status" className="small muted">
          {state.step === 'known' && state.news}
        </p>
      </div>
    </section>
  );
}

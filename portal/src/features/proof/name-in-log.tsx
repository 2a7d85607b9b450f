import {
  type LedgerHandle,
  setLedgerHandle,
} from '@datchain/shared/contracts/ledger-handle-call.ts';
import { sentenceOf } from '@datchain/shared/domain/call-wire.ts';
import { Button } from '@datchain/shared/ui/button.tsx';
import { useEffect, useState } from 'react';
import { call } from '../../lib/callables.ts';

type State =
  | { readonly step: 'loading' }
  | { readonly step: 'known' | 'saving'; readonly handle: LedgerHandle; readonly news?: string }
  | { readonly step: 'failed' };

const texts = {
  shown: {
    now: 'Your username stands beside your lines of the public log.',
    press: 'Hide my username',
    news: 'Your username leaves the list with the next build of the site.',
  },
  hidden: {
    now: 'Your lines of the public log name nobody.',
    press: 'Show my username',
    news: 'Your username is back with the next build of the site.',
  },
} as const;

const other = (handle: LedgerHandle): LedgerHandle => (handle === 'shown' ? 'hidden' : 'shown');

/** Whether a user is named beside the public log, and the choice. */
export function NameInLog() {
  const [state, setState] = useState<State>({ step: 'loading' });
  useEffect(() => {
    let isCurrent = true;
    const show = (next: State) => {
      if (isCurrent) setState(next);
    };
    call(setLedgerHandle, {}).then(
      ({ handle }) => show({ step: 'known', handle }),
      (error: unknown) => {
        console.error('Whether the name is shown cannot be read', error);
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
          Your name in the public log
        </h2>
      </div>
      <div className="stack">
        <p className="measure">
          The log has a number in place of each person. A list beside it says which username belongs
          to which number. Leaving the list changes no line; pages of the works you own name you as
          before.
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

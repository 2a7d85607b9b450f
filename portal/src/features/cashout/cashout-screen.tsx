import {
  readCreditSummary,
  readEarnedDays,
} from '@datchain/shared/contracts/documents/credit-summary.ts';
import { readRewardMetrics } from '@datchain/shared/contracts/documents/metrics.ts';
import { ownedTokens, readRewardWallet } from '@datchain/shared/contracts/documents/wallets.ts';
import { live } from '@datchain/shared/contracts/paths.ts';
import type { PayoutSource } from '@datchain/shared/domain/payout.ts';
import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { LoginPrompt } from '../../app/login-prompt.tsx';
import { Notice } from '../../app/notice.tsx';
import { Screen } from '../../app/screen.tsx';
import { useLive } from '../../lib/data/use-live.ts';
import { type Live, liveOr } from '../../lib/data/use-watched.ts';
import { useSession } from '../../lib/session/use-session.ts';
import { AvailableLater } from './available-later.tsx';
import './cashout.css';
import { CashoutSkeleton } from './cashout-skeleton.tsx';
import { PastPayouts } from './past-payouts.tsx';
import { PayoutForm } from './payout-form.tsx';
import { Setup } from './setup.tsx';
import { cameBack } from './setup-words.ts';
import { fallbackTerms, termsOf } from './terms.ts';
import { TokenWorth } from './token-worth.tsx';
import { useCashout } from './use-cashout.ts';

/** `/cashout` (R-CSH-01): loading, 'Complete Your Stripe Setup', or the payout form. */
export default function CashoutScreen() {
  const session = useSession();
  return (
    <Screen title="Cash Out">
      {session.state === 'signedOut' && (
        <LoginPrompt>Log in to cash out earnings and reward tokens.</LoginPrompt>
      )}
      {session.state === 'loading' && <CashoutSkeleton />}
      {session.state === 'signedIn' && (
        <OwnCashout key={session.uid} uid={session.uid} email={session.email} />
      )}
    </Screen>
  );
}

function OwnCashout({ uid, email }: { uid: string; email: string }) {
  const { search } = useLocation();
  const back = cameBack(search);
  const { state, refresh } = useCashout(email);
  const [source, setSource] = useState<PayoutSource>('credits');
  const summary = useLive(live.creditSummary(uid), (value) => value);
  const rewards = useLive(live.rewardWallet(uid), readRewardWallet);
  const metrics = liveOr(useLive(live.datToken, readRewardMetrics), undefined);
  useRefreshOnChange([summary, rewards], refresh);

  if (state.step === 'loading') return <CashoutSkeleton />;
  if (state.step === 'needsSetup') {
    return (
      <>
        <Setup setup={state.setup} quote={state.quote} back={back} onCheck={refresh} />
        <PastPayouts uid={uid} />
      </>
    );
  }
  const stored = liveOr(summary, undefined);
  const { qty, lots } = liveOr(rewards, { qty: 0, lots: [] });
  const earnedDays = readEarnedDays(stored);
  const terms = state.quote
    ? termsOf(state.quote)
    : fallbackTerms({
        isKnown: summary.state === 'ready' && rewards.state === 'ready',
        earnedDays,
        earnedCredits: readCreditSummary(stored).earnedCredits,
        tokenQty: qty || ownedTokens(lots),
        metrics,
      });
  return (
    <>
      {back.how === 'done' && (
        <Notice className="cashout-notice">
          Payouts are set up.{back.inNewTab && ' You can close this tab.'}
        </Notice>
      )}
      {!state.quote && (
        <Notice className="cashout-notice">
          We could not work out what can be paid out now. This is{' '}
          {earnedDays.length > 0
            ? 'what you earned, less what was already paid out or taken for a debt'
            : 'all you earned'}
          ; a part of it may have to wait. Reopen this page to try again.
        </Notice>
      )}
      <div className="form-page cashout-page">
        <div>
          <PayoutForm
            source={source}
            onSource={setSource}
            terms={terms}
            metrics={metrics}
            onPayout={refresh}
          />
        </div>
        {source === 'credits' ? (
          <AvailableLater terms={terms} />
        ) : (
          <TokenWorth terms={terms} metrics={metrics} />
        )}
      </div>
      <PastPayouts uid={uid} />
    </>
  );
}

/** Asks again when the user's figures change under the page. */
function useRefreshOnChange(figures: readonly Live<unknown>[], refresh: () => Promise<void>) {
  const known = figures.every(({ state }) => state !== 'loading');
  const text = known ? JSON.stringify(figures) : undefined;
  const before = useRef<string>(undefined);
  useEffect(() => {
    if (text !== undefined && before.current !== undefined && before.current !== text) {
      void refresh();
    }
    before.current = text ?? before.current;
  }, [text, refresh]);
}

import './cashout.css';
import {
  readCreditSummary,
  readEarnedDays,
} from '@datchain/shared/contracts/documents/credit-summary.ts';
import { readRewardMetrics } from '@datchain/shared/contracts/documents/metrics.ts';
import { ownedTokens, readRewardWallet } from '@datchain/shared/contracts/documents/wallets.ts';
import { live } from '@datchain/shared/contracts/paths.ts';
import { rates } from '@datchain/shared/domain/config.ts';
import {
  formatCents,
  formatCount,
  formatDate,
  formatShare,
  formatUsdUpTo3,
} from '@datchain/shared/domain/format.ts';
import type { PayoutSource } from '@datchain/shared/domain/payout.ts';
import type { RewardMetrics } from '@datchain/shared/domain/rewards.ts';
import {
  computeRounding,
  formatColumn,
  ROUNDING,
  sumAmounts,
} from '@datchain/shared/domain/shown-amount.ts';
import { DataTable } from '@datchain/shared/ui/data-table.tsx';
import { type Fact, FactList } from '@datchain/shared/ui/fact-list.tsx';
import { useEffect, useId, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { LoginPrompt } from '../../app/login-prompt.tsx';
import { Notice } from '../../app/notice.tsx';
import { Screen } from '../../app/screen.tsx';
import { useLive } from '../../lib/data/use-live.ts';
import { type Live, liveOr } from '../../lib/data/use-watched.ts';
import { useSession } from '../../lib/session/use-session.ts';
import { CashoutSkeleton } from './cashout-skeleton.tsx';
import { PastPayouts } from './past-payouts.tsx';
import { PayoutForm } from './payout-form.tsx';
import { Setup } from './setup.tsx';
import { cameBack } from './setup-words.ts';
import { fallbackTerms, readTerms, type Terms } from './terms.ts';
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
    ? readTerms(state.quote)
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

function AvailableLater({ terms: { pending, days } }: { terms: Terms }) {
  const titleId = useId();
  const amounts = pending.map(({ micros }) => micros);
  const total = sumAmounts(amounts);
  const rounding = computeRounding(amounts);
  const usd = formatColumn([...amounts, total]);
  return (
    <aside aria-labelledby={titleId}>
      <h2 className="h2" id={titleId}>
        Available later
      </h2>
      {pending.length > 0 && (
        <DataTable
          className="cashout-later"
          aria-labelledby={titleId}
          rows={pending}
          keyOf={({ date }) => date}
          columns={[
            {
              header: 'From',
              cell: ({ countsFrom }) => formatDate(countsFrom),
              rest: rounding !== 0 && ROUNDING,
              footer: 'Total',
            },
            {
              header: 'Amount',
              className: 'right',
              cell: ({ micros }) => usd(micros),
              rest: usd(rounding),
              footer: usd(total),
            },
          ]}
        />
      )}
      {pending.length === 0 && <p className="cashout-later">{emptyText(days)}</p>}
      {days !== undefined && <p className="small muted cashout-rule">{ruleText(days)}</p>}
    </aside>
  );
}

const emptyText = (days: number | undefined): string =>
  days === undefined ? 'Pending earnings could not be loaded.' : 'No earnings are pending.';

const ruleText = (days: number): string =>
  `You can cash out each day’s earnings ${days} ${days === 1 ? 'day' : 'days'} later.`;

type TokenWorthProps = { terms: Terms; metrics: RewardMetrics | undefined };

function listParts({ spotPriceUsd, poolCents, circulating }: RewardMetrics): Fact[] {
  return spotPriceUsd === undefined
    ? [
        { label: 'In the reward pool', value: formatCents(poolCents) },
        { label: 'Reward tokens in circulation', value: formatCount(circulating) },
      ]
    : [{ label: 'Spot price', value: formatUsdUpTo3(spotPriceUsd) }];
}

function TokenWorth({ terms, metrics }: TokenWorthProps) {
  const titleId = useId();
  const value = { label: 'Value of one', value: formatUsdUpTo3(terms.tokenValueUsd), total: true };
  return (
    <aside aria-labelledby={titleId}>
      <h2 className="h2" id={titleId}>
        What one is worth
      </h2>
      <FactList facts={[...(metrics ? listParts(metrics) : []), value]} />
      <p className="small muted cashout-rule">
        {formatShare(rates.poolPpm)} of every sale of platform tokens goes into the pool, so the
        value moves. Your amount is fixed when you confirm. Tokens you cash out are gone for good.
      </p>
    </aside>
  );
}

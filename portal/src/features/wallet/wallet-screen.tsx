import { Notice } from '../../app/notice.tsx';
import './wallet.css';
import { config } from '@datchain/shared/domain/config.ts';
import { eligibleCents, eligibleCredits } from '@datchain/shared/domain/eligible-credits.ts';
import { REWARD_CASH_OUT } from '@datchain/shared/domain/rewards.ts';
import { Button, buttonClass } from '@datchain/shared/ui/button.tsx';
import { type ToastMessage, ToastRegion } from '@datchain/shared/ui/toast.tsx';
import { useCallback, useState } from 'react';
import { LoginPrompt } from '../../app/login-prompt.tsx';
import { Screen } from '../../app/screen.tsx';
import { SiteLink } from '../../app/site-link.tsx';
import { useSession } from '../../lib/session/use-session.ts';
import { Debt } from './debt.tsx';
import { FirstHoldings, Holdings } from './holdings.tsx';
import { OwnName } from './own-name.tsx';
import { Settings } from './settings.tsx';
import { Totals } from './totals.tsx';
import { useWallet, type Wallet } from './use-wallet.ts';
import { WalletSkeleton } from './wallet-skeleton.tsx';
import { YourEarnings } from './your-earnings.tsx';

/** `/wallet` (R-WAL-01, R-WAL-10): the four totals, live, and what they are made of. */
export default function WalletScreen() {
  const session = useSession();
  if (session.state === 'signedOut') {
    return (
      <Screen title="Wallet">
        <LoginPrompt>Log in to see your tokens, DATS and earnings.</LoginPrompt>
      </Screen>
    );
  }
  const user = session.state === 'signedIn' ? session : undefined;
  // One screen from loading to signed in: nothing moves when the session becomes known. Another
  // user gets another one: what was open or said belonged to the first.
  return <OwnWallet key={user?.uid ?? ''} uid={user?.uid} email={user?.email} />;
}

/** Only what is missing from earnings counts as zero there (R-WAL-16); other figures are dashes. */
const incompleteText = ({ earningsIncomplete }: Wallet): string =>
  earningsIncomplete
    ? 'Some figures could not be loaded; in Earnings they count as zero. Trying again.'
    : 'Some figures could not be loaded. Trying again.';

/** Whether earnings are enough to be cashed out: only then it is the main action. */
const canCashOut = ({ earningsSources: { earnedDays, payoutDays, now } }: Wallet): boolean =>
  eligibleCents(eligibleCredits(earnedDays, payoutDays, now)) >= config.minimumPayoutCents;

type OwnWalletProps = { uid: string | undefined; email: string | undefined };

function OwnWallet({ uid, email }: OwnWalletProps) {
  const wallet = useWallet(uid);
  const [settingsOpen, setSettingsOpen] = useState(false);
  const [toast, setToast] = useState<ToastMessage | null>(null);
  const tell = useCallback(
    (text: string) => setToast((last) => ({ id: Number(last?.id ?? 0) + 1, text })),
    [],
  );
  const dismiss = useCallback(() => setToast(null), []);
  return (
    <Screen
      title="Wallet"
      lead={<OwnName uid={uid} />}
      actions={
        <>
          <SiteLink
            className={buttonClass({ variant: canCashOut(wallet) ? 'primary' : 'secondary' })}
            href="/cashout"
          >
            Cash Out
          </SiteLink>
          <Button
            variant="secondary"
            disabled={uid === undefined}
            onClick={() => setSettingsOpen(true)}
          >
            Wallet Settings
          </Button>
        </>
      }
    >
      <Totals wallet={wallet} uid={uid} />
      <p className="small muted wallet-note">
        Earnings counts everything you ever earned, paid out or not. Reward tokens {REWARD_CASH_OUT}
        .
      </p>
      {uid !== undefined && wallet.debtMicros > 0 && (
        <Debt uid={uid} debtMicros={wallet.debtMicros} />
      )}
      {wallet.incomplete && <Notice className="wallet-notice">{incompleteText(wallet)}</Notice>}
      {wallet.listsKnown ? <FirstHoldings wallet={wallet} uid={uid} /> : <WalletSkeleton />}
      {wallet.listsKnown && wallet.sourcesKnown && wallet.earnings.value !== 0 && (
        <YourEarnings sources={wallet.earningsSources} />
      )}
      {wallet.listsKnown && <Holdings wallet={wallet} uid={uid} onNews={tell} />}
      <Settings open={settingsOpen} onClose={() => setSettingsOpen(false)} email={email} />
      <ToastRegion toast={toast} onDismiss={dismiss} />
    </Screen>
  );
}

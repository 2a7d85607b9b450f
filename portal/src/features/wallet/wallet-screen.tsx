import './wallet.css';
import { readProfile } from '@datchain/shared/contracts/documents/profile.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import { config } from '@datchain/shared/domain/config.ts';
import { eligibleCents, eligibleCredits } from '@datchain/shared/domain/eligible-credits.ts';
import { REWARD_CASH_OUT } from '@datchain/shared/domain/rewards.ts';
import { Button, buttonClass } from '@datchain/shared/ui/button.tsx';
import { FactList } from '@datchain/shared/ui/fact-list.tsx';
import { type ToastMessage, ToastRegion } from '@datchain/shared/ui/toast.tsx';
import { useCallback, useState } from 'react';
import { LoginPrompt } from '../../app/login-prompt.tsx';
import { Notice } from '../../app/notice.tsx';
import { Screen } from '../../app/screen.tsx';
import { Section } from '../../app/section.tsx';
import { SiteLink } from '../../app/site-link.tsx';
import { Waiting } from '../../app/waiting.tsx';
import { useDocument } from '../../lib/data/use-document.ts';
import { liveOr } from '../../lib/data/use-watched.ts';
import { useSession } from '../../lib/session/use-session.ts';
import { type AmountLine, sumFacts } from '../../lib/text/sum-facts.ts';
import { Debt } from './debt.tsx';
import { cameFrom, type EarningsSources, whereNow } from './earnings-account.ts';
import { FirstHoldings, Holdings } from './holdings.tsx';
import { Settings } from './settings.tsx';
import { Totals } from './totals.tsx';
import { useWallet, type Wallet } from './use-wallet.ts';

/** `/wallet` (R-WAL-01, R-WAL-10): the four totals, live, and their parts. */
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
  // Nothing moves when the session loads; another user gets no open dialogs or messages of the first.
  return <OwnWallet key={user?.uid ?? ''} uid={user?.uid} email={user?.email} />;
}

/**
 * Says that figures are missing. Only in earnings do missing figures count as zero (R-WAL-16);
 * elsewhere they are dashes.
 */
const incompleteText = ({ earningsIncomplete }: Wallet): string =>
  earningsIncomplete
    ? 'Some figures could not be loaded; in Earnings they count as zero. Trying again.'
    : 'Some figures could not be loaded. Trying again.';

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

const rows = [1, 2, 3];

function WalletSkeleton() {
  return (
    <Waiting className="section">
      <div className="section-head section-rule owned-head">
        <span className="skeleton skeleton-line wallet-skeleton-title" />
      </div>
      <ul className="owned-list">
        {rows.map((row) => (
          <li key={row} className="owned-card">
            <span className="owned-art" />
            <span>
              <span className="skeleton skeleton-line skeleton-long" />
              <span className="skeleton skeleton-line skeleton-short" />
            </span>
          </li>
        ))}
      </ul>
    </Waiting>
  );
}

/**
 * Names the wallet's owner from their user document, live (R-DB-04), and links to their other pages
 * (N-PPL-01, N-PPL-08, N-PPL-09). Its line is reserved from the start.
 */
function OwnName({ uid }: { uid: string | undefined }) {
  const path = uid === undefined ? undefined : docs.user(uid);
  const profile = liveOr(
    useDocument(path, (value) => readProfile(uid ?? '', value)),
    undefined,
  );
  if (!profile) return <>{'\u00a0'}</>;
  const isArtist = profile.accountType === 'Artist';
  return (
    <>
      <span>@{profile.username}</span> · <SiteLink href="/account">Account</SiteLink> ·{' '}
      <SiteLink href={isArtist ? '/desk' : '/desk/apply'}>
        {isArtist ? 'Desk' : 'Apply to release'}
      </SiteLink>
    </>
  );
}

/**
 * Shows all earnings twice with the same total: by where they are now, and by source (N-EXP-01).
 */
function YourEarnings({ sources }: { sources: EarningsSources }) {
  return (
    <Section
      id="wallet-earnings"
      title="Your earnings"
      aside={
        <SiteLink className="small row-link" href="/wallet/earnings">
          Statement, month by month
        </SiteLink>
      }
    >
      <div className="earnings-account">
        <Account title="Where they are now" lines={whereNow(sources)} />
        <Account title="Where they came from" lines={cameFrom(sources)} />
      </div>
    </Section>
  );
}

const Account = ({ title, lines }: { title: string; lines: readonly AmountLine[] }) => (
  <div>
    <h3 className="h3">{title}</h3>
    <FactList facts={sumFacts(lines, 'Earnings, lifetime')} />
  </div>
);

import {
  formatCents,
  formatCount,
  formatUsdUpTo3,
  UNKNOWN,
} from '@datchain/shared/domain/format.ts';
import { buttonClass } from '@datchain/shared/ui/button.tsx';
import { EmptyState } from '@datchain/shared/ui/empty-state.tsx';
import { MetricRow } from '@datchain/shared/ui/metric-row.tsx';
import { LoginPrompt } from '../../app/login-prompt.tsx';
import { Screen } from '../../app/screen.tsx';
import { SiteLink } from '../../app/site-link.tsx';
import { useSession } from '../../lib/use-session.ts';
import { LotTable } from './lot-table.tsx';
import { OwnedDats } from './owned-dats.tsx';
import { useWallet, type Wallet } from './use-wallet.ts';

/** `/wallet` (SPEC §2): the four totals, live, and what they are made of. */
export default function WalletScreen() {
  const session = useSession();
  if (session.state === 'signedOut') {
    return (
      <Screen title="Wallet">
        <LoginPrompt>Log in to see your tokens, DATS and earnings.</LoginPrompt>
      </Screen>
    );
  }
  // One screen from loading to signed in: nothing moves when the session becomes known.
  return <OwnWallet uid={session.state === 'signedIn' ? session.uid : undefined} />;
}

function OwnWallet({ uid }: { uid: string | undefined }) {
  const wallet = useWallet(uid);
  return (
    <Screen
      title="Wallet"
      actions={
        <SiteLink className={buttonClass()} href="/cashout">
          Cash Out
        </SiteLink>
      }
    >
      <Totals wallet={wallet} />
      {wallet.incomplete && (
        <p className="notice wallet-notice" role="status">
          Some figures could not be loaded and stand as zero. Trying again.
        </p>
      )}
      {wallet.listsKnown && <Holdings wallet={wallet} />}
    </Screen>
  );
}

function Totals({ wallet }: { wallet: Wallet }) {
  const { utility, rewards, earnings } = wallet;
  const { tokenValueUsd } = wallet;
  return (
    <MetricRow
      live
      metrics={[
        {
          label: 'Utility tokens (USD)',
          value: formatCents(utility.value),
          quiet: !utility.known,
        },
        {
          label: 'datchain token rewards',
          value: formatCount(rewards.value),
          quiet: !rewards.known,
        },
        {
          label: 'Earnings',
          value: formatUsdUpTo3(earnings.value / 1_000_000),
          quiet: !earnings.known,
        },
        {
          label: 'Value per datchain token',
          value: tokenValueUsd === undefined ? UNKNOWN : formatUsdUpTo3(tokenValueUsd),
          quiet: tokenValueUsd === undefined,
        },
      ]}
    />
  );
}

function Holdings({ wallet }: { wallet: Wallet }) {
  const { utilityLots, rewardLots, owned } = wallet;
  if (utilityLots.length + rewardLots.length + owned.length === 0) {
    return (
      <section className="section">
        <EmptyState text="You don't own any DAT tokens or DATS yet.">
          <a className={buttonClass()} href="/dats">
            See DATS
          </a>
          <a className={buttonClass({ variant: 'secondary' })} href="/home">
            Buy tokens
          </a>
        </EmptyState>
      </section>
    );
  }
  return (
    <>
      {utilityLots.length > 0 && <LotTable title="Token blocks" lots={utilityLots} />}
      {rewardLots.length > 0 && <LotTable title="datchain token blocks" lots={rewardLots} />}
      {owned.length > 0 && <OwnedDats owned={owned} />}
    </>
  );
}

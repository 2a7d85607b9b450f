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
import { useWallet, type Wallet } from './use-wallet.ts';

/** `/wallet` (SPEC §2): the four totals, live, and what they are made of. */
export default function WalletScreen() {
  const session = useSession();
  switch (session.state) {
    case 'loading':
      return <Screen title="Wallet" />;
    case 'signedOut':
      return (
        <Screen title="Wallet">
          <LoginPrompt>Log in to see your tokens, DATS and earnings.</LoginPrompt>
        </Screen>
      );
    case 'signedIn':
      return <OwnWallet uid={session.uid} />;
  }
}

function OwnWallet({ uid }: { uid: string }) {
  const wallet = useWallet(uid);
  const { tokenValueUsd } = wallet;
  return (
    <Screen
      title="Wallet"
      actions={
        <SiteLink className={buttonClass()} href="/cashout">
          Cash Out
        </SiteLink>
      }
    >
      <MetricRow
        live
        metrics={[
          { label: 'Utility tokens (USD)', value: formatCents(wallet.utilityCents) },
          { label: 'datchain token rewards', value: formatCount(wallet.rewardTokens) },
          { label: 'Earnings', value: formatUsdUpTo3(wallet.earningsMicros / 1_000_000) },
          {
            label: 'Value per datchain token',
            value: tokenValueUsd === undefined ? UNKNOWN : formatUsdUpTo3(tokenValueUsd),
          },
        ]}
      />
      {wallet.incomplete && (
        <p className="notice wallet-notice" role="status">
          Some figures could not be loaded and stand as zero. Reload the page to try again.
        </p>
      )}
      {wallet.listsKnown && <Holdings wallet={wallet} />}
    </Screen>
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
    </>
  );
}

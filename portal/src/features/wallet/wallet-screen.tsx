import './wallet.css';
import { buttonClass } from '@datchain/shared/ui/button.tsx';
import { EmptyState } from '@datchain/shared/ui/empty-state.tsx';
import { LoginPrompt } from '../../app/login-prompt.tsx';
import { Screen } from '../../app/screen.tsx';
import { SiteLink } from '../../app/site-link.tsx';
import { useSession } from '../../lib/use-session.ts';
import { LotTable } from './lot-table.tsx';
import { OwnedDats } from './owned-dats.tsx';
import { heldWorks } from './owned-works.ts';
import { Totals } from './totals.tsx';
import { useWallet, type Wallet } from './use-wallet.ts';
import { WalletSkeleton } from './wallet-skeleton.tsx';

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
      <Totals wallet={wallet} uid={uid} />
      {wallet.incomplete && (
        <p className="notice wallet-notice" role="status">
          Some figures could not be loaded and stand as zero. Trying again.
        </p>
      )}
      {wallet.listsKnown ? <Holdings wallet={wallet} /> : <WalletSkeleton />}
    </Screen>
  );
}

function Holdings({ wallet }: { wallet: Wallet }) {
  const { utilityLots, rewardLots, namesKnown } = wallet;
  const works = heldWorks(wallet.works);
  if (utilityLots.length + rewardLots.length + works.length === 0) {
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
      {works.length > 0 && <OwnedDats works={works} namesKnown={namesKnown} />}
    </>
  );
}

import { readListings, type TokenListing } from '@datchain/shared/contracts/documents/listing.ts';
import { ownedTokens } from '@datchain/shared/contracts/documents/wallets.ts';
import { formatCents, formatTokens, isOrAre } from '@datchain/shared/domain/format.ts';
import { buttonClass } from '@datchain/shared/ui/button.tsx';
import { EmptyState } from '@datchain/shared/ui/empty-state.tsx';
import { SiteLink } from '../../app/site-link.tsx';
import { useOwnDocuments } from '../../lib/data/use-document.ts';
import { liveOr } from '../../lib/data/use-watched.ts';
import { ListDialog } from './list-dialog.tsx';
import { LotTable } from './lot-table.tsx';
import { MyListings } from './my-listings.tsx';
import { OpenOrders } from './open-orders.tsx';
import { OwnedDats } from './owned-dats.tsx';
import { heldWorks } from './owned-works.ts';
import { Rewards } from './rewards.tsx';
import { useListing } from './use-listing.ts';
import type { Wallet } from './use-wallet.ts';
import { worthText } from './worth-text.ts';

type HoldingsProps = {
  wallet: Wallet;
  uid: string | undefined;
  onNews: (text: string) => void;
};

const isOpen = ({ qty, soldQty, takenBackQty, cancelledAt }: TokenListing): boolean =>
  cancelledAt === null && soldQty + takenBackQty < qty;

const history = (
  <span className="wallet-links">
    <SiteLink className="small row-link" href="/wallet/history?show=purchases">
      Purchases
    </SiteLink>
    <SiteLink className="small row-link" href="/wallet/history">
      History
    </SiteLink>
    <SiteLink className="small row-link" href="/wallet/proof">
      Proof
    </SiteLink>
  </span>
);

const hasTokens = ({ utilityLots, changeMicros }: Wallet): boolean =>
  utilityLots.length > 0 || changeMicros > 0;

/**
 * A wallet with more works shows them below the earnings, which would be out of sight otherwise.
 */
const MAX_WORKS_ON_TOP = 4;

type WorksProps = Pick<HoldingsProps, 'wallet' | 'uid'>;

/**
 * Shows a new owner's few works, or an empty state, right below the totals. Above the totals, they
 * would push these down when they load.
 */
export function FirstHoldings({ wallet, uid }: WorksProps) {
  const { incomplete, rewardLots, worksTotals } = wallet;
  const isEmpty = !incomplete && !hasTokens(wallet) && rewardLots.length + worksTotals.held === 0;
  if (isEmpty) return <NothingOwned />;
  return worksTotals.held <= MAX_WORKS_ON_TOP && <Works wallet={wallet} uid={uid} />;
}

function Works({ wallet, uid }: WorksProps) {
  const { works, worksTotals, morePages, namesKnown } = wallet;
  if (worksTotals.held === 0) return null;
  return (
    <OwnedDats
      works={heldWorks(works)}
      totals={worksTotals}
      morePages={morePages}
      uid={uid}
      namesKnown={namesKnown}
      aside={hasTokens(wallet) ? undefined : history}
    />
  );
}

export function Holdings({ wallet, uid, onNews }: HoldingsProps) {
  const { openOrders, utilityLots, rewardLots, rewards, spend } = wallet;
  const own = uid === undefined ? undefined : { collection: 'listings', uid };
  const listings = liveOr(useOwnDocuments(own, readListings), []).filter(isOpen);
  const listing = useListing((qty, priceCents) =>
    onNews(`${formatTokens(qty)} ${isOrAre(qty)} for sale at ${formatCents(priceCents)}.`),
  );
  return (
    <>
      <OpenOrders orders={openOrders} onNews={onNews} />
      {wallet.worksTotals.held > MAX_WORKS_ON_TOP && <Works wallet={wallet} uid={uid} />}
      {hasTokens(wallet) && (
        <LotTable
          title="Token blocks"
          lots={utilityLots}
          aside={history}
          changeMicros={wallet.changeMicros}
          buysOf={wallet.buysOf}
          onList={listing.open}
        />
      )}
      {wallet.aboveFaceMicros !== 0 && (
        <p className="small muted wallet-note">{worthText(wallet)}</p>
      )}
      <MyListings listings={listings} onNews={onNews} />
      {rewardLots.length > 0 && <LotTable title="datchain token blocks" lots={rewardLots} />}
      {spend && spend.totalCents + rewards.value > 0 && (
        <Rewards wallet={wallet} spend={spend} onNews={onNews} />
      )}
      <ListDialog listing={listing} owned={ownedTokens(utilityLots)} lots={wallet.spendableLots} />
    </>
  );
}

function NothingOwned() {
  return (
    <section className="section">
      <EmptyState text="You don't own any DAT tokens or DATS yet.">
        <a className={buttonClass()} href="/dats">
          See DATS
        </a>
        <a className={buttonClass({ variant: 'secondary' })} href="/home">
          Buy tokens
        </a>
        <SiteLink className={buttonClass({ variant: 'plain' })} href="/wallet/history">
          History
        </SiteLink>
      </EmptyState>
    </section>
  );
}

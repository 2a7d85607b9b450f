import { readTokenBlock } from '@datchain/shared/contracts/documents/token-block.ts';
import { live } from '@datchain/shared/contracts/paths.ts';
import {
  buysLess,
  countsAsText,
  offerOf,
  type TokenBlock,
  withoutOwn,
} from '@datchain/shared/domain/blocks.ts';
import { formatCents, formatCount, formatMicros } from '@datchain/shared/domain/format.ts';
import { type BlockOffer, onlyOwnText } from '@datchain/shared/domain/purchase.ts';
import { Button } from '@datchain/shared/ui/button.tsx';
import { DataTable } from '@datchain/shared/ui/data-table.tsx';
import { MetricRow } from '@datchain/shared/ui/metric-row.tsx';
import { PurchaseDialog } from '@datchain/shared/ui/purchase/purchase-dialog.tsx';
import { type Purchase, usePurchase } from '@datchain/shared/ui/purchase/use-purchase.ts';
import { loginToBuy, takeWantedQuantity } from '@datchain/shared/ui/purchase/wanted-purchase.ts';
import { useEffect, useEffectEvent, useState } from 'react';
import { useNavigate, useParams } from 'react-router-dom';
import { BackLink } from '../../app/back-link.tsx';
import { Notice } from '../../app/notice.tsx';
import { Screen } from '../../app/screen.tsx';
import { SiteLink } from '../../app/site-link.tsx';
import { createPayment } from '../../lib/calls/callables.ts';
import { TokenWorth } from '../../lib/calls/token-worth.tsx';
import { useOwnForSale } from '../../lib/calls/use-own-for-sale.ts';
import { useLive } from '../../lib/data/use-live.ts';
import { menuSession, uidOf } from '../../lib/session/session.ts';
import { useSession } from '../../lib/session/use-session.ts';
import { priceRows } from './price-rows.ts';
import { isBelowMinimum, RestNotice } from './rest-notice.tsx';

const leaveFor = (url: string) => location.assign(url);

/** `/tdc/block/{id}` (R-BLK-01): one price block, live, with the buy modal. */
export default function BlockScreen() {
  const { blockId = '' } = useParams();
  const usable = /^\d{1,9}$/.test(blockId);
  const path = usable ? live.tokenBlock(blockId) : undefined;
  const block = useLive(path, (value) => readTokenBlock(blockId, value));
  const purchase = usePurchase({ call: createPayment, navigate: leaveFor });
  const found = block.state === 'ready' ? block.value : undefined;

  return (
    <div className="form-page block-page">
      <div>
        <Screen
          title={usable ? `Link ${blockId}` : 'Link'}
          back={<BackLink href="/home" text="Tokens" />}
        >
          {found ? <Offer block={found} purchase={purchase} /> : <NoBlock key={blockId} />}
        </Screen>
      </div>
      {found && <PriceTable offer={offerOf(found)} />}
    </div>
  );
}

/** A block that takes longer than this to load probably does not exist. */
const LOAD_TIMEOUT_MILLIS = 5_000;

/** A block that is loading or missing: SPEC.md has one sentence for both (R-BLK-04). */
function NoBlock() {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), LOAD_TIMEOUT_MILLIS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div className="stack">
      <p>Loading block data…</p>
      <p role="status">
        {isLate && (
          <>
            It may be sold out. <a href="/home">See tokens</a>
          </>
        )}
      </p>
    </div>
  );
}

function Offer({ block, purchase }: { block: TokenBlock; purchase: Purchase }) {
  const session = useSession();
  const goTo = useNavigate();
  const [presses, setPresses] = useState(0);
  const own = useOwnForSale(uidOf(session), [block], presses);
  const offer = offerOf(block);
  /** Excludes the user's own tokens; everybody else sees the whole offer. */
  const forThem = offerOf(withoutOwn(block, own));
  const isAllOwn = offer.available > 0 && forThem.available === 0;
  const isSignedIn = menuSession(session).signedIn;
  const buy = () => {
    if (isSignedIn) {
      setPresses((count) => count + 1);
      purchase.open();
    } else void goTo(loginToBuy(`/tdc/block/${block.id}`));
  };
  const openWanted = useEffectEvent(() => {
    const quantity = takeWantedQuantity();
    if (quantity !== undefined) purchase.open(quantity);
  });
  useEffect(() => {
    if (isSignedIn) openWanted();
  }, [isSignedIn]);
  const rest = isBelowMinimum(block) ? <RestNotice block={block} /> : undefined;

  return (
    <>
      <MetricRow
        live
        metrics={[
          { label: 'Price', value: formatCents(offer.priceCents), unit: 'per token' },
          { label: 'Total Available', value: formatCount(offer.available) },
        ]}
      />
      <p className="small muted block-note">
        Tokens are sold block by block, cheapest first. When a block is gone, the next one sells.
        Tokens that owners offer count for what they first cost, often less than you pay.
      </p>
      {buysLess(block) && (
        <p className="notice">
          {`${countsAsText(block)}. ${block.sellQty === 1 ? 'It costs' : 'They cost'} ${formatCents(block.sellQty * block.priceCents)} here and ${block.sellQty === 1 ? 'buys' : 'buy'} editions for ${formatMicros(block.sellFaceMicros)}.`}
        </p>
      )}
      <div className="block-actions stack">
        <Button wide disabled={forThem.available === 0} onClick={buy}>
          BUY TOKENS
        </Button>
        {isAllOwn ? (
          <p className="small muted">
            {onlyOwnText} <SiteLink href="/wallet">Your listings</SiteLink>
          </p>
        ) : (
          rest
        )}
        {offer.available === 0 && (
          <p className="small muted">
            Sold out. <a href="/home">See the other blocks</a>
          </p>
        )}
        {purchase.unfinishedOrderId && (
          <Notice>
            You have an unfinished order.{' '}
            <SiteLink href={`/orders/${purchase.unfinishedOrderId}`}>See the order</SiteLink>
          </Notice>
        )}
      </div>
      <PurchaseDialog
        purchase={purchase}
        variant="block"
        blockId={block.id}
        offer={forThem}
        notice={rest}
        worthOf={(qty, tell) => <TokenWorth block={block} qty={qty} onLess={tell} />}
      />
    </>
  );
}

function PriceTable({ offer }: { offer: BlockOffer }) {
  const rows = priceRows('block', offer);
  if (rows.length === 0) return null;
  return (
    <aside className="block-prices" aria-label="Prices">
      <DataTable
        rows={rows}
        keyOf={({ qty }) => qty}
        columns={[
          { header: 'Tokens', cell: ({ qty }) => formatCount(qty) },
          {
            header: 'You pay',
            className: 'right',
            cell: ({ totalCents }) => formatCents(totalCents),
          },
        ]}
      />
    </aside>
  );
}

import type { EditionQuote } from '@datchain/shared/contracts/calls/editions.ts';
import type { Dat } from '@datchain/shared/domain/dats.ts';
import { formatCents } from '@datchain/shared/domain/format.ts';
import { Button, buttonClass } from '@datchain/shared/ui/button.tsx';
import { FactList } from '@datchain/shared/ui/fact-list.tsx';
import { Overlay } from '@datchain/shared/ui/overlay.tsx';
import type { ReactNode } from 'react';
import { Notice } from '../../app/notice.tsx';
import { useReach } from '../../app/reach-notice.tsx';
import { Screen } from '../../app/screen.tsx';
import { SiteLink } from '../../app/site-link.tsx';
import { SkeletonText } from '../../app/skeleton-text.tsx';
import type { Live } from '../../lib/data/use-watched.ts';
import { Blocked } from './blocked.tsx';
import { Bought, BoughtLead } from './bought.tsx';
import type { Offer } from './offer.ts';
import { BackToDat, Sheet } from './sheet.tsx';
import { NOT_CHARGED, sheetWords } from './sheet-words.ts';
import { type Failure, useBuy } from './use-buy.ts';

type BuyerSheetProps = {
  dat: Dat;
  offer: Offer;
  quote: Live<EditionQuote>;
  onFailure: () => void;
};

export function BuyerSheet({ dat, offer, quote, onFailure }: BuyerSheetProps) {
  const { buy, failure, busy, bought, unfinishedOrderId } = useBuy(dat.id, offer.number, onFailure);
  const isOffline = useReach() === 'offline';
  const name = `DAT #${offer.number}`;
  if (bought) {
    return (
      <Screen
        title={`${name} is yours`}
        back={<BackToDat dat={dat} />}
        lead={<BoughtLead dat={dat} offer={offer} entryId={bought.entryId} />}
      >
        <Bought dat={dat} offer={offer} purchase={{ ...bought, card: undefined }} />
      </Screen>
    );
  }
  const known = quote.state === 'ready' ? quote.value : undefined;
  const isBlocked = known ? known.blockedBy !== null : quote.state === 'failed' && !offer.isForSale;
  const words = known && !isBlocked ? sheetWords(known) : undefined;
  return (
    <>
      <Sheet
        dat={dat}
        offer={known ? { ...offer, priceCents: known.priceCents } : offer}
        isOffered={!isBlocked && (words !== undefined || offer.isForSale)}
        alert={failure && <FailureNotice failure={failure} nowCents={known?.priceCents} />}
        foot={
          <>
            <a
              className={buttonClass({ variant: 'secondary' })}
              href={`/viewdat/${encodeURIComponent(dat.id)}`}
            >
              {isBlocked ? 'Back to the DAT' : 'Cancel'}
            </a>
            {known && words && (
              <Button disabled={busy !== undefined} onClick={() => void buy(known)}>
                {payText(words.pay, isOffline, failure !== undefined)}
              </Button>
            )}
            {!words && !isBlocked && (
              <span className="button button-primary skeleton" aria-hidden="true" />
            )}
          </>
        }
      >
        {unfinishedOrderId && <Unfinished orderId={unfinishedOrderId} />}
        {words && (
          <>
            <div className="buy-sum">
              <FactList facts={words.facts} />
              <p className="small buy-money" role="status">
                {words.text}
              </p>
              <details className="buy-arithmetic small">
                <summary>How this adds up</summary>
                <p>{words.arithmetic}</p>
              </details>
            </div>
            <div role="status">{isOffline && !failure && <Offline />}</div>
          </>
        )}
        {isBlocked && <Blocked dat={dat} offer={offer} reason={known?.blockedBy ?? undefined} />}
        {!words && !isBlocked && (
          <NotKnown priceCents={offer.priceCents} failed={quote.state === 'failed'} />
        )}
      </Sheet>
      <Overlay
        open={busy !== undefined}
        text={busy === 'card' ? 'Opening Stripe…' : `Buying ${name}…`}
      />
    </>
  );
}

function payText(pay: string, isOffline: boolean, hasFailed: boolean): string {
  if (!isOffline) return pay;
  return hasFailed ? 'Try again' : 'Try anyway';
}

const Offline = () => (
  <p className="notice">You are offline and cannot buy until you are back. Nothing was charged.</p>
);

/** A typical text, which sizes the placeholder. */
const placeholderText = 'Card payments start at $10.00, so you pay $10.08.';

function NotKnown({ priceCents, failed }: { priceCents: number; failed: boolean }) {
  const price = { label: 'Price', value: formatCents(priceCents) };
  if (failed) {
    return (
      <>
        <FactList facts={[price]} />
        <Notice>Your wallet could not be loaded. Trying again.</Notice>
      </>
    );
  }
  return (
    <div className="buy-sum">
      <FactList
        facts={[
          price,
          { label: 'From your wallet', value: <SkeletonText width="short" /> },
          { label: '\u00a0', value: <SkeletonText width="short" /> },
          { label: 'You pay now', value: <SkeletonText width="short" />, total: true },
        ]}
      />
      <p className="small buy-money">
        <span className="visually-hidden" role="status">
          Loading…
        </span>
        <span aria-hidden="true">
          <SkeletonText width="long" text={placeholderText} />
        </span>
      </p>
    </div>
  );
}

const Unfinished = ({ orderId }: { orderId: string }) => (
  <Notice>
    You have an unfinished order. <SiteLink href={`/orders/${orderId}`}>See the order</SiteLink>
  </Notice>
);

function FailureNotice({
  failure: { message, triedCents },
  nowCents,
}: {
  failure: Failure;
  nowCents: number | undefined;
}): ReactNode {
  const isCard = message.startsWith(NOT_CHARGED);
  const hasMoved = nowCents !== undefined && nowCents !== triedCents;
  return (
    <p className="notice notice-alert">
      {isCard && <strong>{NOT_CHARGED}</strong>}
      {isCard ? message.slice(NOT_CHARGED.length) : message}
      {hasMoved && ` It is now ${formatCents(nowCents)}.`}
    </p>
  );
}

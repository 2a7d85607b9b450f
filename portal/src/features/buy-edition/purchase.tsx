import { readWalletLots } from '@datchain/shared/contracts/documents/user-wallet.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import type { Dat } from '@datchain/shared/domain/dats.ts';
import { formatCents, formatCount } from '@datchain/shared/domain/format.ts';
import { Button, buttonClass } from '@datchain/shared/ui/button.tsx';
import { Overlay } from '@datchain/shared/ui/overlay.tsx';
import { Screen } from '../../app/screen.tsx';
import { SiteLink } from '../../app/site-link.tsx';
import { receiptPath } from '../../lib/receipt-path.ts';
import { useDocument } from '../../lib/use-document.ts';
import { Cost } from './cost.tsx';
import { costOf, isEnough, type Offer } from './offer.ts';
import { PriceParts } from './price-parts.tsx';
import { type BuyState, useBuy } from './use-buy.ts';

type PurchaseProps = {
  dat: Dat;
  offer: Offer;
  /** Undefined until the session is known. */
  uid: string | undefined;
};

/** One edition and its way into the user's wallet. */
export function Purchase({ dat, offer, uid }: PurchaseProps) {
  const { state, buy } = useBuy(dat.id, offer.number);
  const name = `DAT #${offer.number}`;
  const page = (
    <a className="back small" href={`/viewdat/${dat.id}`}>
      {dat.songName}
    </a>
  );
  if (state.step === 'bought') {
    return (
      <Screen title={`${name} is yours`} back={page}>
        <Bought dat={dat} tokens={state.tokens} receipt={receiptPath(state.entryId)} />
      </Screen>
    );
  }
  return (
    <div className="form-page">
      <div>
        <Screen title={name} back={page}>
          <Work dat={dat} />
          <Terms offer={offer} uid={uid} state={state} onConfirm={() => buy(offer.priceCents)} />
        </Screen>
      </div>
      {offer.isForSale && offer.ownerId !== uid && <PriceParts dat={dat} offer={offer} />}
      <Overlay open={state.step === 'busy'} text={`Buying ${name}…`} />
    </div>
  );
}

function Work({ dat }: { dat: Dat }) {
  return (
    <div className="buy-work">
      {dat.artworkUrl && <img src={dat.artworkUrl} alt="" width={96} height={96} />}
      <p>
        <strong className="h3">{dat.songName}</strong>
        <span>{dat.artistName}</span>
        {dat.creatorUsername && <span className="small muted">@{dat.creatorUsername}</span>}
      </p>
    </div>
  );
}

type TermsProps = Omit<PurchaseProps, 'dat'> & { state: BuyState; onConfirm: () => void };

/** What it costs, or why it cannot be bought. */
function Terms({ offer, uid, state, onConfirm }: TermsProps) {
  const wallet = useDocument(uid && docs.wallet(uid), readWalletLots);
  if (offer.ownerId === uid) {
    return (
      <p>
        You own this edition. <SiteLink href="/wallet">See your wallet</SiteLink>
      </p>
    );
  }
  if (!offer.isForSale) return <p>This edition has already been sold.</p>;
  const lots = wallet.state === 'ready' ? wallet.value : undefined;
  const cost = lots && costOf(offer, lots);
  return (
    <div className="stack buy-terms">
      <Cost offer={offer} lots={lots} cost={cost} />
      {wallet.state === 'failed' && (
        <p className="notice" role="status">
          Your tokens could not be loaded. Trying again.
        </p>
      )}
      <Failure offer={offer} state={state} />
      {cost && !isEnough(cost) ? (
        <>
          <p className="notice notice-alert" role="status">
            {cost.message}
          </p>
          <a className={buttonClass({ wide: true })} href="/home">
            Buy tokens
          </a>
        </>
      ) : (
        <Button wide disabled={!cost || state.step === 'busy'} onClick={onConfirm}>
          Confirm
        </Button>
      )}
    </div>
  );
}

/** What the last try said; a price that has changed meanwhile is named. */
function Failure({ offer, state }: { offer: Offer; state: BuyState }) {
  if (state.step !== 'open' || !state.failure) return null;
  const { message, triedCents } = state.failure;
  const hasMoved = offer.priceCents !== triedCents;
  return (
    <p className="notice notice-alert" role="alert">
      {message}
      {hasMoved && ` It is now ${formatCents(offer.priceCents)}.`}
    </p>
  );
}

type BoughtProps = { dat: Dat; tokens: number; receipt: string };

function Bought({ dat, tokens, receipt }: BoughtProps) {
  return (
    <div className="stack">
      <p>{`It is in your wallet. ${formatCount(tokens)} tokens were spent.`}</p>
      <div className="actions">
        <SiteLink className={buttonClass()} href="/wallet">
          See your wallet
        </SiteLink>
        <SiteLink className={buttonClass({ variant: 'secondary' })} href={receipt}>
          See the receipt
        </SiteLink>
        <a className={buttonClass({ variant: 'secondary' })} href={`/viewdat/${dat.id}`}>
          See the DAT
        </a>
      </div>
    </div>
  );
}

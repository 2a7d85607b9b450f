import { debtText } from '@datchain/shared/domain/books/debts.ts';
import type { Spent } from '@datchain/shared/domain/books/lots.ts';
import type { Dat } from '@datchain/shared/domain/dats.ts';
import { formatCents, formatTokens } from '@datchain/shared/domain/format.ts';
import type { Refusal } from '@datchain/shared/domain/refusal.ts';
import type { UsdMicros } from '@datchain/shared/domain/units.ts';
import { Button, buttonClass } from '@datchain/shared/ui/button.tsx';
import { Overlay } from '@datchain/shared/ui/overlay.tsx';
import { Screen } from '../../app/screen.tsx';
import { SiteLink } from '../../app/site-link.tsx';
import { receiptPath } from '../../lib/receipt-path.ts';
import type { Live } from '../../lib/use-watched.ts';
import type { Buyer } from './buyer.ts';
import { Cost } from './cost.tsx';
import { costOf, isEnough, type Offer } from './offer.ts';
import { PriceParts } from './price-parts.tsx';
import { type BuyState, useBuy } from './use-buy.ts';

type PurchaseProps = {
  dat: Dat;
  offer: Offer;
  buyer: Live<Buyer>;
};

/** One edition and its way into the user's wallet. */
export function Purchase({ dat, offer, buyer }: PurchaseProps) {
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
          <Terms
            offer={offer}
            buyer={buyer}
            state={state}
            onConfirm={() => buy(offer.priceCents)}
          />
        </Screen>
      </div>
      {offer.isForSale && !isTheirs(buyer) && <PriceParts dat={dat} offer={offer} />}
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

const isTheirs = (buyer: Live<Buyer>): boolean => buyer.state === 'ready' && buyer.value.ownsIt;

type TermsProps = Omit<PurchaseProps, 'dat'> & { state: BuyState; onConfirm: () => void };

/** What it costs, or why it cannot be bought. */
function Terms({ offer, buyer, state, onConfirm }: TermsProps) {
  if (isTheirs(buyer)) {
    return (
      <p>
        You own this edition. <SiteLink href="/wallet">See your wallet</SiteLink>
      </p>
    );
  }
  if (!offer.isForSale) {
    return (
      <p>
        {buyer.state === 'loading' ? 'Loading the edition…' : 'This edition has already been sold.'}
      </p>
    );
  }
  const { spendable, debtMicros = 0 } = buyer.state === 'ready' ? buyer.value : {};
  const cost = spendable && costOf(offer, spendable);
  return (
    <div className="stack buy-terms">
      <Cost offer={offer} spendable={spendable} cost={cost} />
      {buyer.state === 'failed' && (
        <p className="notice" role="status">
          Your tokens could not be loaded. Trying again.
        </p>
      )}
      {debtMicros > 0 ? (
        <Owing debtMicros={debtMicros} />
      ) : (
        <>
          <Failure offer={offer} state={state} />
          <NextStep cost={cost} isBusy={state.step === 'busy'} onConfirm={onConfirm} />
        </>
      )}
    </div>
  );
}

/** A debt comes first (N-MON-04). */
const Owing = ({ debtMicros }: { debtMicros: UsdMicros }) => (
  <>
    <p className="notice notice-alert" role="status">
      {debtText(debtMicros)}
    </p>
    <SiteLink className={buttonClass({ variant: 'secondary', wide: true })} href="/wallet">
      See your wallet
    </SiteLink>
  </>
);

type NextStepProps = { cost: Spent | Refusal | undefined; isBusy: boolean; onConfirm: () => void };

/** What the tokens are enough for. Before they are known, the edition may be the buyer's own. */
function NextStep({ cost, isBusy, onConfirm }: NextStepProps) {
  if (!cost) {
    return <span className="button button-wide skeleton" aria-hidden="true" />;
  }
  if (isEnough(cost)) {
    return (
      <Button wide disabled={isBusy} onClick={onConfirm}>
        Confirm
      </Button>
    );
  }
  return (
    <>
      <p className="notice notice-alert" role="status">
        {cost.message}
      </p>
      <a className={buttonClass({ wide: true })} href="/home">
        Buy tokens
      </a>
    </>
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
      <p>{`It is in your wallet. ${formatTokens(tokens)} ${tokens === 1 ? 'was' : 'were'} spent.`}</p>
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

import { live } from '@datchain/shared/contracts/paths.ts';
import type { Dat } from '@datchain/shared/domain/dats.ts';
import { formatCents } from '@datchain/shared/domain/format.ts';
import { buttonClass } from '@datchain/shared/ui/button.tsx';
import { FactList } from '@datchain/shared/ui/fact-list.tsx';
import { type ReactNode, useState } from 'react';
import type { FollowedOrder } from '../../app/followed-order.ts';
import { Screen } from '../../app/screen.tsx';
import { SiteLink } from '../../app/site-link.tsx';
import { UnpaidOrder } from '../../app/unpaid-order.tsx';
import { useDats } from '../../lib/data/use-dats.ts';
import { useLive } from '../../lib/data/use-live.ts';
import { liveOr } from '../../lib/data/use-watched.ts';
import { Bought, BoughtLead } from './bought.tsx';
import { editionOrderWords, tokensLeft, type WantedEdition } from './edition-order-words.ts';
import { buyPath, datNow, editionLine, findOffer, type Offer, otherOffer } from './offer.ts';
import { BackToDat } from './sheet.tsx';
import { Work } from './work.tsx';

function useWanted({ datId, editionNumber }: WantedEdition) {
  const dats = useDats();
  const values = liveOr(
    useLive(live.datLive(datId), (value) => value),
    undefined,
  );
  const found = dats.state === 'ready' ? dats.value.get(datId) : undefined;
  const offer = found && findOffer(found, editionNumber, values);
  return found && offer ? { dat: datNow(found, values), offer } : undefined;
}

type EditionOrderProps = FollowedOrder & { edition: WantedEdition };

/**
 * An order whose tokens are for an edition (N-BUY-06): the server buys it by itself, this page
 * shows the progress.
 */
export default function EditionOrder({ edition, ...followed }: EditionOrderProps) {
  const { order, receipt, stale } = followed;
  const wanted = useWanted(edition);
  const { heading, text, steps, isGoingOn } = editionOrderWords(order, edition, followed);
  const isBought = order.state === 'settled' && edition.state === 'bought';
  return (
    <Screen
      title={heading}
      back={wanted && <BackToDat dat={wanted.dat} />}
      lead={isBought && wanted && <BoughtLead {...wanted} entryId={edition.entryId} />}
    >
      <div className="stack order-edition">
        <p role="status">{text}</p>
        {stale && <p className="notice">The server is not responding. Trying again.</p>}
        {isGoingOn && <div className="overlay-line order-line" aria-hidden="true" />}
        {isBought ? (
          wanted && (
            <Bought
              {...wanted}
              purchase={{
                tokens: edition.spent ?? 0,
                // The price may have dropped before, or the edition may be offered again since.
                priceCents: Math.min(edition.priceCents, wanted.offer.priceCents),
                entryId: edition.entryId,
                card: { totalCents: order.total, qty: order.qty },
              }}
            />
          )
        ) : (
          <div className="narrow stack order">
            {wanted && <Work dat={wanted.dat} line={editionLine(wanted.dat, wanted.offer)} />}
            {steps.length > 0 && (
              <div className="order-facts">
                <FactList facts={steps} />
              </div>
            )}
            <NextStep {...followed} edition={edition} wanted={wanted} />
            {isGoingOn && (
              <p className="small muted">
                You can close this page. The purchase will finish without it.
              </p>
            )}
          </div>
        )}
        {order.state === 'settled' && (
          <PaymentReceipt>{receipt(wanted?.dat.songName)}</PaymentReceipt>
        )}
      </div>
    </Screen>
  );
}

/** The receipt is only rendered while open: a page prints nothing but its receipt. */
function PaymentReceipt({ children }: { children: ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details
      className="order-payment"
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>Receipt of the card payment</summary>
      {isOpen && children}
    </details>
  );
}

type NextStepProps = EditionOrderProps & { wanted: { dat: Dat; offer: Offer } | undefined };

function NextStep({ order, edition, wanted, confirming, slow, onCancel }: NextStepProps) {
  switch (order.state) {
    case 'reserved':
      return confirming && !slow ? null : (
        <UnpaidOrder
          order={order}
          pay={`Pay ${formatCents(order.total)} by card`}
          also={<BackToPage datId={edition.datId} />}
          cancelVariant="plain"
          onCancel={onCancel}
        />
      );
    case 'settled':
      return edition.state === 'missed' ? (
        <WhatElse edition={edition} wanted={wanted} noTokens={tokensLeft(order) === 0} />
      ) : null;
    case 'ended':
    case 'refunded':
      return <WhatElse edition={edition} wanted={wanted} noTokens />;
    case 'review':
      return null;
  }
}

const BackToPage = ({ datId }: { datId: string }) => (
  <a
    className={buttonClass({ variant: 'secondary' })}
    href={`/viewdat/${encodeURIComponent(datId)}`}
  >
    Back to the DAT
  </a>
);

type WhatElseProps = Pick<NextStepProps, 'edition' | 'wanted'> & { noTokens?: boolean };

/** Offers the edition itself while it is for sale, else the cheapest other one of the work. */
function WhatElse({ edition, wanted, noTokens = false }: WhatElseProps) {
  const own = wanted?.offer.isForSale && !wanted.dat.takenDown ? wanted.offer : undefined;
  const next = own ?? (wanted && otherOffer(wanted.dat, edition.editionNumber));
  return (
    <>
      {own && !noTokens && (
        <p>{`You can still buy DAT #${own.number}. Your tokens pay for it first.`}</p>
      )}
      {next && (
        <div className="order-facts">
          <FactList
            facts={[{ label: `DAT #${next.number}`, value: formatCents(next.priceCents) }]}
          />
        </div>
      )}
      <div className="actions">
        {next && (
          <SiteLink className={buttonClass()} href={buyPath(edition.datId, next.number)}>
            {`Buy DAT #${next.number}`}
          </SiteLink>
        )}
        {noTokens ? (
          <BackToPage datId={edition.datId} />
        ) : (
          <SiteLink className={buttonClass({ variant: 'secondary' })} href="/wallet">
            Keep the tokens
          </SiteLink>
        )}
      </div>
    </>
  );
}

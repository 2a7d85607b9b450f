import { live } from '@datchain/shared/contracts/paths.ts';
import { takenDownLine, takenDownText } from '@datchain/shared/domain/books/take-down.ts';
import { buttonClass } from '@datchain/shared/ui/button.tsx';
import type { ReactNode } from 'react';
import { useParams } from 'react-router-dom';
import { Screen } from '../../app/screen.tsx';
import { useDats } from '../../lib/data/use-dats.ts';
import { useLive } from '../../lib/data/use-live.ts';
import { liveOr } from '../../lib/data/use-watched.ts';
import { uidOf } from '../../lib/session/session.ts';
import { useSession } from '../../lib/session/use-session.ts';
import { BuyerSheet } from './buyer-sheet.tsx';
import { datNow, findOffer } from './offer.ts';
import { useQuote } from './use-quote.ts';
import { VisitorSheet } from './visitor-sheet.tsx';

/**
 * `/buy/{datId}/{n}`: one edition, live, with what it takes from wallet and card, and one button to
 * buy it. Visitors see it too, and return to it from login or signup (N-BUY-05, N-BUY-07).
 */
export default function BuyScreen() {
  const { datId = '', number = '' } = useParams();
  const session = useSession();
  const dats = useDats();
  const usable = /^[\w-]{1,128}$/.test(datId);
  const values = liveOr(
    useLive(usable ? live.datLive(datId) : undefined, (value) => value),
    undefined,
  );
  const found = dats.state === 'ready' ? dats.value.get(datId) : undefined;
  const offer = found && findOffer(found, Number(number), values);
  const { quote, ask } = useQuote(
    { uid: offer && uidOf(session), datId, editionNumber: Number(number) },
    offer && `${offer.priceCents} ${offer.isForSale}`,
  );

  if (!found || !offer) {
    return (
      <Titled number={number}>
        <Absent state={dats.state} />
      </Titled>
    );
  }
  const dat = datNow(found, values);
  const { takenDown } = dat;
  if (takenDown) {
    return (
      <Titled number={number}>
        <p className="notice notice-alert" role="status">
          {`${takenDownText} ${takenDownLine(takenDown)}`}
        </p>
        <div className="actions">
          <a className={buttonClass()} href={`/viewdat/${datId}`}>
            See the DAT
          </a>
          <a className={buttonClass({ variant: 'secondary' })} href="/dats">
            See other DATS
          </a>
        </div>
      </Titled>
    );
  }
  if (session.state === 'signedOut') return <VisitorSheet dat={dat} offer={offer} />;
  return (
    <BuyerSheet
      key={`${datId}/${number}`}
      dat={dat}
      offer={offer}
      quote={quote}
      onFailure={() => void ask()}
    />
  );
}

function Absent({ state }: { state: 'loading' | 'ready' | 'failed' }) {
  if (state === 'loading') return <p>Loading the edition…</p>;
  if (state === 'failed') return <p>The edition could not be loaded. Trying again.</p>;
  return (
    <p>
      There is no edition at this address. <a href="/dats">See DATS</a>
    </p>
  );
}

const Titled = ({ number, children }: { number: string; children: ReactNode }) => (
  <Screen title={/^\d+$/.test(number) ? `Buy DAT #${number}` : 'DAT'}>
    <div className="stack">{children}</div>
  </Screen>
);

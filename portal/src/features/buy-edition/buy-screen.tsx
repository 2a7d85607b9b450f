import { readLiveTakedown } from '@datchain/shared/contracts/documents/dat-live.ts';
import { docs, live } from '@datchain/shared/contracts/paths.ts';
import { takenDownLine, takenDownText } from '@datchain/shared/domain/books/take-down.ts';
import type { ReactNode } from 'react';
import { Navigate, useLocation, useParams } from 'react-router-dom';
import { loginFor } from '../../app/login-paths.ts';
import { Screen } from '../../app/screen.tsx';
import { useDats } from '../../lib/use-dats.ts';
import { useDocument } from '../../lib/use-document.ts';
import { useLive } from '../../lib/use-live.ts';
import { useSession } from '../../lib/use-session.ts';
import { liveOr } from '../../lib/use-watched.ts';
import { readBuyer } from './buyer.ts';
import { offerOf } from './offer.ts';
import { Purchase } from './purchase.tsx';

/** `/buy/{datId}/{n}`: one edition of a DAT, live, what it takes of the user's tokens, and Confirm. */
export default function BuyScreen() {
  const { datId = '', number = '' } = useParams();
  const { pathname } = useLocation();
  const session = useSession();
  const dats = useDats();
  const usable = /^[\w-]{1,128}$/.test(datId);
  const values = useLive(usable ? live.datLive(datId) : undefined, (value) => value);
  const uid = session.state === 'signedIn' ? session.uid : undefined;
  // Asked for together with the work, so that it is mostly known by the time there is a price.
  const buyer = useDocument(uid && docs.wallet(uid), readBuyer(datId, Number(number)));

  if (session.state === 'signedOut') return <Navigate to={loginFor(pathname)} replace />;
  const dat = dats.state === 'ready' ? dats.value.get(datId) : undefined;
  const offer = dat && offerOf(dat, Number(number), liveOr(values, undefined));
  if (!dat || !offer) {
    return (
      <Titled number={number}>
        <Absent state={dats.state} />
      </Titled>
    );
  }
  const takenDown = readLiveTakedown(liveOr(values, undefined)) ?? dat.takenDown;
  if (takenDown) {
    return (
      <Titled number={number}>
        <p className="notice notice-alert" role="status">
          {`${takenDownText} ${takenDownLine(takenDown)}`}
        </p>
        <p>
          <a href={`/viewdat/${datId}`}>See the DAT</a>
        </p>
      </Titled>
    );
  }
  return <Purchase key={`${datId}/${number}`} dat={dat} offer={offer} buyer={buyer} />;
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
  <Screen title={/^\d+$/.test(number) ? `DAT #${number}` : 'DAT'}>{children}</Screen>
);

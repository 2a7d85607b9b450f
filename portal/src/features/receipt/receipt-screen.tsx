import { getReceiptSeller } from '@datchain/shared/contracts/calls/receipt.ts';
import { readMovement } from '@datchain/shared/contracts/documents/movement.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import { buttonClass } from '@datchain/shared/ui/button.tsx';
import { useParams } from 'react-router-dom';
import * as v from 'valibot';
import { BackLink } from '../../app/back-link.tsx';
import { LoginPrompt } from '../../app/login-prompt.tsx';
import { PrintReceipt, ReceiptSheet } from '../../app/receipt-sheet.tsx';
import { Screen } from '../../app/screen.tsx';
import { SiteLink } from '../../app/site-link.tsx';
import { Waiting } from '../../app/waiting.tsx';
import { call } from '../../lib/calls/callables.ts';
import { useDats } from '../../lib/data/use-dats.ts';
import { useDocument } from '../../lib/data/use-document.ts';
import { liveOr, useWatched, type Watch } from '../../lib/data/use-watched.ts';
import { useSession } from '../../lib/session/use-session.ts';
import { type Bought, editionReceipt } from './edition-receipt.ts';

export default function ReceiptScreen() {
  const session = useSession();
  const { entryId = '' } = useParams();
  if (session.state === 'loading') return <ReceiptOnItsWay />;
  if (session.state === 'signedOut') {
    return (
      <Screen title="Receipt" back={back}>
        <LoginPrompt>Log in with the account that made this purchase to see it.</LoginPrompt>
      </Screen>
    );
  }
  const { uid, email } = session;
  return <OwnReceipt key={`${uid} ${entryId}`} uid={uid} buyer={email} entryId={entryId} />;
}

const back = <BackLink href="/wallet/history?show=purchases" text="Purchases" />;

const ReceiptOnItsWay = () => (
  <Screen title="Receipt" back={back}>
    <Waiting className="receipt receipt-waiting always-light" />
  </Screen>
);

type OwnReceiptProps = { uid: string; buyer: string; entryId: string };

function OwnReceipt({ uid, buyer, entryId }: OwnReceiptProps) {
  const view = useEditionPurchase(uid, entryId);
  switch (view.state) {
    case 'loading':
      return <ReceiptOnItsWay />;
    case 'failed':
      return (
        <Screen title="Receipt" back={back}>
          <p role="status">The receipt could not be loaded. Trying again.</p>
        </Screen>
      );
    case 'notFound':
      return (
        <Screen title="Receipt not found" back={back}>
          <div className="stack">
            <p>You have no purchase at this address.</p>
            <SiteLink className={buttonClass({ variant: 'secondary' })} href="/wallet">
              Go to wallet
            </SiteLink>
          </div>
        </Screen>
      );
    case 'known': {
      const { datId, edition } = view.purchase;
      return (
        <Screen title={`Receipt for DAT #${edition}`} back={back}>
          <div className="stack">
            <ReceiptSheet receipt={editionReceipt({ ...view, buyer, origin: location.origin })} />
            <div className="actions">
              <PrintReceipt />
              <SiteLink
                className={buttonClass({ variant: 'secondary' })}
                href={`/wallet/dat/${datId}`}
              >
                Your editions
              </SiteLink>
            </div>
          </div>
        </Screen>
      );
    }
  }
}

/** The state of loading a purchase. Other users' purchases count as not found. */
type PurchaseView =
  | { readonly state: 'loading' | 'failed' | 'notFound' }
  | ({ readonly state: 'known' } & Omit<Bought, 'buyer' | 'origin'>);

function useEditionPurchase(uid: string, entryId: string): PurchaseView {
  // An id that no document can have is not requested.
  const usable = /^(?!__.*__$)[\w:.-]{1,300}$/.test(entryId);
  const movement = useDocument(usable ? docs.movement(uid, entryId) : undefined, readMovement);
  const purchase = liveOr(movement, undefined);
  const isPurchase = purchase?.kind === 'edition-bought';
  const dats = useDats();
  const seller = useWatched(askForSeller, isPurchase ? entryId : undefined, readSeller);

  if (!usable) return { state: 'notFound' };
  if (movement.state !== 'ready') return { state: movement.state };
  if (!isPurchase) return { state: 'notFound' };
  if (seller.state === 'loading' || dats.state === 'loading') return { state: 'loading' };
  const dat = liveOr(dats, undefined)?.get(purchase.datId);
  return { state: 'known', entryId, purchase, dat, seller: liveOr(seller, null) };
}

/** Asks the server for the seller, which no document says; a missing answer is retried. */
const askForSeller: Watch = (entryId, onChange, onFailure) => {
  let isAsked = true;
  call(getReceiptSeller, { entryId }).then(
    (answer) => isAsked && onChange(answer),
    (error: unknown) => isAsked && onFailure(error),
  );
  return () => {
    isAsked = false;
  };
};

const readSeller = (answer: unknown) => v.parse(getReceiptSeller.output, answer).seller;

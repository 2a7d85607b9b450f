import { buttonClass } from '@datchain/shared/ui/button.tsx';
import { useParams } from 'react-router-dom';
import { BackLink } from '../../app/back-link.tsx';
import { LoginPrompt } from '../../app/login-prompt.tsx';
import { PrintReceipt, ReceiptSheet } from '../../app/receipt-sheet.tsx';
import { Screen } from '../../app/screen.tsx';
import { SiteLink } from '../../app/site-link.tsx';
import { Waiting } from '../../app/waiting.tsx';
import { useSession } from '../../lib/session/use-session.ts';
import { editionReceipt } from './edition-receipt.ts';
import { useEditionPurchase } from './use-edition-purchase.ts';

/** `/wallet/receipt/{entryId}`: the receipt of an edition that was bought with tokens. */
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

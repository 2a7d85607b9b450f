import {
  createBillingPortalLink,
  createOnboardingLink,
  createOrRetrieveAccount,
} from '@datchain/shared/contracts/calls/payouts.ts';
import { paymentProviderName } from '@datchain/shared/domain/site.ts';
import { Button } from '@datchain/shared/ui/button.tsx';
import { Dialog } from '@datchain/shared/ui/dialog.tsx';
import { ExternalIcon } from '@datchain/shared/ui/icons.tsx';
import { Overlay } from '@datchain/shared/ui/overlay.tsx';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { call } from '../../lib/calls/callables.ts';
import { useShownAgain } from '../../lib/data/use-shown-again.ts';

type SettingsProps = {
  open: boolean;
  onClose: () => void;
  email: string | undefined;
};

/** Resolves once the page is rendered without the overlay; hidden pages render no frames. */
const shown = (): Promise<void> =>
  new Promise((resolve) => {
    requestAnimationFrame(() => requestAnimationFrame(() => resolve()));
  });

/**
 * The Wallet Settings modal (R-WAL-02): the payment provider's pages about this user. Only cash-out
 * details need a payment account, and lead to /cashout without one (R-WAL-11): cards exist before
 * any payout.
 */
export function Settings({ open, onClose, email }: SettingsProps) {
  const [busy, setBusy] = useState(false);
  const navigate = useNavigate();

  useShownAgain(() => {
    setBusy(false);
    onClose();
  });

  const run = async (action: () => Promise<'stays' | 'leaves'>) => {
    setBusy(true);
    try {
      if ((await action()) === 'stays') setBusy(false);
    } catch (error) {
      console.warn('Wallet settings could not be opened.', error);
      setBusy(false);
      await shown();
      alert(`Unable to open ${paymentProviderName} – try again.`);
    }
  };

  /** Opens /cashout for users without a payout account, to set one up (R-WAL-11). */
  const editCashOut = () =>
    run(async () => {
      const { payouts_enabled } = await call(createOrRetrieveAccount, { email: email ?? '' });
      if (!payouts_enabled) {
        void navigate('/cashout');
        return 'stays';
      }
      const { url } = await call(createOnboardingLink, {});
      location.assign(url);
      return 'leaves';
    });

  const editBilling = () => {
    // Opened during the press: browsers block tabs opened after an answer as pop-ups.
    const tab = window.open('', '_blank');
    return run(async () => {
      try {
        const { url } = await call(createBillingPortalLink, {});
        if (tab === null) {
          location.assign(url);
          return 'leaves';
        }
        tab.opener = null;
        tab.location.replace(url);
        onClose();
        return 'stays';
      } catch (error) {
        tab?.close();
        throw error;
      }
    });
  };

  return (
    <>
      <Dialog
        open={open}
        title="Wallet Settings"
        onClose={onClose}
        busy={busy}
        footer={
          <Button variant="secondary" disabled={busy} onClick={onClose}>
            Close
          </Button>
        }
      >
        <div className="wallet-settings">
          <Button variant="secondary" disabled={busy} onClick={editCashOut} data-autofocus>
            Edit Cash-out Details
          </Button>
          <p className="small muted">{`Your bank account and identity, at ${paymentProviderName}.`}</p>
          <Button variant="secondary" disabled={busy} onClick={editBilling}>
            Edit Billing Info
            <ExternalIcon />
          </Button>
          <p className="small muted">
            {`Your cards and card payments, at ${paymentProviderName}. Opens in a new tab.`}
          </p>
        </div>
      </Dialog>
      <Overlay open={busy} text={`Opening ${paymentProviderName}…`} />
    </>
  );
}

import { Button } from '@datchain/shared/ui/button.tsx';
import { Dialog } from '@datchain/shared/ui/dialog.tsx';
import { FactList } from '@datchain/shared/ui/fact-list.tsx';
import { Overlay } from '@datchain/shared/ui/overlay.tsx';
import { QuantityField } from '@datchain/shared/ui/quantity-field.tsx';
import { ToastRegion } from '@datchain/shared/ui/toast.tsx';
import { TopBar } from '@datchain/shared/ui/top-bar.tsx';
import { useState } from 'react';
import { createRoot } from 'react-dom/client';

/**
 * A small page that uses the live components like the portal does. With `?overlay`, Confirm also
 * shows the blocking overlay.
 */
function Harness() {
  const [open, setOpen] = useState(false);
  const [busy, setBusy] = useState(false);
  const [opening, setOpening] = useState(false);
  const [quantity, setQuantity] = useState('28');
  const [toast, setToast] = useState<{ id: number; text: string } | null>(null);
  const error = Number(quantity) < 28 ? 'Minimum purchase is $10 (28 tokens)' : undefined;

  return (
    <>
      <TopBar
        current="/tdc/block/36"
        session={{ signedIn: true, canRelease: false, isOperator: false }}
      />
      <main className="page">
        <div className="page-head">
          <h1 className="display">Link 36</h1>
          <Button wide onClick={() => setOpen(true)}>
            BUY TOKENS
          </Button>
        </div>
      </main>
      <Dialog
        open={open}
        title="Purchase Tokens"
        busy={busy}
        onClose={() => setOpen(false)}
        footer={
          <>
            <Button variant="secondary" disabled={busy} onClick={() => setOpen(false)}>
              Cancel
            </Button>
            <Button
              disabled={busy}
              onClick={() => {
                setBusy(true);
                setOpening(location.search === '?overlay');
                setToast({ id: 1, text: 'Request sent' });
              }}
            >
              Confirm
            </Button>
          </>
        }
      >
        <div className="stack">
          <QuantityField
            label="Quantity"
            value={quantity}
            onChange={setQuantity}
            hint="Minimum purchase is $10 (28 tokens)"
            error={error}
            disabled={busy}
            autoFocus
          />
        </div>
        <FactList
          facts={[
            { label: '28 tokens at $0.36', value: '$10.08' },
            { label: 'Total', value: '$10.08', total: true },
          ]}
        />
      </Dialog>
      <Overlay open={opening} text="Opening Stripe…" />
      <ToastRegion toast={toast} onDismiss={() => setToast(null)} />
    </>
  );
}

const root = document.getElementById('root');
if (root) createRoot(root).render(<Harness />);

import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { config } from '../../domain/config.ts';
import { formatCents, formatTokens, UNKNOWN } from '../../domain/format.ts';
import {
  type BlockOffer,
  checkPurchase,
  minimumQuantity,
  minimumText,
  openOrdersRefusal,
  type PurchaseVariant,
} from '../../domain/purchase.ts';
import { paymentProviderName } from '../../domain/site.ts';
import { readQuantity } from '../../domain/typed-amount.ts';
import { Button, buttonClass } from '../button.tsx';
import { Dialog } from '../dialog.tsx';
import { FactList } from '../fact-list.tsx';
import { Overlay } from '../overlay.tsx';
import { QuantityField } from '../quantity-field.tsx';
import type { Purchase } from './use-purchase.ts';

export interface PurchaseDialogProps {
  readonly purchase: Purchase;
  readonly variant: PurchaseVariant;
  readonly blockId: string;
  /** The live price and stock; sum and check follow them while the dialog is open. */
  readonly offer: BlockOffer;
  readonly notice?: ReactNode;
  /**
   * Draws what a quantity of tokens buys (N-MON-23). It reports if that is less than they cost: then paying
   * needs a second press (N-FIG-02).
   */
  readonly worthOf?: (qty: number, tell: (isLess: boolean) => void) => ReactNode;
}

/** The 'Purchase Tokens' modal with its blocking overlay (R-BLK-02, R-BLK-03). */
export function PurchaseDialog(props: PurchaseDialogProps) {
  const { state } = props.purchase;
  return (
    <>
      {state.step !== 'closed' && <PurchaseForm {...props} />}
      <Overlay open={state.step === 'busy'} text={`Opening ${paymentProviderName}…`} />
    </>
  );
}

/** The form, mounted at each opening, so that it starts with the current minimum. */
function PurchaseForm({ purchase, variant, blockId, offer, notice, worthOf }: PurchaseDialogProps) {
  const { state } = purchase;
  const formId = useId();
  const [typed, setTyped] = useState(
    () => (state.step === 'open' && state.quantity) || String(minimumQuantity(variant, offer)),
  );
  purchase.typed.current = typed;
  const [tried, setTried] = useState(false);
  const [buysLess, setBuysLess] = useState(false);
  const [agreed, setAgreed] = useState<string>();
  const [opened] = useState(offer);
  const busy = state.step === 'busy';

  const qty = readQuantity(typed);
  const refusal = checkPurchase(variant, offer, qty);
  const offerMoved = offer.available !== opened.available || offer.priceCents !== opened.priceCents;
  const error = tried || offerMoved ? refusal?.message : undefined;
  const total = Number.isSafeInteger(qty) ? formatCents(qty * offer.priceCents) : UNKNOWN;
  const hint = minimumText(variant, offer);

  /** The agreement's key: another quantity, price or block needs a new agreement. */
  const purpose = `${blockId} ${qty} ${offer.priceCents}`;
  const isAgreed = agreed === purpose;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (refusal || busy) return;
    if (buysLess && !isAgreed) setAgreed(purpose);
    else void purchase.confirm({ blockId, qty, variant });
  };

  return (
    <Dialog
      open
      title="Purchase Tokens"
      onClose={purchase.close}
      busy={busy}
      footer={
        <>
          <Button variant="secondary" disabled={busy} onClick={purchase.close}>
            Cancel
          </Button>
          <Button type="submit" form={formId} disabled={busy}>
            {buysLess && isAgreed ? `Pay ${total}` : 'Confirm'}
          </Button>
        </>
      }
    >
      {notice}
      <form id={formId} noValidate onSubmit={submit}>
        <QuantityField
          label="Quantity"
          value={typed}
          onChange={setTyped}
          step={config.quantityStep}
          min={minimumQuantity(variant, offer)}
          max={offer.available}
          hint={error === hint ? undefined : hint}
          error={error}
          autoFocus
        />
        {state.step === 'open' && state.failure && (
          <div className="notice notice-alert purchase-failure">
            {/* This is true of every failure: cards are charged on the provider's page, which was not opened. */}
            <p role="status">Your card was not charged.</p>
            <p role="alert">{state.failure}</p>
          </div>
        )}
        {state.step === 'open' && state.failure?.endsWith(openOrdersRefusal) && (
          <a className={buttonClass({ variant: 'plain', small: true })} href="/wallet">
            See your open orders
          </a>
        )}
      </form>
      <p className="small muted">
        The platform’s tokens are sold first and count towards reward tokens. Tokens listed by other
        users do not.
      </p>
      <FactList
        facts={[
          {
            label: Number.isSafeInteger(qty)
              ? `${formatTokens(qty)} at ${formatCents(offer.priceCents)}`
              : `Tokens at ${formatCents(offer.priceCents)}`,
            value: total,
          },
          { label: 'Total', value: total, total: true },
        ]}
      />
      {worthOf?.(qty, setBuysLess)}
      {buysLess && isAgreed && (
        <p className="notice notice-alert" role="alert">
          {`These tokens buy less than they cost. Press Pay ${total} to buy them anyway.`}
        </p>
      )}
    </Dialog>
  );
}

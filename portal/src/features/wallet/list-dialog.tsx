import { readTokenBlocks } from '@datchain/shared/contracts/documents/token-block.ts';
import type { WalletLot } from '@datchain/shared/contracts/documents/wallets.ts';
import { live } from '@datchain/shared/contracts/paths.ts';
import { availableIn } from '@datchain/shared/domain/blocks.ts';
import { type Spendable, takeUpTo } from '@datchain/shared/domain/books/lots.ts';
import { config, rates } from '@datchain/shared/domain/config.ts';
import {
  formatCents,
  formatCount,
  formatMicros,
  formatShare,
  formatTokens,
  UNKNOWN,
} from '@datchain/shared/domain/format.ts';
import { maximumAskCents } from '@datchain/shared/domain/list-tokens.ts';
import { usdOfCents } from '@datchain/shared/domain/money.ts';
import { AmountField } from '@datchain/shared/ui/amount-field.tsx';
import { Button } from '@datchain/shared/ui/button.tsx';
import { Dialog } from '@datchain/shared/ui/dialog.tsx';
import { FactList } from '@datchain/shared/ui/fact-list.tsx';
import { Overlay } from '@datchain/shared/ui/overlay.tsx';
import { QuantityField } from '@datchain/shared/ui/quantity-field.tsx';
import { type FormEvent, useId, useState } from 'react';
import { ConfirmEmail, useEmailConfirmed } from '../../app/confirm-email.tsx';
import { Alert } from '../../app/notice.tsx';
import { useLive } from '../../lib/data/use-live.ts';
import { liveOr } from '../../lib/data/use-watched.ts';
import { countAhead, type ListingTerms, listingTerms, suggestedPrice } from './listing-terms.ts';
import type { Listing } from './use-listing.ts';

type ListDialogProps = {
  listing: Listing;
  owned: number;
  /** The tokens with their face, in the order in which they are listed. */
  lots: Spendable['lots'];
};

/** The list-tokens modal and its blocking overlay (R-LST-01). */
export function ListDialog({ listing, owned, lots }: ListDialogProps) {
  const { state } = listing;
  return (
    <>
      {state.step !== 'closed' && (
        <ListForm listing={listing} lot={state.lot} owned={owned} lots={lots} />
      )}
      <Overlay open={state.step === 'busy'} text="Adding to Queue…" />
    </>
  );
}

function ListForm({ listing, lot, owned, lots }: ListDialogProps & { lot: WalletLot }) {
  const { state } = listing;
  const formId = useId();
  const blocks = liveOr(useLive(live.tokenBlocks, readTokenBlocks), []);
  const maximumCents = maximumAskCents(
    blocks.map((block) => ({ priceCents: block.priceCents, isStocked: availableIn(block) > 0 })),
  );
  const [quantity, setQuantity] = useState(() => String(Math.min(config.quantityStep, lot.qty)));
  const [typedPrice, setPrice] = useState<string>();
  const [tried, setTried] = useState(false);
  // Until the user types a price, the suggestion follows the market.
  const price = typedPrice ?? suggestedPrice(lot.priceCents, maximumCents);
  const terms = listingTerms({ quantity, price, owned, maximumCents });
  const ahead = terms.amounts && countAhead(blocks, terms.priceCents);
  const faceMicros = terms.amounts ? takeUpTo(lots, terms.qty).faceMicros : 0;
  const isLess = faceMicros > 0 && faceMicros < (terms.amounts?.total ?? 0);
  const busy = state.step === 'busy';
  const isConfirmed = useEmailConfirmed();

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (terms.amounts && !busy && isConfirmed) void listing.confirm(terms.qty, terms.priceCents);
  };

  return (
    <Dialog
      open
      title="List tokens for sale"
      onClose={listing.close}
      busy={busy}
      footer={
        <>
          <Button variant="secondary" disabled={busy} onClick={listing.close}>
            Cancel
          </Button>
          <Button type="submit" form={formId} disabled={busy || !isConfirmed}>
            List for sale
          </Button>
        </>
      }
    >
      {ahead && (
        <p className="notice">
          <strong>{ahead.total}.</strong> {ahead.where}
        </p>
      )}
      <form id={formId} className="list-form" noValidate onSubmit={submit}>
        <QuantityField
          label="Quantity"
          value={quantity}
          onChange={setQuantity}
          step={config.quantityStep}
          max={owned}
          hint={`You own ${formatCount(owned)}. The oldest are listed first.`}
          error={tried ? terms.quantityError : undefined}
          disabled={busy}
          autoFocus
        />
        <AmountField
          label="Price per token (USD)"
          max={usdOfCents(maximumCents)}
          value={price}
          onChange={setPrice}
          hint={`At most ${formatCents(maximumCents)}.`}
          error={tried ? terms.priceError : undefined}
          disabled={busy}
        />
        {state.step === 'open' && state.failure && <Alert>{state.failure}</Alert>}
      </form>
      <ConfirmEmail />
      <Proceeds terms={terms} />
      <p className="small muted">
        They leave your wallet until they sell or you cancel. What buyers spend on them earns no
        reward tokens.
        {isLess && ` Buyers get ${formatMicros(faceMicros)} of editions for what they pay.`}
      </p>
    </Dialog>
  );
}

function Proceeds({ terms: { amounts, qty, priceCents } }: { terms: ListingTerms }) {
  const shown = (micros: number | undefined) =>
    micros === undefined ? UNKNOWN : formatMicros(micros);
  const { platformPpm, sellerPpm } = rates.tokenResale;
  return (
    <FactList
      facts={[
        {
          label: amounts
            ? `${formatTokens(qty)} at ${formatCents(priceCents)}`
            : 'Tokens at their price',
          value: shown(amounts?.total),
        },
        { label: `Platform, ${formatShare(platformPpm)}`, value: shown(amounts?.platform) },
        { label: `You get, ${formatShare(sellerPpm)}`, value: shown(amounts?.seller), total: true },
      ]}
    />
  );
}

import { checkAskPrice, suggestedAskCents } from '@datchain/shared/domain/books/editions.ts';
import { rates } from '@datchain/shared/domain/config.ts';
import { type Dat, editionsForSale } from '@datchain/shared/domain/dats.ts';
import { formatCents, formatMicros, UNKNOWN } from '@datchain/shared/domain/format.ts';
import { saleParts } from '@datchain/shared/domain/sale-parts.ts';
import { amountText, readAmount } from '@datchain/shared/domain/typed-amount.ts';
import type { Cents } from '@datchain/shared/domain/units.ts';
import { AmountField } from '@datchain/shared/ui/amount-field.tsx';
import { Button } from '@datchain/shared/ui/button.tsx';
import { Dialog } from '@datchain/shared/ui/dialog.tsx';
import { FactList } from '@datchain/shared/ui/fact-list.tsx';
import { Overlay } from '@datchain/shared/ui/overlay.tsx';
import { type FormEvent, useId, useState } from 'react';
import { ConfirmEmail, useEmailConfirmed } from '../../app/confirm-email.tsx';
import { Alert } from '../../app/notice.tsx';
import type { Sale, Sellable } from './use-sale.ts';

type SaleDialogsProps = { sale: Sale; dat: Dat };

/** 'List Edition #n', then 'Confirm Sale' (R-OWN-05). */
export function SaleDialogs({ sale, dat }: SaleDialogsProps) {
  const { state, setState } = sale;
  const close = () => setState({ step: 'closed' });
  if (state.step === 'closed') return null;
  if (state.step === 'list') {
    return (
      <ListEdition
        edition={state.edition}
        askCents={state.askCents}
        refusal={state.refusal}
        creator={dat.creatorUsername}
        offers={offersText(dat, state.edition.number)}
        onClose={close}
        onContinue={(askCents) => setState({ step: 'confirm', edition: state.edition, askCents })}
      />
    );
  }
  return <ConfirmSale sale={sale} state={state} dat={dat} onClose={close} />;
}

/**
 * Describes the editions on sale besides this one: ' DAT #6 is for sale at $120.00.', or the lowest
 * price of several.
 */
function offersText(dat: Dat, number: number): string {
  const others = editionsForSale(dat).filter((edition) => edition.number !== number);
  const [first] = others.toSorted((a, b) => a.priceCents - b.priceCents);
  if (!first) return '';
  const price = formatCents(first.priceCents);
  return others.length === 1
    ? ` DAT #${first.number} is for sale at ${price}.`
    : ` ${others.length} others are for sale, from ${price}.`;
}

type ListEditionProps = {
  edition: Sellable;
  askCents: Cents | undefined;
  refusal: string | undefined;
  creator: string;
  /** The prices of other editions, as a sentence; empty when none is for sale. */
  offers: string;
  onClose: () => void;
  onContinue: (askCents: Cents) => void;
};

function ListEdition(props: ListEditionProps) {
  const { edition, refusal, creator, onClose, onContinue } = props;
  const formId = useId();
  const isConfirmed = useEmailConfirmed();
  const suggested = suggestedAskCents(edition.priceCents);
  const [typed, setTyped] = useState(() => amountText(props.askCents ?? suggested));
  const [tried, setTried] = useState(false);
  const [isAnswered, setAnswered] = useState(false);
  const read = readAmount(typed);
  const askCents = typeof read === 'number' ? read : undefined;
  const wrong =
    typeof read === 'number' || read.fault === 'empty'
      ? checkAskPrice(edition.priceCents, askCents)?.message
      : read.sentence;
  const error = (tried ? wrong : undefined) ?? (isAnswered ? undefined : refusal);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (askCents !== undefined && !wrong && isConfirmed) onContinue(askCents);
  };

  return (
    <Dialog
      open
      title={`List Edition #${edition.number}`}
      onClose={onClose}
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={formId} disabled={!isConfirmed}>
            Continue
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit}>
        <AmountField
          label="Price (USD)"
          value={typed}
          cap={{ cents: rates.maxEditionPriceCents, reason: 'the highest price' }}
          onChange={(text) => {
            setTyped(text);
            setTried(false);
            setAnswered(true);
          }}
          hint={`At least ${formatCents(edition.priceCents)}, the edition’s own price. Suggested: ${formatCents(suggested)}, ${rates.suggestedAskPercent - 100}% more.${props.offers}`}
          error={error}
          autoFocus
        />
      </form>
      <ConfirmEmail />
      <PriceParts askCents={wrong ? undefined : askCents} creator={creator} />
    </Dialog>
  );
}

type ConfirmSaleProps = SaleDialogsProps & {
  state: Extract<Sale['state'], { askCents: Cents; step: 'confirm' | 'busy' }>;
  onClose: () => void;
};

function ConfirmSale({ sale, state, dat, onClose }: ConfirmSaleProps) {
  const { edition, askCents, failure } = state;
  const busy = state.step === 'busy';
  return (
    <>
      <Dialog
        open
        title="Confirm Sale"
        onClose={onClose}
        busy={busy}
        footer={
          <>
            <Button
              variant="secondary"
              disabled={busy}
              onClick={() => sale.setState({ step: 'list', edition, askCents })}
            >
              Back
            </Button>
            <Button disabled={busy} onClick={sale.confirm} data-autofocus>
              Confirm
            </Button>
          </>
        }
      >
        <p className="sale-work">
          <strong className="h3">{`DAT #${edition.number}`}</strong>
          <span dir="auto">{dat.songName}</span>
        </p>
        <p className="small muted sale-terms">
          It stays yours, and keeps earning, until someone buys it. You can cancel the listing
          before then.
        </p>
        {failure && <Alert>{failure}</Alert>}
        <PriceParts askCents={askCents} creator={dat.creatorUsername} />
      </Dialog>
      <Overlay open={busy} text={`Listing DAT #${edition.number}…`} />
    </>
  );
}

function PriceParts({ askCents, creator }: { askCents: Cents | undefined; creator: string }) {
  const parts = askCents === undefined ? undefined : saleParts(askCents, true);
  const shown = (micros: number | undefined) =>
    micros === undefined ? UNKNOWN : formatMicros(micros);
  return (
    <FactList
      facts={[
        {
          label: 'The buyer pays',
          value: askCents === undefined ? UNKNOWN : formatCents(askCents),
        },
        { label: creator ? `Creator, @${creator}` : 'Creator', value: shown(parts?.creator) },
        { label: 'Platform', value: shown(parts?.platform) },
        { label: 'Reward pool', value: shown(parts?.pool) },
        { label: 'You get', value: shown(parts?.seller), total: true },
      ]}
    />
  );
}

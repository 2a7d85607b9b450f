import {
  formatCents,
  formatCount,
  formatDate,
  formatMicros,
  UNKNOWN,
} from '@datchain/shared/domain/format.ts';
import { MICROS_PER_CREDIT, usdOfCents } from '@datchain/shared/domain/money.ts';
import {
  checkPayout,
  inBankBy,
  type PayoutSource,
  payoutSentences,
  payoutSources,
} from '@datchain/shared/domain/payout.ts';
import { isRefusal, type Refusal, refuse } from '@datchain/shared/domain/refusal.ts';
import type { RewardMetrics } from '@datchain/shared/domain/rewards.ts';
import { paymentProviderName as provider } from '@datchain/shared/domain/site.ts';
import { amountText, readAmount } from '@datchain/shared/domain/typed-amount.ts';
import type { Cents } from '@datchain/shared/domain/units.ts';
import { AmountField } from '@datchain/shared/ui/amount-field.tsx';
import { Button } from '@datchain/shared/ui/button.tsx';
import { Dialog } from '@datchain/shared/ui/dialog.tsx';
import { FactList } from '@datchain/shared/ui/fact-list.tsx';
import { type FormEvent, useState } from 'react';
import { ConfirmEmail, useEmailConfirmed } from '../../app/confirm-email.tsx';
import { Alert, Notice } from '../../app/notice.tsx';
import { Tabs } from '../../app/tabs.tsx';
import { useServerTime } from '../../lib/data/use-live.ts';
import { Available } from './available.tsx';
import { canPayOut, limitsText } from './limits.ts';
import { payoutNote } from './payout-note.ts';
import { sourceNames } from './source-names.ts';
import { type Terms, tokensTaken } from './terms.ts';
import { usePayout } from './use-payout.ts';

type PayoutFormProps = {
  source: PayoutSource;
  onSource: (source: PayoutSource) => void;
  terms: Terms;
  metrics: RewardMetrics | undefined;
  onPayout: () => void;
};

const tabs = payoutSources.map((name) => ({ name, text: sourceNames[name] }));

/** The payout form (R-CSH-02, R-CSH-04). */
export function PayoutForm({ source, onSource, terms, metrics, onPayout }: PayoutFormProps) {
  const [typed, setTyped] = useState('');
  const [tried, setTried] = useState(false);
  const [isAsked, setAsked] = useState(false);
  // A payout clears the field (R-CSH-07); the form stays even when too little is left for another.
  const [paid, setPaid] = useState<{ source: PayoutSource; said: string }>();
  const now = useServerTime();
  const write = (text: string) => {
    setTyped(text);
    setTried(false);
  };
  const { state, pay } = usePayout((sentCents) => {
    if (sentCents !== undefined) {
      write('');
      setAsked(false);
      setPaid({
        source,
        said: `${formatCents(sentCents)} was sent to your bank. Usually there by ${formatDate(inBankBy(now))}.`,
      });
    }
    onPayout();
  });
  const busy = state.step === 'busy';
  const isConfirmed = useEmailConfirmed();
  const refused = state.step === 'idle' ? state.refused : undefined;
  const available = terms.availableCents[source];
  const checked = checkTypedPayout(typed, available);
  const cents = isRefusal(checked) ? undefined : checked;
  const hasForm =
    canPayOut(source, terms) || busy || paid?.source === source || refused?.source === source;

  const limits = <p className="small muted cashout-limits">{limitsText(source, terms)}</p>;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (cents !== undefined && !busy && isConfirmed) setAsked(true);
  };

  return (
    <Tabs
      label="Pay out from"
      tabs={tabs}
      current={source}
      disabled={busy}
      onChange={(name) => {
        onSource(name);
        setPaid(undefined);
        write('');
      }}
    >
      <Available source={source} terms={terms} />
      {terms.blockedBy && <Notice>{terms.blockedBy}</Notice>}
      {hasForm ? (
        <form className="stack cashout-form" noValidate onSubmit={submit}>
          <ConfirmEmail />
          {refused?.source === source && !isAsked && <Refused reason={refused.reason} />}
          {paid?.source === source && <Notice>{paid.said}</Notice>}
          <AmountField
            label="Payout amount"
            value={typed}
            onChange={write}
            cap={{ cents: available, reason: 'all that is available' }}
            onMax={() => write(amountText(available))}
            disabled={busy}
            error={tried && isRefusal(checked) ? checked.message : undefined}
          />
          {limits}
          <Proceeds source={source} cents={cents} terms={terms} metrics={metrics} />
          <Button type="submit" wide disabled={busy || !isConfirmed}>
            Cash Out
          </Button>
          <p className="small muted">{payoutNote}</p>
        </form>
      ) : (
        terms.isKnown && <div className="cashout-rule">{limits}</div>
      )}
      {isAsked && cents !== undefined && (
        <Dialog
          open
          title={`Cash out ${formatCents(cents)}?`}
          onClose={() => setAsked(false)}
          busy={busy}
          footer={
            <>
              <Button variant="secondary" disabled={busy} onClick={() => setAsked(false)}>
                Cancel
              </Button>
              <Button disabled={busy} onClick={() => pay(cents, source)}>
                {busy ? 'Cashing out…' : 'Confirm'}
              </Button>
            </>
          }
        >
          {refused && <Refused reason={refused.reason} />}
          <Proceeds source={source} cents={cents} terms={terms} metrics={metrics} />
        </Dialog>
      )}
    </Tabs>
  );
}

const Refused = ({ reason }: { reason: string }) => <Alert>{reason}</Alert>;

type ProceedsProps = Pick<PayoutFormProps, 'source' | 'terms' | 'metrics'> & {
  /** Undefined while the typed amount cannot be paid out. */
  cents: number | undefined;
};

function Proceeds({ source, cents, terms, metrics }: ProceedsProps) {
  const now = useServerTime();
  const tokens = cents === undefined ? undefined : tokensTaken(cents, terms.tokenQty, metrics);
  const goes = {
    label: 'Reward tokens used',
    value: tokens === undefined ? UNKNOWN : formatCount(tokens),
  };
  const get = cents === undefined ? UNKNOWN : formatCents(cents);
  return (
    <>
      <FactList
        facts={[
          ...(source === 'tokens' ? [goes] : []),
          { label: 'Fee', value: 'None' },
          { label: `At ${provider}`, value: 'Today' },
          { label: 'In your bank', value: `Usually by ${formatDate(inBankBy(now))}` },
          { label: 'You get', value: get, total: true },
        ]}
      />
      {source === 'credits' && cents !== undefined && (
        <details className="small muted">
          <summary>In credits</summary>
          <p>{`Counted as ${creditsText(cents)} credits of ${formatMicros(MICROS_PER_CREDIT)}`}</p>
        </details>
      )}
    </>
  );
}

/** Formats an amount in credits of ten cents, with at most one decimal. */
const creditsText = (cents: number): string =>
  cents % 10 === 0
    ? formatCount(cents / 10)
    : `${formatCount(Math.floor(cents / 10))}.${cents % 10}`;

/**
 * Checks a typed payout by the server's own rule.
 *
 * @returns the amount in cents, or a refusal; an ambiguous text is refused with both readings
 */
function checkTypedPayout(text: string, availableCents: Cents): Cents | Refusal {
  const read = readAmount(text);
  if (typeof read === 'number') return checkPayout(usdOfCents(read), availableCents);
  const sentence = read.fault === 'ambiguous' ? read.sentence : payoutSentences.invalid;
  return refuse('invalid-argument', sentence);
}

import { readPayouts } from '@datchain/shared/contracts/documents/payout.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import { type Payout, reversedCents } from '@datchain/shared/domain/books/payouts.ts';
import { formatCents, formatDate, UNKNOWN } from '@datchain/shared/domain/format.ts';
import { Button } from '@datchain/shared/ui/button.tsx';
import { Status, type StatusKind } from '@datchain/shared/ui/status.tsx';
import { useId, useState } from 'react';
import { useOwnDocuments } from '../../lib/data/use-document.ts';
import { sourceNames } from './source-names.ts';

const SHOWN_AT_FIRST = 10;

/** What a payout's state is to its owner: one that was not made failed, the money is back. */
const kinds: Readonly<Record<Payout['state'], StatusKind>> = {
  held: 'onItsWay',
  unknown: 'onItsWay',
  paid: 'paid',
  returned: 'failed',
  reversed: 'returned',
};

/** It has left for the bank, which takes a few days more. */
const sent = { text: 'Sent' };

/** A user's payouts, newest first, live. */
export function PastPayouts({ uid }: { uid: string }) {
  const payouts = useOwnDocuments({ collection: docs.payouts, uid }, readPayouts);
  const [all, setAll] = useState(false);
  const titleId = useId();
  return (
    <section className="section" aria-labelledby={titleId}>
      <div className="section-head">
        <h2 className="h2" id={titleId}>
          Past payouts
        </h2>
      </div>
      {payouts.state === 'loading' && <div className="cashout-past-waiting" />}
      {payouts.state === 'failed' && (
        <p className="notice" role="status">
          Past payouts could not be loaded. Trying again.
        </p>
      )}
      {payouts.state === 'ready' && payouts.value.length === 0 && <p>No payouts yet.</p>}
      {payouts.state === 'ready' && payouts.value.length > 0 && (
        <Table
          titleId={titleId}
          payouts={all ? payouts.value : payouts.value.slice(0, SHOWN_AT_FIRST)}
        />
      )}
      {payouts.state === 'ready' && payouts.value.length > SHOWN_AT_FIRST && !all && (
        <div className="actions cashout-all">
          <Button variant="secondary" small onClick={() => setAll(true)}>
            {`Show all ${payouts.value.length} payouts`}
          </Button>
        </div>
      )}
    </section>
  );
}

function Table({ titleId, payouts }: { titleId: string; payouts: readonly Payout[] }) {
  return (
    <table className="table cashout-past" aria-labelledby={titleId}>
      <thead>
        <tr>
          <th scope="col">Date</th>
          <th scope="col">Source</th>
          <th scope="col" className="least">
            Transfer ID
          </th>
          <th scope="col">State</th>
          <th scope="col" className="right">
            Amount
          </th>
        </tr>
      </thead>
      <tbody aria-live="polite">
        {payouts.map((payout) => (
          <tr key={payout.id}>
            <td>{formatDate(payout.createdAt)}</td>
            <td>{sourceNames[payout.source]}</td>
            <td className="least muted">{payout.transferId ?? UNKNOWN}</td>
            <td>
              <Status kind={kinds[payout.state]} {...(payout.state === 'paid' && sent)} />
            </td>
            <td className="right">
              {formatCents(payout.amountCents)}
              <PartBack payout={payout} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** A part of a paid amount that the provider took back. */
function PartBack({ payout }: { payout: Payout }) {
  const cents = reversedCents(payout);
  if (cents === 0 || payout.state === 'reversed') return null;
  return <span className="muted cashout-part">{`${formatCents(cents)} returned`}</span>;
}

import { readPayouts } from '@datchain/shared/contracts/documents/payout.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import { type Payout, reversedCents } from '@datchain/shared/domain/books/payouts.ts';
import { formatCents, formatDate, UNKNOWN } from '@datchain/shared/domain/format.ts';
import { Button } from '@datchain/shared/ui/button.tsx';
import { type Column, DataTable } from '@datchain/shared/ui/data-table.tsx';
import { Status, type StatusKind } from '@datchain/shared/ui/status.tsx';
import { useId, useState } from 'react';
import { Notice } from '../../app/notice.tsx';
import { Section } from '../../app/section.tsx';
import { useOwnDocuments } from '../../lib/data/use-document.ts';
import { sourceNames } from './source-names.ts';

const FIRST_ROWS = 10;

/** How its owner sees a payout: a returned one has failed, and the money is back. */
const kinds: Readonly<Record<Payout['state'], StatusKind>> = {
  held: 'onItsWay',
  unknown: 'onItsWay',
  paid: 'paid',
  returned: 'failed',
  reversed: 'returned',
};

/** A paid payout has left for the bank, which takes a few more days. */
const sent = { text: 'Sent' };

const columns: readonly Column<Payout>[] = [
  { header: 'Date', cell: ({ createdAt }) => formatDate(createdAt) },
  { header: 'Source', cell: ({ source }) => sourceNames[source] },
  {
    header: 'Transfer ID',
    className: 'least',
    cell: ({ transferId }) => <span className="muted">{transferId ?? UNKNOWN}</span>,
  },
  {
    header: 'State',
    cell: ({ state }) => <Status kind={kinds[state]} {...(state === 'paid' && sent)} />,
  },
  {
    header: 'Amount',
    className: 'right',
    cell: (payout) => (
      <>
        {formatCents(payout.amountCents)}
        <PartBack payout={payout} />
      </>
    ),
  },
];

export function PastPayouts({ uid }: { uid: string }) {
  const payouts = useOwnDocuments({ collection: docs.payouts, uid }, readPayouts);
  const [all, setAll] = useState(false);
  const titleId = useId();
  return (
    <Section id={titleId} title="Past payouts">
      {payouts.state === 'loading' && <div className="cashout-past-waiting" />}
      {payouts.state === 'failed' && (
        <Notice>Past payouts could not be loaded. Trying again.</Notice>
      )}
      {payouts.state === 'ready' && payouts.value.length === 0 && <p>No payouts yet.</p>}
      {payouts.state === 'ready' && payouts.value.length > 0 && (
        <DataTable
          className="cashout-past"
          aria-labelledby={titleId}
          live
          rows={all ? payouts.value : payouts.value.slice(0, FIRST_ROWS)}
          keyOf={({ id }) => id}
          columns={columns}
        />
      )}
      {payouts.state === 'ready' && payouts.value.length > FIRST_ROWS && !all && (
        <div className="actions cashout-all">
          <Button variant="secondary" small onClick={() => setAll(true)}>
            {`Show all ${payouts.value.length} payouts`}
          </Button>
        </div>
      )}
    </Section>
  );
}

function PartBack({ payout }: { payout: Payout }) {
  const cents = reversedCents(payout);
  if (cents === 0 || payout.state === 'reversed') return null;
  return <span className="muted cashout-part">{`${formatCents(cents)} returned`}</span>;
}

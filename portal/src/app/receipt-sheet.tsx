import './receipt.css';
import { formatDateTime } from '@datchain/shared/domain/format.ts';
import { brandName } from '@datchain/shared/domain/site.ts';
import type { Millis } from '@datchain/shared/domain/units.ts';
import { BrandMark } from '@datchain/shared/ui/brand-mark.tsx';
import { Button } from '@datchain/shared/ui/button.tsx';
import { useId } from 'react';

export type ReceiptFact = { label: string; value: string };

export type Receipt = {
  /** The number of the order, or of the entry in the buyer's history. */
  number: ReceiptFact;
  at: Millis;
  seller: string;
  buyer: string;
  paidWith: string;
  item: { what: string; detail?: string; amount: string };
  total: string;
  since?: readonly ReceiptFact[];
  notes: readonly string[];
};

export function ReceiptSheet({ receipt }: { receipt: Receipt }) {
  const titleId = useId();
  const { number, at, seller, buyer, paidWith, notes } = receipt;
  return (
    <section className="receipt always-light" aria-labelledby={titleId}>
      <header className="receipt-head">
        <h2 id={titleId}>Receipt</h2>
        <p>
          <BrandMark />
          {brandName}
        </p>
      </header>
      <Facts
        facts={[
          { label: 'Date', value: formatDateTime(at) },
          number,
          { label: 'Seller', value: seller },
          { label: 'Buyer', value: buyer },
          { label: 'Paid with', value: paidWith },
        ]}
      />
      <Lines receipt={receipt} titleId={titleId} />
      <div className="receipt-notes">
        {notes.map((note) => (
          <p key={note}>{note}</p>
        ))}
      </div>
    </section>
  );
}

const Facts = ({ facts }: { facts: readonly ReceiptFact[] }) => (
  <dl className="receipt-facts">
    {facts.map(({ label, value }) => (
      <div key={label}>
        <dt>{label}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
);

/** Always zero: the line tells buyers that no fee is ever added to a price. */
const noFees = '$0.00';

function Lines({ receipt, titleId }: { receipt: Receipt; titleId: string }) {
  const { item, total, since = [] } = receipt;
  return (
    <table className="receipt-lines" aria-labelledby={titleId}>
      <thead>
        <tr>
          <th scope="col">Item</th>
          <th scope="col">Amount</th>
        </tr>
      </thead>
      <tbody>
        <tr>
          <th scope="row">
            {item.what}
            {item.detail && <span>{item.detail}</span>}
          </th>
          <td>{item.amount}</td>
        </tr>
      </tbody>
      <tfoot>
        <Sum label="Fees" value={noFees} />
        <Sum label="Total" value={total} isTotal />
        {since.map(({ label, value }) => (
          <Sum key={label} label={label} value={value} />
        ))}
      </tfoot>
    </table>
  );
}

const Sum = ({ label, value, isTotal }: ReceiptFact & { isTotal?: boolean }) => (
  <tr className={isTotal ? 'receipt-total' : undefined}>
    <th scope="row">{label}</th>
    <td>{value}</td>
  </tr>
);

export const PrintReceipt = () => (
  <Button variant="secondary" onClick={() => print()}>
    Print receipt
  </Button>
);

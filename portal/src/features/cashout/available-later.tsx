import { formatDate } from '@datchain/shared/domain/format.ts';
import { formatColumn, ROUNDING, roundingOf, sumOf } from '@datchain/shared/domain/shown-amount.ts';
import { DataTable } from '@datchain/shared/ui/data-table.tsx';
import { useId } from 'react';
import type { Terms } from './terms.ts';

/** What becomes available when: earnings wait some days. */
export function AvailableLater({ terms: { pending, days } }: { terms: Terms }) {
  const titleId = useId();
  const amounts = pending.map(({ micros }) => micros);
  const total = sumOf(amounts);
  const rounding = roundingOf(amounts);
  const usd = formatColumn([...amounts, total]);
  return (
    <aside aria-labelledby={titleId}>
      <h2 className="h2" id={titleId}>
        Available later
      </h2>
      {pending.length > 0 && (
        <DataTable
          className="cashout-later"
          aria-labelledby={titleId}
          rows={pending}
          keyOf={({ date }) => date}
          columns={[
            {
              header: 'From',
              cell: ({ countsFrom }) => formatDate(countsFrom),
              rest: rounding !== 0 && ROUNDING,
              footer: 'Total',
            },
            {
              header: 'Amount',
              className: 'right',
              cell: ({ micros }) => usd(micros),
              rest: usd(rounding),
              footer: usd(total),
            },
          ]}
        />
      )}
      {pending.length === 0 && <p className="cashout-later">{emptyText(days)}</p>}
      {days !== undefined && <p className="small muted cashout-rule">{ruleText(days)}</p>}
    </aside>
  );
}

const emptyText = (days: number | undefined): string =>
  days === undefined ? 'Pending earnings could not be loaded.' : 'No earnings are pending.';

const ruleText = (days: number): string =>
  `You can cash out each day’s earnings ${days} ${days === 1 ? 'day' : 'days'} later.`;

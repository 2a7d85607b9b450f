import { formatDate } from '@datchain/shared/domain/format.ts';
import { formatColumn, ROUNDING, roundingOf, sumOf } from '@datchain/shared/domain/shown-amount.ts';
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
        <table className="table cashout-later" aria-labelledby={titleId}>
          <thead>
            <tr>
              <th scope="col">From</th>
              <th scope="col" className="right">
                Amount
              </th>
            </tr>
          </thead>
          <tbody>
            {pending.map(({ date, countsFrom, micros }) => (
              <tr key={date}>
                <td>{formatDate(countsFrom)}</td>
                <td className="right">{usd(micros)}</td>
              </tr>
            ))}
            {rounding !== 0 && (
              <tr>
                <td>{ROUNDING}</td>
                <td className="right">{usd(rounding)}</td>
              </tr>
            )}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">Total</th>
              <td className="right">{usd(total)}</td>
            </tr>
          </tfoot>
        </table>
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

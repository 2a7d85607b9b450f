import type { HistoryRow } from '../views/dat/history-view.ts';
import type { PriceHistory } from '../views/dat/price-history.ts';
import { DateCell, PartyCells, PartyHeads } from './deal-cells.tsx';
import { PriceChart } from './price-history.tsx';
import { SectionHead } from './section-head.tsx';

/** Lines that are seen at once; the rest is folded away. */
const OPEN = 8;

/** The sales of a work's editions, newest first. */
export function History({
  rows,
  prices,
}: {
  rows: readonly HistoryRow[];
  prices: PriceHistory | undefined;
}) {
  if (rows.length === 0) return null;
  const older = rows.slice(OPEN);
  return (
    <section className="section" aria-labelledby="history-title">
      <SectionHead id="history-title" title="History" />
      <PriceChart prices={prices} />
      <HistoryTable rows={rows.slice(0, OPEN)} label="history-title" />
      {older.length > 0 && (
        <details className="older">
          <summary id="older-title">{`${older.length} earlier`}</summary>
          <HistoryTable rows={older} label="older-title" />
        </details>
      )}
    </section>
  );
}

function HistoryTable({ rows, label }: { rows: readonly HistoryRow[]; label: string }) {
  return (
    <table className="table deal-table history-table" aria-labelledby={label}>
      <thead>
        <tr>
          <th scope="col">Date</th>
          <th scope="col">Event</th>
          <PartyHeads />
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, what, reason, ...row }) => (
          <tr key={key}>
            <DateCell {...row} />
            <td>
              {what}
              {reason && <span className="small muted history-reason">{reason}</span>}
            </td>
            <PartyCells {...row} />
          </tr>
        ))}
      </tbody>
    </table>
  );
}

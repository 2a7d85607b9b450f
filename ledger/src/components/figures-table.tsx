import type { Figures } from '../views/analytics/analytics-view.ts';

/** The chart's points as a table, with what was streamed altogether (R-ANA-04). */
export function FiguresTable({ figures }: { figures: Figures }) {
  const { columnHead, rows, total, totalDownloads, notes, title } = figures;
  return (
    <div className="figures-table">
      <table className="table">
        <caption className="visually-hidden">{title}</caption>
        <thead>
          <tr>
            <th scope="col">{columnHead}</th>
            <th scope="col" className="right">
              Streams
            </th>
            <th scope="col" className="right">
              Downloads
            </th>
            <th scope="col" className="right">
              Change
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ period, detail, streams, downloads, change, isPartial }) => (
            <tr key={period}>
              <th scope="row">
                {period}
                {detail && <span className="figures-detail"> {detail}</span>}
              </th>
              <td className="right">
                {streams}
                {isPartial && <NotComplete />}
              </td>
              <td className="right">{downloads}</td>
              <td className="right">{change}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">Total</th>
            <td className="right">{total}</td>
            <td className="right">{totalDownloads}</td>
            <td />
          </tr>
        </tfoot>
      </table>
      {notes.map((note) => (
        <p key={note} className="small muted figures-note">
          {note}
        </p>
      ))}
    </div>
  );
}

function NotComplete() {
  return (
    <>
      <span className="figures-partial" aria-hidden="true">
        *
      </span>
      <span className="visually-hidden">, not complete</span>
    </>
  );
}

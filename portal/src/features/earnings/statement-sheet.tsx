import '../../app/receipt.css';
import { brandName } from '@datchain/shared/domain/site.ts';
import { BrandMark } from '@datchain/shared/ui/brand-mark.tsx';
import type { PaperTable, StatementPaper } from './statement-paper.ts';

/** The statement for print: alone on the paper, hidden on screen. */
export function StatementSheet({ paper }: { paper: StatementPaper }) {
  const { facts, tables, rounding, total, paid, notes } = paper;
  return (
    <section className="receipt statement-sheet always-light">
      <header className="receipt-head">
        <h2>Statement</h2>
        <p>
          <BrandMark />
          {brandName}
        </p>
      </header>
      <dl className="receipt-facts">
        {facts.map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {tables.map((table) => (
        <Table key={table.heads[0]} table={table} />
      ))}
      <table className="receipt-lines">
        <tbody>
          {rounding && (
            <tr>
              <th scope="row">{rounding.label}</th>
              <td>{rounding.value}</td>
            </tr>
          )}
          <tr className="receipt-total">
            <th scope="row">{total.label}</th>
            <td>{total.value}</td>
          </tr>
          {paid.map(({ label, value }) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              <td>{value}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <div className="receipt-notes">
        {notes.map((note) => (
          <p key={note}>{note}</p>
        ))}
      </div>
    </section>
  );
}

const Table = ({ table: { heads, rows } }: { table: PaperTable }) => (
  <table className="receipt-lines">
    <thead>
      <tr>
        {heads.map((head) => (
          <th key={head} scope="col">
            {head}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {rows.map(({ key, name, below, cells }) => (
        <tr key={key}>
          <th scope="row">
            {name}
            {below && <span>{below}</span>}
          </th>
          {cells.map((cell, at) => (
            <td key={heads[at + 1]}>{cell}</td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
);

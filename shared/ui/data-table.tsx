import type { ComponentProps, ReactNode } from 'react';

export interface Column<Row> {
  readonly header: ReactNode;
  readonly cell: (row: Row) => ReactNode;
  /** The cell in an extra last row, which is drawn if the first column has one. */
  readonly rest?: ReactNode;
  /** The cell in the foot, which is drawn if the first column has one. */
  readonly footer?: ReactNode;
  /** `right` for figures, `least` for columns that phones leave out. */
  readonly className?: string;
  readonly isRowHeader?: boolean;
}

type DataTableProps<Row> = {
  /** The hidden caption for screen readers; without it, a label names the table. */
  caption?: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string | number;
  live?: boolean;
} & Pick<ComponentProps<'table'>, 'className' | 'aria-label' | 'aria-labelledby'>;

export function DataTable<Row>(props: DataTableProps<Row>) {
  const { caption, columns, rows, keyOf, live, className, ...labels } = props;
  const [first] = columns;
  return (
    <table className={className ? `table ${className}` : 'table'} {...labels}>
      {caption && <caption className="visually-hidden">{caption}</caption>}
      <thead>
        <tr>
          {columns.map(({ header, className: look }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: columns keep their places
            <th key={at} scope="col" className={look}>
              {header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody aria-live={live ? 'polite' : undefined}>
        {rows.map((row) => (
          <Line key={keyOf(row)} columns={columns} of={({ cell }) => cell(row)} />
        ))}
        {first?.rest && <Line columns={columns} of={({ rest }) => rest} />}
      </tbody>
      {first?.footer && (
        <tfoot>
          <Line columns={columns} of={({ footer }) => footer} isFoot />
        </tfoot>
      )}
    </table>
  );
}

type LineProps<Row> = {
  columns: readonly Column<Row>[];
  of: (column: Column<Row>) => ReactNode;
  isFoot?: boolean;
};

const Line = <Row,>({ columns, of, isFoot = false }: LineProps<Row>) => (
  <tr>
    {columns.map((column, at) => {
      const isHeader = column.isRowHeader || (isFoot && at === 0);
      const Cell = isHeader ? 'th' : 'td';
      return (
        // biome-ignore lint/suspicious/noArrayIndexKey: columns keep their places
        <Cell key={at} scope={isHeader ? 'row' : undefined} className={column.className}>
          {of(column)}
        </Cell>
      );
    })}
  </tr>
);

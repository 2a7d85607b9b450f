import { type Cell, csvOf } from '@datchain/shared/domain/csv.ts';

/** A table with a head line. */
export const csv = <Row extends Readonly<Record<string, Cell>>>(
  columns: readonly (keyof Row & string)[],
  rows: Iterable<Row>,
): string => csvOf([columns, ...Array.from(rows, (row) => columns.map((column) => row[column]))]);

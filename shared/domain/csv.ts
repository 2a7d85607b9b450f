import type { UsdMicros } from './units.ts';

/** A value of a field. Micros are written as exact dollars; null and undefined as an empty field. */
export type Cell =
  | string
  | number
  | boolean
  | null
  | undefined
  | readonly string[]
  | { readonly micros: UsdMicros };

function exactUsd(micros: UsdMicros): string {
  const digits = Math.abs(micros).toString().padStart(7, '0');
  const decimals = digits.slice(-6).replace(/0+$/, '').padEnd(2, '0');
  return `${micros < 0 ? '-' : ''}${digits.slice(0, -6)}.${decimals}`;
}

/** Puts an apostrophe before texts that spreadsheets would run as formulas: names come from strangers. */
const harmless = (text: string): string => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text);

function field(cell: Cell): string {
  if (cell === null || cell === undefined) return '';
  if (typeof cell === 'number' || typeof cell === 'boolean') return String(cell);
  if (typeof cell !== 'string' && 'micros' in cell) return exactUsd(cell.micros);
  const text = harmless(typeof cell === 'string' ? cell : cell.join('; '));
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Formats rows as CSV (RFC 4180): commas, CRLF, lists joined by '; '. */
export const formatCsv = (rows: readonly (readonly Cell[])[]): string =>
  rows.map((row) => `${row.map(field).join(',')}\r\n`).join('');

import type { UsdMicros } from './units.ts';

/** What a field may say: an amount is written in dollars, exactly; nothing is empty. */
export type Cell =
  | string
  | number
  | boolean
  | null
  | undefined
  | readonly string[]
  | { readonly micros: UsdMicros };

/** Millionths as a plain decimal: -12500000 → '-12.50'. */
function exactUsd(micros: UsdMicros): string {
  const digits = Math.abs(micros).toString().padStart(7, '0');
  const decimals = digits.slice(-6).replace(/0+$/, '').padEnd(2, '0');
  return `${micros < 0 ? '-' : ''}${digits.slice(0, -6)}.${decimals}`;
}

/** A text that a spreadsheet would take for a formula gets an apostrophe in front: names come from strangers. */
const harmless = (text: string): string => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text);

function field(cell: Cell): string {
  if (cell === null || cell === undefined) return '';
  if (typeof cell === 'number' || typeof cell === 'boolean') return String(cell);
  if (typeof cell !== 'string' && 'micros' in cell) return exactUsd(cell.micros);
  const text = harmless(typeof cell === 'string' ? cell : cell.join('; '));
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Rows as RFC 4180 has them: commas, CRLF. Lists are joined by '; '. */
export const csvOf = (rows: readonly (readonly Cell[])[]): string =>
  rows.map((row) => `${row.map(field).join(',')}\r\n`).join('');

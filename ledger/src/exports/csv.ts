type Cell = string | number | boolean | null | readonly string[];

/**
 * A text that a spreadsheet would take for a formula gets an apostrophe in front: names come from
 * strangers, and opening a download must not run anything.
 */
const harmless = (text: string): string => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text);

function field(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell === 'number' || typeof cell === 'boolean') return String(cell);
  const text = harmless(typeof cell === 'string' ? cell : cell.join('; '));
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** RFC 4180: a head line, commas, CRLF. Nulls are empty, lists are joined by '; '. */
export function csv<Row extends Readonly<Record<string, Cell>>>(
  columns: readonly (keyof Row & string)[],
  rows: Iterable<Row>,
): string {
  const lines = [columns.join(',')];
  for (const row of rows) lines.push(columns.map((column) => field(row[column] ?? null)).join(','));
  return `${lines.join('\r\n')}\r\n`;
}

/** A spreadsheet takes text that begins like this for a formula; a quote in front keeps it text. */
export const asText = (text: string): string => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text);

const quoted = (text: string): string =>
  /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;

/** Millionths as a plain decimal, exact: -12500000 → '-12.5'. */
export function plainUsd(micros: number): string {
  const digits = Math.abs(micros).toString().padStart(7, '0');
  const decimals = digits.slice(-6).replace(/0+$/, '').padEnd(2, '0');
  return `${micros < 0 ? '-' : ''}${digits.slice(0, -6)}.${decimals}`;
}

/** Rows as a table that spreadsheets open (RFC 4180). */
export const csvOf = (rows: readonly (readonly string[])[]): string =>
  rows.map((row) => `${row.map(quoted).join(',')}\r\n`).join('');

/** Hands a table to the browser as a file to keep. */
export function saveCsv(name: string, text: string): void {
  // The mark in front tells spreadsheets that the text is UTF-8.
  const address = URL.createObjectURL(new Blob(['\uFEFF', text], { type: 'text/csv' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}

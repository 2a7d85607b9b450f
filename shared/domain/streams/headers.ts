/** The characters that can separate the cells of a report. */
export const delimiters = ['\t', ';', ','] as const;
export type Delimiter = (typeof delimiters)[number];

/** A column's name as it is compared: NFKC, lower case, one space (marks count as one), straight '. */
export const plainHeader = (name: string): string =>
  name.normalize('NFKC').replace(/[’‘]/g, "'").toLowerCase().replace(/\s+/g, ' ').trim();

/** The cells of a line, or the first cell, from 0, in which a quote opens and does not close. */
export type SplitLine =
  | { readonly kind: 'cells'; readonly cells: readonly string[] }
  | { readonly kind: 'open quote'; readonly cell: number };

const quotedCell = /"((?:[^"]|"")*)"/y;

/** The text in the quotes that begin at a place and end with the cell. */
function quotedAt(line: string, from: number, delimiter: Delimiter) {
  quotedCell.lastIndex = from;
  const text = quotedCell.exec(line)?.[1];
  const end = quotedCell.lastIndex;
  if (text === undefined || (end < line.length && line[end] !== delimiter)) return undefined;
  return { text: text.replaceAll('""', '"'), end };
}

const isBalanced = (text: string): boolean => text.split('"').length % 2 === 1;

/**
 * Splits a line into its cells. A delimiter between quotes is text and two quotes there are one; elsewhere
 * in a cell a quote is a sign like any other (`12" mix`). A cell of a tab-separated line may also begin
 * with a word in quotes, as titles do.
 *
 * @param hasQuotes false for reports that are never quoted: there a quote never has to close
 */
export function splitLine(line: string, delimiter: Delimiter, hasQuotes = true): SplitLine {
  const cells: string[] = [];
  for (let at = 0; ; at += 1) {
    const next = line.indexOf(delimiter, at);
    const plainEnd = next < 0 ? line.length : next;
    const isOpen = line[at] === '"';
    const quoted = isOpen ? quotedAt(line, at, delimiter) : undefined;
    const text = quoted?.text ?? line.slice(at, plainEnd);
    const isText = () => delimiter === '\t' && (!hasQuotes || isBalanced(text));
    if (isOpen && !quoted && !isText()) return { kind: 'open quote', cell: cells.length };
    cells.push(text);
    at = quoted?.end ?? plainEnd;
    if (at >= line.length) return { kind: 'cells', cells };
  }
}

/** The most frequent delimiter in a line; a comma if there is none. */
export function delimiterOf(line: string): Delimiter {
  const counted = delimiters.map((delimiter) => {
    const split = splitLine(line, delimiter);
    return { delimiter, cells: split.kind === 'cells' ? split.cells.length : 0 };
  });
  const best = counted.reduce((one, other) => (other.cells > one.cells ? other : one));
  return best.cells > 1 ? best.delimiter : ',';
}

/** The columns of a header line, ready to be compared; a line that is no header may have any. */
export function headerOf(line: string): string[] {
  const text = line.replace(/^\ufeff+/, '');
  const delimiter = delimiterOf(text);
  const split = splitLine(text, delimiter);
  return (split.kind === 'cells' ? split.cells : text.split(delimiter)).map(plainHeader);
}

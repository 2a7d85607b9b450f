export const delimiters = ['\t', ';', ','] as const;
export type Delimiter = (typeof delimiters)[number];

export const plainHeader = (name: string): string =>
  name.normalize('NFKC').replace(/[’‘]/g, "'").toLowerCase().replace(/\s+/g, ' ').trim();

/** The cells of a line, or the first cell, from 0, with an unclosed quote. */
export type SplitLine =
  | { readonly kind: 'cells'; readonly cells: readonly string[] }
  | { readonly kind: 'open quote'; readonly cell: number };

const quotedCell = /"((?:[^"]|"")*)"/y;

function quotedAt(line: string, from: number, delimiter: Delimiter) {
  quotedCell.lastIndex = from;
  const text = quotedCell.exec(line)?.[1];
  const end = quotedCell.lastIndex;
  if (text === undefined || (end < line.length && line[end] !== delimiter)) return undefined;
  return { text: text.replaceAll('""', '"'), end };
}

const isBalanced = (text: string): boolean => text.split('"').length % 2 === 1;

/**
 * Splits a line into cells. Within quotes, a delimiter is text and two quotes are one; elsewhere a quote is a
 * plain character (`12" mix`). A tab-separated cell can also begin with a quoted word, as titles do.
 *
 * @param hasQuotes false for reports that never quote: quotes need not close there
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

export function detectDelimiter(line: string): Delimiter {
  const counted = delimiters.map((delimiter) => {
    const split = splitLine(line, delimiter);
    return { delimiter, cells: split.kind === 'cells' ? split.cells.length : 0 };
  });
  const best = counted.reduce((one, other) => (other.cells > one.cells ? other : one));
  return best.cells > 1 ? best.delimiter : ',';
}

export function parseHeader(line: string): string[] {
  const text = line.replace(/^\ufeff+/, '');
  const delimiter = detectDelimiter(text);
  const split = splitLine(text, delimiter);
  return (split.kind === 'cells' ? split.cells : text.split(delimiter)).map(plainHeader);
}

/** The characters that can separate the cells of a report. */
export const delimiters = ['\t', ';', ','] as const;
export type Delimiter = (typeof delimiters)[number];

/**
 * A column's name as it is compared: NFKC, lower case, one space (marks count as one), straight '.
 */
export const plainHeader = (name: string): string =>
  name.normalize('NFKC').replace(/[’‘]/g, "'").toLowerCase().replace(/\s+/g, ' ').trim();

/** Cells of one line; a delimiter inside double quotes is text. */
export function splitLine(line: string, delimiter: Delimiter): string[] {
  const cells: string[] = [];
  let cell = '';
  let isQuoted = false;
  for (let at = 0; at < line.length; at += 1) {
    const sign = line[at];
    if (sign === '"' && isQuoted && line[at + 1] === '"') {
      cell += '"';
      at += 1;
    } else if (sign === '"') isQuoted = !isQuoted;
    else if (sign === delimiter && !isQuoted) {
      cells.push(cell);
      cell = '';
    } else cell += sign;
  }
  return [...cells, cell];
}

/** The most frequent delimiter in a line; a comma if there is none. */
export function delimiterOf(line: string): Delimiter {
  const counted = delimiters.map((delimiter) => ({
    delimiter,
    cells: splitLine(line, delimiter).length,
  }));
  const best = counted.reduce((one, other) => (other.cells > one.cells ? other : one));
  return best.cells > 1 ? best.delimiter : ',';
}

/** The columns of a header line, ready to be compared. */
export const headerOf = (line: string): string[] =>
  splitLine(line, delimiterOf(line)).map(plainHeader);

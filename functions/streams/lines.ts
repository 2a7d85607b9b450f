import { type Delimiter, splitLine } from '@datchain/shared/domain/streams/headers.ts';
import type { Cell } from '@datchain/shared/domain/streams/rows.ts';
import { type Encoding, textOf } from './text.ts';

/** Which table of a file to read. */
export interface Table {
  readonly path: string;
  readonly encoding: Encoding;
  readonly delimiter: Delimiter;
  readonly columns: readonly string[];
  /** Lines before the header, and the header itself. */
  readonly linesBefore: number;
  /** See `splitLine`. */
  readonly hasQuotes: boolean;
}

/** A row of a table. */
export interface Line {
  /** As an editor counts them, from 1. */
  readonly number: number;
  readonly cell: Cell;
}

/** The table itself is damaged at a line: nothing behind it can be trusted. */
export class BrokenTable extends Error {}

const LONGEST_LINE = 100_000;

/** The first lines of a text, without their ends. */
export const firstLines = (text: string, count: number): string[] =>
  text.split(/\r\n|\n|\r/, count);

interface TextLine {
  readonly number: number;
  readonly text: string;
  /** False for what stands behind the last end of a line. */
  readonly isEnded: boolean;
}

/** The lines of a text that comes in pieces, whichever of CRLF, LF and CR they end with. */
async function* textLines(pieces: AsyncIterable<string>): AsyncGenerator<TextLine> {
  let [rest, number] = ['', 0];
  for await (const piece of pieces) {
    const lines = `${rest}${piece}`.split(/\r\n|\n|\r(?!$)/);
    rest = lines.pop() ?? '';
    for (const text of lines) {
      number += 1;
      yield { number, text, isEnded: true };
    }
    if (rest.length > LONGEST_LINE) {
      throw new BrokenTable(`Line ${number + 1} is longer than any row of a report.`);
    }
  }
  // Lines that end with CR alone end so at the very end as well.
  const text = rest.replace(/\r$/, '');
  if (rest !== '') yield { number: number + 1, text, isEnded: text !== rest };
}

interface TableRow {
  readonly number: number;
  readonly cells: readonly string[];
  readonly isEnded: boolean;
}

function rowIn({ number, text, isEnded }: TextLine, table: Table): TableRow {
  const split = splitLine(text, table.delimiter, table.hasQuotes);
  if (split.kind === 'cells') return { number, cells: split.cells, isEnded };
  const column = table.columns[split.cell];
  const where = column ? ` in the column "${column}"` : '';
  throw new BrokenTable(
    `Line ${number}: a quote opens${where} and does not close at the end of its cell. Close it, write a quote inside a cell twice, and keep each row on one line.`,
  );
}

/** Excel leaves out the empty ends of rows where all of this many lines have none. */
const EXCEL_BLOCK = 16;

const blockOf = (number: number): number => Math.floor((number - 1) / EXCEL_BLOCK);

/**
 * Refuses rows of another width than the header: their cells may stand under the wrong columns. Cells
 * under columns without a name at the end of the header may be missing, and so may the empty ends of
 * rows in Excel's way: then all rows of a block are equally short.
 *
 * @param rows those of one block
 */
function checkWidths(rows: readonly TableRow[], { columns, linesBefore }: Table): void {
  const named = columns.findLastIndex((name) => name !== '') + 1;
  const wrong = rows.find(({ cells }) => cells.length < named || cells.length > columns.length);
  if (!wrong) return;
  const width = wrong.cells.length;
  const isExcels =
    width < named &&
    blockOf(wrong.number) !== blockOf(linesBefore) &&
    rows.every(({ cells, isEnded }) => cells.length === width && isEnded);
  if (isExcels) return;
  const cells = width === 1 ? '1 cell' : `${width} cells`;
  throw new BrokenTable(
    `Line ${wrong.number} has ${cells}, and the header has ${columns.length} columns. Give each row a cell for every column, and put a text with a separator in it between quotes.`,
  );
}

/**
 * The rows under the header, one after another: CRLF, LF or CR, quoted or not. A row is one line, so a
 * quote that never closes spoils no other row (N-INP-05).
 *
 * @throws BrokenTable naming the line, when a quote does not close or a row has another width
 */
export async function* rowsOf(table: Table): AsyncGenerator<Line> {
  const { columns, linesBefore } = table;
  const positions = new Map([...columns.entries()].reverse().map(([at, name]) => [name, at]));
  let block: TableRow[] = [];
  function* checked(): Generator<Line> {
    checkWidths(block, table);
    for (const { number, cells } of block) {
      yield { number, cell: (name) => cells[positions.get(name) ?? -1] ?? '' };
    }
    block = [];
  }
  for await (const line of textLines(textOf(table.path, table.encoding))) {
    if (line.number <= linesBefore) continue;
    const row = rowIn(line, table);
    if (row.cells.every((cell) => cell.trim() === '')) continue;
    const [first] = block;
    if (first && blockOf(first.number) !== blockOf(row.number)) yield* checked();
    block.push(row);
  }
  yield* checked();
}

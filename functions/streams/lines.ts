import { type Delimiter, splitLine } from '@datchain/shared/domain/streams/headers.ts';
import type { Cell } from '@datchain/shared/domain/streams/rows.ts';
import { type Encoding, readTextChunks } from './text.ts';

export interface Table {
  readonly path: string;
  readonly encoding: Encoding;
  readonly delimiter: Delimiter;
  readonly columns: readonly string[];
  /** Number of lines up to the header, the header included. */
  readonly linesBefore: number;
  readonly hasQuotes: boolean;
}

export interface Line {
  /** The line's number as an editor shows it, from 1. */
  readonly number: number;
  readonly cell: Cell;
}

/** Error of a table that is damaged at a line: nothing after that line can be trusted. */
export class BrokenTable extends Error {}

const MAX_LINE_CHARS = 100_000;

export const firstLines = (text: string, count: number): string[] =>
  text.split(/\r\n|\n|\r/, count);

interface TextLine {
  readonly number: number;
  readonly text: string;
  /** False for text after the last line end. */
  readonly isEnded: boolean;
}

async function* textLines(pieces: AsyncIterable<string>): AsyncGenerator<TextLine> {
  let [rest, number] = ['', 0];
  for await (const piece of pieces) {
    const lines = `${rest}${piece}`.split(/\r\n|\n|\r(?!$)/);
    rest = lines.pop() ?? '';
    for (const text of lines) {
      number += 1;
      yield { number, text, isEnded: true };
    }
    if (rest.length > MAX_LINE_CHARS) {
      throw new BrokenTable(`Line ${number + 1} is longer than any row of a report.`);
    }
  }
  // A final CR is a line end too: in a file with CR alone, the last line ends like the others.
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

/**
 * Excel leaves out empty cells at the end of rows in blocks of this many rows, if all rows of the block end
 * empty.
 */
const EXCEL_BLOCK_ROWS = 16;

const blockOf = (number: number): number => Math.floor((number - 1) / EXCEL_BLOCK_ROWS);

/**
 * Refuses rows whose width differs from the header's: their cells may be in wrong columns. Cells under nameless
 * columns at the end may be missing. So may empty cells at the end of rows, as Excel leaves them out: then all
 * rows of a block are equally short.
 *
 * @param rows the rows of one block
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
 * Reads the rows under the header. A row is one line, so an unclosed quote spoils no other row (N-INP-05).
 *
 * @throws BrokenTable naming the line, when a quote does not close or a row has another width
 */
export async function* readTableRows(table: Table): AsyncGenerator<Line> {
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
  for await (const line of textLines(readTextChunks(table.path, table.encoding))) {
    if (line.number <= linesBefore) continue;
    const row = rowIn(line, table);
    if (row.cells.every((cell) => cell.trim() === '')) continue;
    const [first] = block;
    if (first && blockOf(first.number) !== blockOf(row.number)) yield* checked();
    block.push(row);
  }
  yield* checked();
}

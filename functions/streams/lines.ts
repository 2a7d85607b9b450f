import { Readable } from 'node:stream';
import type { Delimiter } from '@datchain/shared/domain/streams/headers.ts';
import type { Cell } from '@datchain/shared/domain/streams/rows.ts';
import { CsvError, parse } from 'csv-parse';
import { type Encoding, textOf } from './text.ts';

/** Which table of a file to read. */
export interface Table {
  readonly path: string;
  readonly encoding: Encoding;
  readonly delimiter: Delimiter;
  readonly columns: readonly string[];
  /** Lines before the header, and the header itself. */
  readonly linesBefore: number;
}

export interface Line {
  /** As an editor counts them, from 1. */
  readonly number: number;
  readonly cell: Cell;
}

/** The table itself is damaged from this line on. */
export class BrokenTable extends Error {}

const LONGEST_LINE = 100_000;
const lineEnd = /\r\n|\n|\r/g;

/** The first lines of a text, without their ends. */
export const firstLines = (text: string, count: number): string[] =>
  text.split(/\r\n|\n|\r/, count);

/** Where in a text the given number of lines is over. */
function endOfLines(text: string, count: number): number {
  lineEnd.lastIndex = 0;
  for (let seen = 0; seen < count; seen += 1) {
    if (!lineEnd.exec(text)) return text.length;
  }
  return lineEnd.lastIndex;
}

async function* textAfter(table: Table): AsyncGenerator<string> {
  let start: string | undefined = '';
  for await (const text of textOf(table.path, table.encoding)) {
    if (start === undefined) {
      yield text;
      continue;
    }
    start += text;
    if (start.length < LONGEST_LINE) continue;
    yield start.slice(endOfLines(start, table.linesBefore));
    start = undefined;
  }
  if (start !== undefined) yield start.slice(endOfLines(start, table.linesBefore));
}

/**
 * The lines under the header, one after another: CRLF, LF or CR, quoted or not. A tab-separated file
 * has no quotes, so that a title may begin with one.
 *
 * @throws BrokenTable when a quote never closes
 */
export async function* linesOf(table: Table): AsyncGenerator<Line> {
  const { delimiter, columns, linesBefore } = table;
  const positions = new Map([...columns.entries()].reverse().map(([at, name]) => [name, at]));
  const parser = parse({
    delimiter,
    quote: delimiter === '\t' ? false : '"',
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    skip_records_with_empty_values: true,
    max_record_size: LONGEST_LINE,
    info: true,
  });
  const source = Readable.from(textAfter(table));
  source.on('error', (error) => parser.destroy(error));
  try {
    for await (const { info, record } of source.pipe(parser) as AsyncIterable<{
      info: { lines: number };
      record: string[];
    }>) {
      const cell: Cell = (name) => record[positions.get(name) ?? -1] ?? '';
      yield { number: linesBefore + info.lines, cell };
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const line = linesBefore + Number((error as { lines?: unknown }).lines ?? 0);
    throw new BrokenTable(`Line ${line}: the table is damaged, a quote may be missing.`);
  }
}

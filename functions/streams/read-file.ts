import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { detect, HEADER_LINES } from '@datchain/shared/domain/streams/detect.ts';
import type { Platform } from '@datchain/shared/domain/streams/platforms.ts';
import type { Cell, FileFacts, Period, Row } from '@datchain/shared/domain/streams/rows.ts';
import { type Source, sources } from '@datchain/shared/domain/streams/sources.ts';
import { type Named, workOf } from '@datchain/shared/domain/streams/works.ts';
import { BrokenTable, firstLines, linesOf, type Table } from './lines.ts';
import { type Reason, Reasons } from './outcome.ts';
import { Spill } from './spill.ts';
import { type FileText, inspectText, startOf } from './text.ts';

/** A plain file and what is known about it besides its bytes. */
export interface PlainFile {
  readonly path: string;
  readonly facts: FileFacts;
}

/** A report that was recognised, and can be read line by line. */
export interface Recognised {
  readonly kind: 'recognised';
  readonly source: Source;
  readonly text: FileText;
  readonly table: Table;
  readonly read: (cell: Cell) => Row;
}

export interface Refused {
  readonly kind: 'refused';
  /** What the file is, as far as it was recognised. */
  readonly what: string;
  readonly reason: string;
  readonly bad: readonly Reason[];
}

const refused = (what: string, reason: string, bad: readonly Reason[] = []): Refused => ({
  kind: 'refused',
  what,
  reason,
  bad,
});

/** Finds out what a file is, by its bytes and its header alone. */
export async function recognise({ path, facts }: PlainFile): Promise<Recognised | Refused> {
  const text = await inspectText(path);
  if (text.bytes === 0) return refused('empty file', 'There is nothing in it.');
  if (text.isBinary)
    return refused('no text file', 'Reports are tables: CSV or tab-separated text.');
  const detected = detect(firstLines(await startOf(path, text.encoding), HEADER_LINES));
  if (detected.kind === 'refused') return refused(detected.name, detected.reason);
  const { format, columns, delimiter, headerAt } = detected;
  const opened = format.open(facts, new Set(columns));
  if (opened.kind === 'ask') return refused(sources[format.source].name, opened.question);
  const table = {
    path,
    encoding: text.encoding,
    delimiter,
    columns,
    linesBefore: headerAt + 1,
  };
  return { kind: 'recognised', source: format.source, text, table, read: opened.read };
}

/** All lines of a file, understood or not; nothing has been written anywhere yet. */
export interface ReadFile {
  readonly kind: 'read';
  readonly spill: Spill;
  readonly lines: number;
  readonly taken: number;
  readonly passedOver: Reasons;
  readonly bad: Reasons;
  readonly period: { readonly start: string; readonly end: string } | undefined;
}

/** More bad lines than one in twenty: the file is something else than it seems. */
const isTooBad = (bad: number, lines: number): boolean => bad * 20 > lines;

const labelOf = ({ title = '', artist = '' }: Named): string =>
  [title, artist]
    .filter((name) => name.trim())
    .join(' / ')
    .replace(/\s+/g, ' ')
    .slice(0, 200);

const bounds = (period: Period): [string, string] => {
  if (period.kind === 'day') return [period.day, period.day];
  return period.kind === 'month' ? [period.month, period.month] : [period.start, period.end];
};

const PROGRESS_LINES = 100_000;

interface Reading {
  readonly recognised: Recognised;
  /** Take only this platform's lines. */
  readonly platform: Platform | undefined;
  /** Room for what is put aside. */
  readonly folder: string;
  readonly onLines: (lines: number) => void;
}

/** Reads every line and puts aside what was understood; refuses the file when too much was not. */
export async function readAll(reading: Reading): Promise<ReadFile | Refused> {
  const { recognised, platform, onLines } = reading;
  const name = sources[recognised.source].name;
  const spill = new Spill(await mkdtemp(join(reading.folder, 'lines-')), recognised.text.bytes);
  const [passedOver, bad] = [new Reasons(), new Reasons()];
  let [lines, taken] = [0, 0];
  let [start, end]: [string?, string?] = [];
  try {
    for await (const { number, cell } of linesOf(recognised.table)) {
      lines += 1;
      if (lines % PROGRESS_LINES === 0) onLines(lines);
      const row = recognised.read(cell);
      if (row.kind === 'ask') return refused(name, `Line ${number}: ${row.question}`);
      if (row.kind === 'bad') bad.add(row.reason, number);
      else if (row.kind === 'skip') passedOver.add(row.reason, number);
      else if (row.kind === 'figure' && platform && row.platform !== platform) {
        passedOver.add('another platform than the one asked for', number);
      } else {
        const work = workOf(row.named);
        if (!work) {
          bad.add('names no song: no id, no valid ISRC, no title with an artist', number);
          continue;
        }
        taken += 1;
        const label = labelOf(row.named);
        spill.add({ line: number, work, label, ...(row.kind === 'figure' ? figureOf(row) : {}) });
        if (row.kind !== 'figure') continue;
        const [from, to] = bounds(row.period);
        if (start === undefined || from < start) start = from;
        if (end === undefined || to > end) end = to;
      }
    }
  } catch (error) {
    if (error instanceof BrokenTable) return refused(name, error.message);
    throw error;
  }
  if (lines === 0) return refused(name, 'It has a header and no lines.');
  if (isTooBad(bad.count, lines)) {
    const reason = `${bad.count} of ${lines} lines cannot be used, more than one in twenty. Nothing was taken.`;
    return refused(name, reason, bad.list());
  }
  const period = start !== undefined && end !== undefined ? { start, end } : undefined;
  return { kind: 'read', spill, lines, taken, passedOver, bad, period };
}

const figureOf = ({ platform, period, plays, batch }: Extract<Row, { kind: 'figure' }>) => ({
  figure: { platform, period, plays, ...(batch === undefined ? {} : { batch }) },
});

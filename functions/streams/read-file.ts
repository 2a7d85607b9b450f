import type { Plays } from '@datchain/shared/domain/streams/claims.ts';
import { detect, HEADER_LINES } from '@datchain/shared/domain/streams/detect.ts';
import type { Platform } from '@datchain/shared/domain/streams/platforms.ts';
import {
  columnProblem,
  type FileFacts,
  impossibleFigure,
  type Opened,
  type Period,
  type Row,
} from '@datchain/shared/domain/streams/rows.ts';
import { SharedIds } from '@datchain/shared/domain/streams/shared-ids.ts';
import { type Source, sources } from '@datchain/shared/domain/streams/sources.ts';
import { identifyWork, type Named, type Work } from '@datchain/shared/domain/streams/work-names.ts';
import { BrokenTable, firstLines, readTableRows, type Table } from './lines.ts';
import { type Reason, Reasons } from './outcome.ts';
import { Spill } from './spill.ts';
import { type FileText, inspectText, readFileStart, UNREADABLE } from './text.ts';

export interface Recognised {
  readonly kind: 'recognised';
  readonly source: Source;
  readonly text: FileText;
  readonly names: FileNames;
  readonly table: Table;
  readonly reader: Extract<Opened, { kind: 'lines' }>;
}

export interface Refused {
  readonly kind: 'refused';
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

/** The identity of a file: its SHA-256, and the period if only the file's name has it. */
export interface FileNames {
  readonly key: string;
  /** A shorter key that its figures carry. */
  readonly stamp: string;
}

export async function inspect(path: string, name: string) {
  const text = await inspectText(path);
  const detected = detect(firstLines(await readFileStart(path, text.encoding), HEADER_LINES));
  const period = detected.kind === 'format' ? detected.format.periodInName?.(name) : undefined;
  const suffix = period ? `:${period}` : '';
  const names = { key: `${text.hash}${suffix}`, stamp: `${text.hash.slice(0, 16)}${suffix}` };
  return { text, detected, names };
}

/** Recognises a file by its bytes and its header alone. */
export async function recognise(path: string, facts: FileFacts): Promise<Recognised | Refused> {
  const { text, detected, names } = await inspect(path, facts.name);
  if (text.bytes === 0) return refused('empty file', 'There is nothing in it.');
  if (text.isBinary)
    return refused('no text file', 'Reports are tables: CSV or tab-separated text.');
  if (detected.kind === 'refused') return refused(detected.name, detected.reason);
  const { format, columns, delimiter, headerAt } = detected;
  const missing = columnProblem(format, columns);
  if (missing) return refused(sources[format.source].name, missing);
  const opened = format.open(facts, new Set(columns));
  if (opened.kind === 'ask') return refused(sources[format.source].name, opened.question);
  const table = {
    path,
    encoding: text.encoding,
    delimiter,
    columns,
    linesBefore: headerAt + 1,
    hasQuotes: format.hasQuotes ?? true,
  };
  return { kind: 'recognised', source: format.source, text, names, table, reader: opened };
}

export interface Understood {
  readonly line: number;
  readonly work: Work;
  readonly label: string;
  /** Absent when the row only names a work. */
  readonly figure?: RowFigure;
}

export interface RowFigure {
  readonly platform: Platform;
  readonly period: Period;
  readonly plays: Plays;
  readonly batch?: string;
}

export interface ReadFile {
  readonly kind: 'read';
  readonly spill: Spill<Understood>;
  readonly sharedIds: SharedIds;
  readonly rows: number;
  readonly refused: Reasons;
  readonly period: { readonly start: string; readonly end: string } | undefined;
  readonly warnings: readonly string[];
}

/** Whether more than one row in twenty is unreadable: then the file is not what it seems. */
const isTooBad = (bad: number, rows: number): boolean => bad * 20 > rows;

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

function noSong(columns: readonly string[]): string {
  const isHalf = columns.includes('title') && !columns.includes('artist');
  const missing = isHalf ? ', as the file has no column "artist"' : '';
  return `names no song: no id, no valid ISRC, no title with an artist${missing}`;
}

const unreadableIn = (column: string): string =>
  `the column "${column}" has a sign that is not UTF-8, as the rest of the file is: correct it and import the file again`;

const PROGRESS_INTERVAL_ROWS = 100_000;

interface Reading {
  readonly platform: Platform | undefined;
  readonly folder: string;
  readonly onRows: (rows: number) => void;
}

/** Reads every row and spills the understood ones; refuses the file if too many were not. */
export async function readAll(
  { source, text, table, reader }: Recognised,
  { platform, folder, onRows }: Reading,
): Promise<ReadFile | Refused> {
  const { name } = sources[source];
  const spill = new Spill<Understood>(folder, 0);
  const sharedIds = new SharedIds();
  const [bad, refusedRows] = [new Reasons(), new Reasons()];
  let rows = 0;
  let [start, end]: [string?, string?] = [];
  const warnedAt = new Map<string, number>();
  const refuse = (reason: string, line: number, example?: string) => {
    bad.add(reason, line, example);
    refusedRows.add(reason, line, example);
  };
  try {
    for await (const { number, cell } of readTableRows(table)) {
      rows += 1;
      if (rows % PROGRESS_INTERVAL_ROWS === 0) onRows(rows);
      const unreadable = new Set<string>();
      const read = reader.read((column) => {
        const value = cell(column);
        if (text.isDamaged && value.includes(UNREADABLE)) unreadable.add(column);
        return value;
      });
      const row = impossibleFigure(read) ?? read;
      for (const warning of reader.warnings?.() ?? []) {
        if (!warnedAt.has(warning)) warnedAt.set(warning, number);
      }
      const [damaged] = unreadable;
      if (damaged !== undefined) {
        // The file is what it seems, so this row does not count towards the limit of bad rows.
        refusedRows.add(unreadableIn(damaged), number, cell(damaged));
        continue;
      }
      if (row.kind === 'ask') return refused(name, `Line ${number}: ${row.question}`);
      if (row.kind === 'bad') refuse(row.reason, number, row.example);
      else if (row.kind === 'skip') refusedRows.add(row.reason, number);
      else if (row.kind === 'figure' && platform && row.platform !== platform) {
        refusedRows.add('another platform than the one asked for', number);
      } else {
        const work = identifyWork(row.named);
        if (!work) {
          refuse(noSong(table.columns), number);
          continue;
        }
        sharedIds.note(row.named, work);
        const figure = row.kind === 'figure' ? figureOf(row) : {};
        spill.add(work.key, { line: number, work, label: labelOf(row.named), ...figure });
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
  if (rows === 0) return refused(name, 'It has a header and no rows.');
  const problem = reader.problem?.();
  if (problem) return refused(name, problem);
  if (isTooBad(bad.count, rows)) {
    const reason = `${bad.count} of ${rows} rows cannot be used, more than one in twenty. Nothing was taken.`;
    return refused(name, reason, bad.list());
  }
  const period = start !== undefined && end !== undefined ? { start, end } : undefined;
  // A later line may have cleared what was in doubt.
  const warnings = (reader.warnings?.() ?? []).map((each) => `Line ${warnedAt.get(each)}: ${each}`);
  return { kind: 'read', spill, sharedIds, rows, refused: refusedRows, period, warnings };
}

const figureOf = ({ platform, period, plays, batch }: Extract<Row, { kind: 'figure' }>) => ({
  figure: { platform, period, plays, ...(batch === undefined ? {} : { batch }) },
});

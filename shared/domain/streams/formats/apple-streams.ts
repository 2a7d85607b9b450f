import {
  bad,
  type Cell,
  type FileFacts,
  type Format,
  hasAll,
  impossibleDay,
  type Row,
} from '../rows.ts';
import { CountColumn, readAppleDay } from '../values.ts';

interface ReportName {
  readonly vendor: string;
  readonly date: string;
  readonly part: string;
}

/** Reads `AppleMusic_Streams_<vendor>_<YYYYMMDD>_V1_2[_part].txt`. */
function readName(name: string): ReportName | undefined {
  const [, vendor, date, part = ''] =
    // Stryker disable next-line ArrayDeclaration: The first is what matched in all, which nothing reads.
    /_Streams_(\d+)_(\d{8})(?:_V\d+_\d+)?(?:_(\d+))?\./i.exec(name) ?? [];
  // Stryker disable next-line LogicalOperator: Where the name matches, both are there. Types do not know that.
  return vendor && date ? { vendor, date, part } : undefined;
}

/**
 * Apple "Summary Streams" of Sales and Trends: many lines for a song and day, to be summed. A day's
 * plays arrive over several files, so the day on which Apple took them in is the batch. The song is
 * an Apple Identifier, which the Content report connects with its ISRC.
 */
export const appleStreams: Format = {
  source: 'apple_streams',
  fits: (columns) => hasAll(columns, 'datestamp', 'apple identifier', 'streams'),
  needs: ['Datestamp', 'Apple Identifier', 'Streams'],
  namedBy: [],
  hasQuotes: false,
  open(facts, columns) {
    const name = readName(facts.name);
    if (!name) {
      return {
        kind: 'ask',
        question:
          'The vendor of an Apple Summary Streams report is only in its name. Keep the name AppleMusic_Streams_<vendor>_<YYYYMMDD>_V1_2.txt, or give it with --name.',
      };
    }
    const hasIngest = columns.has('ingest datestamp');
    const ingestOf = (cell: Cell) => (hasIngest ? cell('ingest datestamp') : name.date);
    const counts = new CountColumn('Streams');
    return {
      kind: 'lines',
      read: (cell) => readLine(cell, { ...name, madeAt: facts.madeAt }, ingestOf(cell), counts),
      problem: () => counts.problem(),
      warnings: () => counts.warnings(),
    };
  },
};

function readLine(
  cell: Cell,
  { vendor, part, madeAt }: ReportName & Pick<FileFacts, 'madeAt'>,
  ingest: string,
  counts: CountColumn,
): Row {
  const day = readAppleDay(cell('datestamp'));
  if (!day) return bad('the Datestamp is not a day written YYYY-MM-DD', cell('datestamp'));
  const wrong = impossibleDay(day, madeAt);
  if (wrong) return wrong;
  const ingested = readAppleDay(ingest);
  if (!ingested) return bad('the Ingest Datestamp is not a day written YYYY-MM-DD', ingest);
  const read = counts.read(cell('streams'));
  if ('problem' in read) return bad(`Streams ${read.problem}`, cell('streams'));
  return {
    kind: 'figure',
    named: { appleId: cell('apple identifier') },
    platform: 'apple_music',
    period: { kind: 'day', day },
    plays: { streams: read.count },
    batch: [ingested, vendor, part].filter(Boolean).join('/'),
  };
}

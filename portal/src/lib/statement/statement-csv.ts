import type { EarningsLine } from '@datchain/shared/contracts/documents/earnings-line.ts';
import { rates } from '@datchain/shared/domain/config.ts';
import { type Cell, formatCsv } from '@datchain/shared/domain/csv.ts';
import { centsToMicros, percentOfPpm } from '@datchain/shared/domain/money.ts';
import { lineSum, type SongOf } from './statement.ts';

const heads = [
  'Month (UTC)',
  'Kind',
  'Work',
  'Work ID',
  'Edition',
  'Platform',
  'Token block',
  'Count',
  'US dollars each',
  'Shared %',
  'Your share %',
  'How',
  'US dollars earned',
];

const percent = (ppm: number | undefined): Cell => (ppm === undefined ? null : percentOfPpm(ppm));

function each(line: EarningsLine): Cell {
  if ('streamMicros' in line && line.streamMicros !== undefined)
    return { micros: line.streamMicros };
  return 'priceCents' in line ? { micros: centsToMicros(line.priceCents) } : null;
}

function makeRow(line: EarningsLine, songOf: SongOf): Cell[] {
  const datId = 'datId' in line ? line.datId : undefined;
  return [
    line.month,
    line.kind,
    datId === undefined ? null : songOf(datId),
    datId,
    'edition' in line ? line.edition : null,
    'platform' in line ? line.platform : null,
    'blockId' in line ? line.blockId : null,
    line.count === 0 ? null : line.count,
    each(line),
    line.kind === 'streams' ? percent(rates.streamSharePpm) : null,
    'sharePpm' in line ? percent(line.sharePpm) : null,
    lineSum(line),
    { micros: line.micros },
  ];
}

/** Writes a statement as CSV for spreadsheets: one row per line, exact to the micro. */
export const statementCsv = (lines: readonly EarningsLine[], songOf: SongOf): string =>
  formatCsv([
    heads,
    ...lines
      .toSorted((a, b) => (a.month < b.month ? -1 : a.month > b.month ? 1 : 0))
      .map((line) => makeRow(line, songOf)),
  ]);

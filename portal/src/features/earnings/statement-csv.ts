import type { EarningsLine } from '@datchain/shared/contracts/documents/earnings-line.ts';
import { rates } from '@datchain/shared/domain/config.ts';
import { centsToMicros } from '@datchain/shared/domain/money.ts';
import { asText, csvOf, plainUsd } from '../../lib/csv.ts';
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
  'Your part %',
  'How',
  'US dollars earned',
];

const percent = (ppm: number | undefined): string => (ppm === undefined ? '' : `${ppm / 10_000}`);

/** What one stream, edition or token brought. */
function each(line: EarningsLine): string {
  if ('streamMicros' in line && line.streamMicros !== undefined) return plainUsd(line.streamMicros);
  return 'priceCents' in line ? plainUsd(centsToMicros(line.priceCents)) : '';
}

function rowOf(line: EarningsLine, songOf: SongOf): string[] {
  const datId = 'datId' in line ? line.datId : undefined;
  return [
    line.month,
    line.kind,
    datId === undefined ? '' : asText(songOf(datId)),
    datId === undefined ? '' : asText(datId),
    'edition' in line ? line.edition.toString() : '',
    'platform' in line ? asText(line.platform) : '',
    'blockId' in line ? asText(line.blockId) : '',
    line.count === 0 ? '' : line.count.toString(),
    each(line),
    line.kind === 'streams' ? percent(rates.streamSharePpm) : '',
    'sharePpm' in line ? percent(line.sharePpm) : '',
    asText(lineSum(line)),
    plainUsd(line.micros),
  ];
}

/** A statement as a table that spreadsheets open: one row for each line, exact to the micro. */
export const statementCsv = (lines: readonly EarningsLine[], songOf: SongOf): string =>
  csvOf([
    heads,
    ...lines
      .toSorted((a, b) => (a.month < b.month ? -1 : a.month > b.month ? 1 : 0))
      .map((line) => rowOf(line, songOf)),
  ]);

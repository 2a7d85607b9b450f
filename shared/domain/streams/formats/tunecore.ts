import { readIsrc } from '../../isrc.ts';
import {
  bad,
  badDay,
  type Cell,
  type FileFacts,
  type Format,
  hasAll,
  impossibleMonth,
  type Row,
  skip,
} from '../rows.ts';
import { CountColumn, readDay, readMonth } from '../values.ts';
import { ofStore } from './distrokid.ts';

/** TuneCore sales report: a line for each store, song, country and month. The posted date is the batch. */
export const tunecore: Format = {
  source: 'tunecore',
  fits: (columns) => hasAll(columns, 'sales period', 'store name', '# units sold'),
  needs: ['Sales Period', 'Posted Date', 'Store Name', 'Sales Type', '# Units Sold'],
  namedBy: [['Optional ISRC'], ['TC Song ID'], ['Song Title', 'Artist']],
  open(facts) {
    const counts = new CountColumn('# Units Sold', true);
    return {
      kind: 'lines',
      read: (cell) => readLine(cell, facts, counts),
      problem: () => counts.problem(),
      warnings: () => counts.warnings(),
    };
  },
};

function readLine(cell: Cell, { slashDates, madeAt }: FileFacts, counts: CountColumn): Row {
  const month = readMonth(cell('sales period'));
  if (!month) return bad('the Sales Period is not a month written YYYY-MM', cell('sales period'));
  const wrong = impossibleMonth(month, madeAt);
  if (wrong) return wrong;
  const posted = readDay(cell('posted date'), slashDates);
  if (!('day' in posted)) return badDay('the Posted Date', cell('posted date'), posted);
  const read = counts.read(cell('# units sold'));
  if ('problem' in read) return bad(`# Units Sold ${read.problem}`, cell('# units sold'));
  if (!/^stream/i.test(cell('sales type').trim())) return skip('copies sold, not streams');
  // "Optional ISRC" is often empty while "TC Song ID" holds an ISRC that TuneCore gave the song.
  const isrc = readIsrc(cell('optional isrc')) ?? readIsrc(cell('tc song id'));
  return ofStore(cell('store name'), (platform) => ({
    kind: 'figure',
    platform,
    batch: posted.day,
    period: { kind: 'month', month },
    plays: { streams: read.count },
    named: { isrc, title: cell('song title'), artist: cell('artist') },
  }));
}

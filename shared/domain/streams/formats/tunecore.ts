import { readIsrc } from '../../isrc.ts';
import { isDay } from '../../time.ts';
import { bad, type Cell, type Format, hasAll, type Row, skip } from '../rows.ts';
import { readMonth, readSignedCount } from '../values.ts';
import { ofStore } from './distrokid.ts';

/** TuneCore sales report: a line for each store, song, country and month. The posted date is the batch. */
export const tunecore: Format = {
  source: 'tunecore',
  fits: (columns) => hasAll(columns, 'sales period', 'store name', '# units sold'),
  open: () => ({ kind: 'lines', read: readLine }),
};

function readLine(cell: Cell): Row {
  const month = readMonth(cell('sales period'));
  if (!month) return bad('the Sales Period is not a month');
  const batch = cell('posted date').trim();
  if (!isDay(batch)) return bad('the Posted Date is not a day');
  const streams = readSignedCount(cell('# units sold'));
  if (streams === undefined) return bad('# Units Sold is not a whole number');
  if (!/^stream/i.test(cell('sales type').trim())) return skip('copies sold, not streams');
  // "Optional ISRC" is often empty while "TC Song ID" holds an ISRC that TuneCore gave the song.
  const isrc = readIsrc(cell('optional isrc')) ?? readIsrc(cell('tc song id'));
  return ofStore(cell('store name'), (platform) => ({
    kind: 'figure',
    platform,
    batch,
    period: { kind: 'month', month },
    plays: { streams },
    named: { isrc, title: cell('song title'), artist: cell('artist') },
  }));
}

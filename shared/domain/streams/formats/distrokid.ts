import { isDay } from '../../time.ts';
import { readStore } from '../platforms.ts';
import { bad, type Cell, type Format, hasAll, type Row, skip } from '../rows.ts';
import { readMonth, readSignedCount } from '../values.ts';

/**
 * DistroKid, Bank, "See excruciating detail": a line for each store, song, country and month.
 * What is a stream is known from the store alone. The reporting date is the batch.
 */
export const distrokid: Format = {
  source: 'distrokid',
  fits: (columns) => hasAll(columns, 'sale month', 'store', 'earnings (usd)'),
  open: () => ({ kind: 'lines', read: readLine }),
};

function readLine(cell: Cell): Row {
  const month = readMonth(cell('sale month'));
  if (!month) return bad('the Sale Month is not a month written YYYY-MM');
  const batch = cell('reporting date').trim();
  if (!isDay(batch)) return bad('the Reporting Date is not a day');
  const streams = readSignedCount(cell('quantity'));
  if (streams === undefined) return bad('the Quantity is not a whole number');
  const kind = (cell('source type') || cell('song/album')).trim().toLowerCase();
  if (kind === 'album') return skip('an album, not a song');
  return ofStore(cell('store'), (platform) => ({
    kind: 'figure',
    platform,
    batch,
    period: { kind: 'month', month },
    plays: { streams },
    named: { isrc: cell('isrc'), title: cell('title'), artist: cell('artist') },
  }));
}

/** The row of a store that streams on a platform we show, or why it is passed over. */
export function ofStore(
  name: string,
  figure: (platform: 'spotify' | 'apple_music' | 'amazon_music' | 'spndat') => Row,
): Row {
  const store = readStore(name);
  if (store.kind === 'platform') return figure(store.platform);
  if (store.kind === 'sales') return skip('copies sold, not streams');
  if (store.kind === 'elsewhere') return skip('streams on a platform that is not shown');
  return skip(`an unknown store: "${name.trim()}"`);
}

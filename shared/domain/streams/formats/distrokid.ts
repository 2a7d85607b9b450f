import { readStore } from '../platforms.ts';
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

/**
 * DistroKid, Bank, "See excruciating detail": a line for each store, song, country and month.
 * What is a stream is known from the store alone. The reporting date is the batch.
 */
export const distrokid: Format = {
  source: 'distrokid',
  fits: (columns) => hasAll(columns, 'sale month', 'store', 'earnings (usd)'),
  needs: ['Reporting Date', 'Sale Month', 'Store', 'Quantity'],
  namedBy: [['ISRC'], ['Title', 'Artist']],
  hint: 'Rows of one month come in several payments, and this column tells them apart. Download the whole report: Bank, "See excruciating detail", Download.',
  open(facts) {
    const counts = new CountColumn('Quantity', true);
    return {
      kind: 'lines',
      read: (cell) => readLine(cell, facts, counts),
      problem: () => counts.problem(),
      warnings: () => counts.warnings(),
    };
  },
};

function readLine(cell: Cell, { slashDates, madeAt }: FileFacts, counts: CountColumn): Row {
  const month = readMonth(cell('sale month'));
  if (!month) return bad('the Sale Month is not a month written YYYY-MM', cell('sale month'));
  const wrong = impossibleMonth(month, madeAt);
  if (wrong) return wrong;
  const reported = readDay(cell('reporting date'), slashDates);
  if (!('day' in reported)) return badDay('the Reporting Date', cell('reporting date'), reported);
  const read = counts.read(cell('quantity'));
  if ('problem' in read) return bad(`the Quantity ${read.problem}`, cell('quantity'));
  const kind = (cell('source type') || cell('song/album')).trim().toLowerCase();
  if (kind === 'album') return skip('an album, not a song');
  return ofStore(cell('store'), (platform) => ({
    kind: 'figure',
    platform,
    batch: reported.day,
    period: { kind: 'month', month },
    plays: { streams: read.count },
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

import { platforms, readPlatform } from '../platforms.ts';
import {
  bad,
  badDay,
  type Cell,
  type FileFacts,
  type Format,
  hasAll,
  impossibleDay,
  type Row,
} from '../rows.ts';
import { CountColumn, readDay } from '../values.ts';

/**
 * Our own CSV, one line for a song, platform and day:
 * `date,platform,streams,content_id,isrc,title,artist` (one of the names is needed), and optionally
 * `downloads`. Days as `readDay` reads them, whole counts. Figures typed from Amazon Music come in this way.
 */
export const ownCsv: Format = {
  source: 'own_csv',
  fits: (columns) => hasAll(columns, 'date', 'platform', 'streams'),
  needs: ['date', 'platform', 'streams'],
  namedBy: [['content_id'], ['isrc'], ['title', 'artist']],
  open(facts) {
    const counts = { streams: new CountColumn('streams'), downloads: new CountColumn('downloads') };
    return {
      kind: 'lines',
      read: (cell) => readLine(cell, facts, counts),
      problem: () => counts.streams.problem() ?? counts.downloads.problem(),
      warnings: () => [...counts.streams.warnings(), ...counts.downloads.warnings()],
    };
  },
};

type Counts = Readonly<Record<'streams' | 'downloads', CountColumn>>;

function readLine(cell: Cell, { madeAt, slashDates }: FileFacts, counts: Counts): Row {
  const date = readDay(cell('date'), slashDates);
  if (!('day' in date)) return badDay('the date', cell('date'), date);
  const { day } = date;
  const wrong = impossibleDay(day, madeAt);
  if (wrong) return wrong;
  const platform = readPlatform(cell('platform'));
  if (!platform) {
    return bad(`the platform is not one of ${platforms.join(', ')}`, cell('platform'));
  }
  const read = counts.streams.read(cell('streams'));
  if ('problem' in read) return bad(`streams ${read.problem}`, cell('streams'));
  const downloads = cell('downloads').trim() ? counts.downloads.read(cell('downloads')) : undefined;
  if (downloads && 'problem' in downloads) {
    return bad(`downloads ${downloads.problem}`, cell('downloads'));
  }
  return {
    kind: 'figure',
    platform,
    period: { kind: 'day', day },
    plays: { streams: read.count, ...(downloads ? { downloads: downloads.count } : {}) },
    named: {
      contentId: cell('content_id'),
      isrc: cell('isrc'),
      title: cell('title'),
      artist: cell('artist'),
    },
  };
}

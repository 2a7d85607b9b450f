import { isDay, utcDay } from '../../time.ts';
import { platforms, readPlatform } from '../platforms.ts';
import { bad, type Cell, type FileFacts, type Format, hasAll, type Row } from '../rows.ts';
import { readPlainCount } from '../values.ts';

/**
 * Our own CSV, one line for a song, platform and day:
 * `date,platform,streams,content_id,isrc,title,artist` (one of the names is needed), and optionally
 * `downloads`. ISO dates and plain digits only. Figures typed from Amazon Music come in this way.
 */
export const ownCsv: Format = {
  source: 'own_csv',
  fits: (columns) => hasAll(columns, 'date', 'platform', 'streams'),
  open: (facts, columns) => ({
    kind: 'lines',
    read: (cell) => readLine(cell, facts, columns.has('downloads')),
  }),
};

function readLine(cell: Cell, { madeAt }: FileFacts, hasDownloads: boolean): Row {
  const day = cell('date').trim();
  if (!isDay(day)) return bad('the date is not a day written YYYY-MM-DD');
  if (day > utcDay(madeAt)) return bad('the day is later than the file');
  const platform = readPlatform(cell('platform'));
  if (!platform) return bad(`the platform is not one of ${platforms.join(', ')}`);
  const streams = readPlainCount(cell('streams'));
  if (streams === undefined) return bad('streams is not a whole number in plain digits');
  const downloads = hasDownloads && cell('downloads').trim() ? cell('downloads') : undefined;
  const downloaded = downloads === undefined ? undefined : readPlainCount(downloads);
  if (downloads !== undefined && downloaded === undefined) {
    return bad('downloads is not a whole number in plain digits');
  }
  return {
    kind: 'figure',
    platform,
    period: { kind: 'day', day },
    plays: { streams, ...(downloaded === undefined ? {} : { downloads: downloaded }) },
    named: {
      contentId: cell('content_id'),
      isrc: cell('isrc'),
      title: cell('title'),
      artist: cell('artist'),
    },
  };
}

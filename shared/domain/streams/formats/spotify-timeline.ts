import { utcDay } from '../../time.ts';
import { bad, type Cell, type FileFacts, type Format, type Row } from '../rows.ts';
import { readCount, readDay } from '../values.ts';
import type { Named } from '../works.ts';

/**
 * Spotify for Artists, song page, the download arrow: exactly `date,streams`. The file does not say
 * which song or platform it is about, so a person must.
 */
export const spotifyTimeline: Format = {
  source: 'spotify_timeline',
  fits: (columns) => columns.size === 2 && columns.has('date') && columns.has('streams'),
  open(facts) {
    const { song, platform } = facts;
    if (!song || platform !== 'spotify') {
      return {
        kind: 'ask',
        question:
          'A file with only "date" and "streams" names neither its song nor its platform. If it is a song timeline of Spotify for Artists, say --platform spotify, and which song: --dat <id>, or --song "<title>" --artist "<name>".',
      };
    }
    return { kind: 'lines', read: (cell) => readLine(cell, facts, song) };
  },
};

function readLine(cell: Cell, { madeAt, slashDates }: FileFacts, named: Named): Row {
  const date = cell('date').trim();
  const read = readDay(date, slashDates);
  if ('problem' in read) {
    if (read.problem === 'no day') return bad('the date is not a day');
    return {
      kind: 'ask',
      question: `"${date}" may be a month and a day or a day and a month. Say --dates mdy or --dates dmy.`,
    };
  }
  if (read.day > utcDay(madeAt)) return bad('the day is later than the file');
  const streams = readCount(cell('streams'));
  if (streams === undefined) return bad('streams is not a whole number');
  return {
    kind: 'figure',
    named,
    platform: 'spotify',
    period: { kind: 'day', day: read.day },
    plays: { streams },
  };
}

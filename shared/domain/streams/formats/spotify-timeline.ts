import {
  bad,
  badDay,
  type Cell,
  type FileFacts,
  type Format,
  impossibleDay,
  type Row,
} from '../rows.ts';
import { CountColumn, readDay } from '../values.ts';
import type { Named } from '../work-names.ts';

/**
 * Spotify for Artists, song page, the download arrow: exactly `date,streams`. The file does not say
 * which song or platform it is about, so a person must.
 */
export const spotifyTimeline: Format = {
  source: 'spotify_timeline',
  fits: (columns) => columns.size === 2 && columns.has('date') && columns.has('streams'),
  needs: ['date', 'streams'],
  // A person says which song it is.
  namedBy: [],
  open(facts) {
    const { song, platform } = facts;
    if (!song || platform !== 'spotify') {
      return {
        kind: 'ask',
        question:
          'A file with only "date" and "streams" names neither its song nor its platform. If it is a song timeline of Spotify for Artists, say --platform spotify, and which song: --dat <id>, or --song "<title>" --artist "<name>".',
      };
    }
    const counts = new CountColumn('streams');
    return {
      kind: 'lines',
      read: (cell) => readLine(cell, facts, song, counts),
      problem: () => counts.problem(),
      warnings: () => counts.warnings(),
    };
  },
};

function readLine(
  cell: Cell,
  { madeAt, slashDates }: FileFacts,
  named: Named,
  counts: CountColumn,
): Row {
  const date = readDay(cell('date'), slashDates);
  if (!('day' in date)) return badDay('the date', cell('date'), date);
  const wrong = impossibleDay(date.day, madeAt);
  if (wrong) return wrong;
  const read = counts.read(cell('streams'));
  if ('problem' in read) return bad(`streams ${read.problem}`, cell('streams'));
  return {
    kind: 'figure',
    named,
    platform: 'spotify',
    period: { kind: 'day', day: date.day },
    plays: { streams: read.count },
  };
}

import { type Day, daysOf, isDay, monthOf } from '../../time.ts';
import {
  bad,
  type Cell,
  type Format,
  hasAny,
  impossibleDay,
  type Period,
  type Row,
} from '../rows.ts';
import { CountColumn } from '../values.ts';

// Apple translates these; the French ones were seen on a screen, the English ones read in code.
const songColumns = ['song', 'song title', 'morceau'];
const playsColumns = ['plays', 'écoutes'];
const dateColumns = ['date', 'datum', 'fecha', 'data'];

const firstOf = (columns: ReadonlySet<string>, aliases: readonly string[]): string =>
  // Stryker disable next-line StringLiteral: A file is opened only where one of them is a column. Types do not know that.
  aliases.find((alias) => columns.has(alias)) ?? '';

/** The two days in `songs_<artistId>_<start>_<end>.csv`; undefined when there are not exactly two. */
export function periodInName(name: string): { start: Day; end: Day } | undefined {
  const days = [...name.matchAll(/\d{4}-\d{2}-\d{2}/g)].map(([day]) => day).filter(isDay);
  const [start, end] = days;
  return days.length === 2 && start && end && start <= end ? { start, end } : undefined;
}

function periodOf({ start, end }: { start: Day; end: Day }): Period {
  if (start === end) return { kind: 'day', day: start };
  const month = monthOf(start);
  const days = daysOf(month);
  const isWholeMonth = start === days[0] && end === days.at(-1);
  return isWholeMonth ? { kind: 'month', month } : { kind: 'period', start, end };
}

/**
 * Apple Music for Artists, Songs, download: one total per song for the period in the file's name. It
 * is a day's figure only when the period is one day. The file names no artist.
 */
export const appleSongs: Format = {
  source: 'apple_songs',
  fits: (columns) =>
    hasAny(columns, ...songColumns) &&
    hasAny(columns, ...playsColumns) &&
    !hasAny(columns, ...dateColumns),
  // They are in the reader's language: one of each is there, or the file is something else.
  needs: [],
  namedBy: [],
  periodInName: (name) => {
    const dates = periodInName(name);
    return dates && `${dates.start}..${dates.end}`;
  },
  open(facts, columns) {
    const dates = periodInName(facts.name);
    const { artist } = facts;
    if (!dates) {
      return {
        kind: 'ask',
        question:
          'The period of an Apple Music for Artists file is only in its name. Keep the name songs_<artist>_<start>_<end>.csv, or give it with --name.',
      };
    }
    if (!artist) {
      return {
        kind: 'ask',
        question:
          'An Apple Music for Artists file names no artist. Say whose songs these are with --artist "<name>".',
      };
    }
    const period = periodOf(dates);
    const [song, plays] = [firstOf(columns, songColumns), firstOf(columns, playsColumns)];
    const counts = new CountColumn(plays);
    const wrong = impossibleDay(dates.end, facts.madeAt);
    const readLine = (cell: Cell): Row => {
      if (wrong) return wrong;
      const read = counts.read(cell(plays));
      if ('problem' in read) return bad(`${plays} ${read.problem}`, cell(plays));
      const named = { title: cell(song), artist };
      return {
        kind: 'figure',
        named,
        platform: 'apple_music',
        period,
        plays: { streams: read.count },
      };
    };
    return {
      kind: 'lines',
      read: readLine,
      problem: () => counts.problem(),
      warnings: () => counts.warnings(),
    };
  },
};

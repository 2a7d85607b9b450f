import { readIsrc } from '../isrc.ts';
import { type Day, isDay, listDays, monthOf } from '../time.ts';
import { platforms, readPlatform, readStore } from './platforms.ts';
import {
  bad,
  badDay,
  type Cell,
  type FileFacts,
  type Format,
  hasAll,
  hasAny,
  impossibleDay,
  impossibleMonth,
  type Opened,
  type Period,
  type Row,
  skip,
} from './rows.ts';
import { CountColumn, readAppleDay, readDay, readMonth } from './values.ts';
import type { Named } from './work-names.ts';

const ask = (question: string): Opened => ({ kind: 'ask', question });

const lines = (read: (cell: Cell) => Row, ...counts: readonly CountColumn[]): Opened => ({
  kind: 'lines',
  read,
  problem: () => counts.map((column) => column.problem()).find((problem) => problem !== undefined),
  warnings: () => counts.flatMap((column) => column.warnings()),
});

function ofDay(cell: Cell, { madeAt, slashDates }: FileFacts, figure: (day: Day) => Row): Row {
  const date = readDay(cell('date'), slashDates);
  if (!('day' in date)) return badDay('the date', cell('date'), date);
  return impossibleDay(date.day, madeAt) ?? figure(date.day);
}

/**
 * Our own CSV, one line for a song, platform and day: `date,platform,streams,content_id,isrc,title,artist`
 * and optionally `downloads`. One of the names is needed; counts are whole. Figures typed from Amazon Music
 * use it.
 */
export const ownCsv: Format = {
  source: 'own_csv',
  fits: (columns) => hasAll(columns, 'date', 'platform', 'streams'),
  needs: ['date', 'platform', 'streams'],
  namedBy: [['content_id'], ['isrc'], ['title', 'artist']],
  open(facts) {
    const counts = { streams: new CountColumn('streams'), downloads: new CountColumn('downloads') };
    const figure = (cell: Cell, day: Day): Row => {
      const platform = readPlatform(cell('platform'));
      if (!platform) {
        return bad(`the platform is not one of ${platforms.join(', ')}`, cell('platform'));
      }
      const read = counts.streams.read(cell('streams'));
      if ('problem' in read) return bad(`streams ${read.problem}`, cell('streams'));
      const downloads = cell('downloads').trim()
        ? counts.downloads.read(cell('downloads'))
        : undefined;
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
    };
    const read = (cell: Cell) => ofDay(cell, facts, (day) => figure(cell, day));
    return lines(read, counts.streams, counts.downloads);
  },
};

/** The song timeline of Spotify for Artists: exactly `date,streams`. The importing person names song and platform. */
export const spotifyTimeline: Format = {
  source: 'spotify_timeline',
  fits: (columns) => columns.size === 2 && columns.has('date') && columns.has('streams'),
  needs: ['date', 'streams'],
  namedBy: [],
  open(facts) {
    const { song, platform } = facts;
    if (!song || platform !== 'spotify') {
      return ask(
        'A file with only "date" and "streams" names neither its song nor its platform. If it is a song timeline of Spotify for Artists, say --platform spotify, and which song: --dat <id>, or --song "<title>" --artist "<name>".',
      );
    }
    const counts = new CountColumn('streams');
    const figure = (cell: Cell, day: Day): Row => {
      const read = counts.read(cell('streams'));
      if ('problem' in read) return bad(`streams ${read.problem}`, cell('streams'));
      return {
        kind: 'figure',
        named: song,
        platform: 'spotify',
        period: { kind: 'day', day },
        plays: { streams: read.count },
      };
    };
    return lines((cell) => ofDay(cell, facts, (day) => figure(cell, day)), counts);
  },
};

interface Column {
  readonly column: string;
  readonly name: string;
}

interface Sale {
  readonly month: Column;
  readonly batch: Column;
  readonly count: Column;
  readonly store: string;
  /** Returns the row of a line that is skipped; undefined for a stream. */
  readonly skipped: (cell: Cell) => Row | undefined;
  readonly named: (cell: Cell) => Named;
}

const openSales = (countName: string, sale: Sale) =>
  function open({ slashDates, madeAt }: FileFacts): Opened {
    const counts = new CountColumn(countName, true);
    const readLine = (cell: Cell): Row => {
      const month = readMonth(cell(sale.month.column));
      if (!month) {
        return bad(`${sale.month.name} is not a month written YYYY-MM`, cell(sale.month.column));
      }
      const wrong = impossibleMonth(month, madeAt);
      if (wrong) return wrong;
      const reported = readDay(cell(sale.batch.column), slashDates);
      if (!('day' in reported)) {
        return badDay(sale.batch.name, cell(sale.batch.column), reported);
      }
      const read = counts.read(cell(sale.count.column));
      if ('problem' in read) {
        return bad(`${sale.count.name} ${read.problem}`, cell(sale.count.column));
      }
      const skipped = sale.skipped(cell);
      if (skipped) return skipped;
      const store = readStore(cell(sale.store));
      if (store.kind === 'sales') return skip('copies sold, not streams');
      if (store.kind === 'elsewhere') return skip('streams on a platform that is not shown');
      if (store.kind === 'unknown') return skip(`an unknown store: "${cell(sale.store).trim()}"`);
      return {
        kind: 'figure',
        platform: store.platform,
        batch: reported.day,
        period: { kind: 'month', month },
        plays: { streams: read.count },
        named: sale.named(cell),
      };
    };
    return lines(readLine, counts);
  };

/** DistroKid, Bank, "See excruciating detail". The store decides what is a stream; the reporting date is the batch. */
export const distrokid: Format = {
  source: 'distrokid',
  fits: (columns) => hasAll(columns, 'sale month', 'store', 'earnings (usd)'),
  needs: ['Reporting Date', 'Sale Month', 'Store', 'Quantity'],
  namedBy: [['ISRC'], ['Title', 'Artist']],
  hint: 'Rows of one month come in several payments, and this column tells them apart. Download the whole report: Bank, "See excruciating detail", Download.',
  open: openSales('Quantity', {
    month: { column: 'sale month', name: 'the Sale Month' },
    batch: { column: 'reporting date', name: 'the Reporting Date' },
    count: { column: 'quantity', name: 'the Quantity' },
    store: 'store',
    skipped(cell) {
      const kind = (cell('source type') || cell('song/album')).trim().toLowerCase();
      return kind === 'album' ? skip('an album, not a song') : undefined;
    },
    named: (cell) => ({ isrc: cell('isrc'), title: cell('title'), artist: cell('artist') }),
  }),
};

/** The TuneCore sales report: a line for each store, song, country and month. The posted date is the batch. */
export const tunecore: Format = {
  source: 'tunecore',
  fits: (columns) => hasAll(columns, 'sales period', 'store name', '# units sold'),
  needs: ['Sales Period', 'Posted Date', 'Store Name', 'Sales Type', '# Units Sold'],
  namedBy: [['Optional ISRC'], ['TC Song ID'], ['Song Title', 'Artist']],
  open: openSales('# Units Sold', {
    month: { column: 'sales period', name: 'the Sales Period' },
    batch: { column: 'posted date', name: 'the Posted Date' },
    count: { column: '# units sold', name: '# Units Sold' },
    store: 'store name',
    skipped: (cell) =>
      /^stream/i.test(cell('sales type').trim()) ? undefined : skip('copies sold, not streams'),
    named: (cell) => ({
      // "Optional ISRC" is often empty while "TC Song ID" has the ISRC that TuneCore assigned.
      isrc: readIsrc(cell('optional isrc')) ?? readIsrc(cell('tc song id')),
      title: cell('song title'),
      artist: cell('artist'),
    }),
  }),
};

/** Apple "Content" of Sales and Trends: it maps Apple Identifiers to ISRCs and has no plays. */
export const appleContent: Format = {
  source: 'apple_content',
  fits: (columns) =>
    hasAll(columns, 'apple identifier', 'isrc') &&
    !hasAny(columns, 'streams', 'quantity', 'net royalty'),
  needs: ['Apple Identifier', 'ISRC'],
  namedBy: [],
  hasQuotes: false,
  open: () =>
    lines((cell) => {
      const appleId = cell('apple identifier').trim();
      if (!/^\d{1,20}$/.test(appleId)) return bad('the Apple Identifier is not a number', appleId);
      const isrc = readIsrc(cell('isrc'));
      // Albums and videos have no ISRC.
      return isrc ? { kind: 'names', named: { appleId, isrc } } : skip('no ISRC');
    }),
};

/** Matches vendor, day and part in `AppleMusic_Streams_<vendor>_<YYYYMMDD>_V1_2[_part].txt`. */
// Stryker disable next-line ArrayDeclaration: Nothing reads the whole match.
const streamsName = /_Streams_(\d+)_(\d{8})(?:_V\d+_\d+)?(?:_(\d+))?\./i;

/**
 * Apple "Summary Streams" of Sales and Trends: many lines for a song and day, which are summed. A day's plays
 * arrive in several files, so Apple's ingest day is the batch. The song is an Apple Identifier, which the
 * Content report maps to an ISRC.
 */
export const appleStreams: Format = {
  source: 'apple_streams',
  fits: (columns) => hasAll(columns, 'datestamp', 'apple identifier', 'streams'),
  needs: ['Datestamp', 'Apple Identifier', 'Streams'],
  namedBy: [],
  hasQuotes: false,
  open({ name, madeAt }, columns) {
    const [, vendor, date, part] = streamsName.exec(name) ?? [];
    if (!vendor || !date) {
      return ask(
        'The vendor of an Apple Summary Streams report is only in its name. Keep the name AppleMusic_Streams_<vendor>_<YYYYMMDD>_V1_2.txt, or give it with --name.',
      );
    }
    const counts = new CountColumn('Streams');
    const readLine = (cell: Cell): Row => {
      const day = readAppleDay(cell('datestamp'));
      if (!day) return bad('the Datestamp is not a day written YYYY-MM-DD', cell('datestamp'));
      const wrong = impossibleDay(day, madeAt);
      if (wrong) return wrong;
      const ingest = columns.has('ingest datestamp') ? cell('ingest datestamp') : date;
      const ingested = readAppleDay(ingest);
      if (!ingested) return bad('the Ingest Datestamp is not a day written YYYY-MM-DD', ingest);
      const read = counts.read(cell('streams'));
      if ('problem' in read) return bad(`Streams ${read.problem}`, cell('streams'));
      return {
        kind: 'figure',
        named: { appleId: cell('apple identifier') },
        platform: 'apple_music',
        period: { kind: 'day', day },
        plays: { streams: read.count },
        batch: [ingested, vendor, part].filter(Boolean).join('/'),
      };
    };
    return lines(readLine, counts);
  },
};

// Apple translates these headers; the French ones come from a screen, the English ones from code.
const songColumns = ['song', 'song title', 'morceau'];
const playsColumns = ['plays', 'écoutes'];
const dateColumns = ['date', 'datum', 'fecha', 'data'];

/** Reads the two days in `songs_<artistId>_<start>_<end>.csv`; undefined unless there are exactly two. */
function periodInName(name: string): { start: Day; end: Day } | undefined {
  const days = [...name.matchAll(/\d{4}-\d{2}-\d{2}/g)].map(([day]) => day).filter(isDay);
  const [start, end] = days;
  return days.length === 2 && start && end && start <= end ? { start, end } : undefined;
}

function periodOf({ start, end }: { start: Day; end: Day }): Period {
  if (start === end) return { kind: 'day', day: start };
  const month = monthOf(start);
  const days = listDays(month);
  const isWholeMonth = start === days[0] && end === days.at(-1);
  return isWholeMonth ? { kind: 'month', month } : { kind: 'period', start, end };
}

/**
 * Apple Music for Artists, Songs: a total for each song over the period in the file's name. The file names no
 * artist.
 */
export const appleSongs: Format = {
  source: 'apple_songs',
  fits: (columns) =>
    hasAny(columns, ...songColumns) &&
    hasAny(columns, ...playsColumns) &&
    !hasAny(columns, ...dateColumns),
  // The headers are translated; `fits` already requires one of each.
  needs: [],
  namedBy: [],
  periodInName: (name) => {
    const dates = periodInName(name);
    return dates && `${dates.start}..${dates.end}`;
  },
  open({ name, artist, madeAt }, columns) {
    const dates = periodInName(name);
    if (!dates) {
      return ask(
        'The period of an Apple Music for Artists file is only in its name. Keep the name songs_<artist>_<start>_<end>.csv, or give it with --name.',
      );
    }
    if (!artist) {
      return ask(
        'An Apple Music for Artists file names no artist. Say whose songs these are with --artist "<name>".',
      );
    }
    const [song = '', plays = ''] = [songColumns, playsColumns].map((aliases) =>
      // Stryker disable next-line StringLiteral: `fits` requires one of them; types do not know that.
      aliases.find((alias) => columns.has(alias)),
    );
    const period = periodOf(dates);
    const counts = new CountColumn(plays);
    const wrong = impossibleDay(dates.end, madeAt);
    const readLine = (cell: Cell): Row => {
      if (wrong) return wrong;
      const read = counts.read(cell(plays));
      if ('problem' in read) return bad(`${plays} ${read.problem}`, cell(plays));
      return {
        kind: 'figure',
        named: { title: cell(song), artist },
        platform: 'apple_music',
        period,
        plays: { streams: read.count },
      };
    };
    return lines(readLine, counts);
  },
};

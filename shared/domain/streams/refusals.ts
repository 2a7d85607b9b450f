import { hasAll, hasAny } from './rows.ts';

export interface RefusedFormat {
  readonly name: string;
  readonly fits: (columns: ReadonlySet<string>) => boolean;
  readonly reason: string;
}

const monthly =
  'We know its layout only from other programs, and it has not been checked against a real file yet. For the same plays, use the DistroKid or TuneCore report or our own CSV.';
const needsSample =
  'It cannot be read safely without a real file to check against. Send us one, or use our own CSV.';
const listener =
  "It lists what one listener played, not how often a song was played. The artist's own export is needed.";

/** Known formats that are refused with a reason, most specific first; other unknown files are refused as unknown. */
export const refusedFormats: readonly RefusedFormat[] = [
  {
    name: 'DDEX sales report (DSR)',
    fits: (columns) =>
      columns.has('head') && [...columns].some((column) => column.startsWith('dsrf/')),
    reason: needsSample,
  },
  {
    name: 'Apple financial report (Apple Streams)',
    fits: (columns) => hasAll(columns, 'apple identifier', 'net royalty'),
    reason:
      'It counts fiscal months and holds money, which is never published. Use Summary Streams of Sales and Trends.',
  },
  {
    name: 'Apple Shazam report',
    fits: (columns) => hasAll(columns, 'ingest datestamp', 'shazams'),
    reason: 'It counts Shazams, not plays.',
  },
  {
    name: 'Amazon statement for licensors',
    fits: (columns) => hasAll(columns, 'vendor_code', 'units'),
    reason: needsSample,
  },
  {
    name: 'Merlin weekly trends',
    fits: (columns) => hasAll(columns, 'week_start_date', 'streams30s'),
    reason: `It counts weeks and may hold only the most played songs. ${needsSample}`,
  },
  {
    name: 'Merlin monthly sales',
    fits: (columns) =>
      hasAll(columns, 'start date', 'end date', 'country', 'isrc', 'quantity', 'payable'),
    reason: needsSample,
  },
  {
    name: 'CD Baby sales report',
    fits: (columns) => hasAll(columns, 'partner name', 'transaction type', 'delivery country'),
    reason: monthly,
  },
  {
    name: 'Symphonic royalty report',
    fits: (columns) =>
      hasAll(columns, 'digital service provider', 'activity period', 'sale or void'),
    reason: monthly,
  },
  {
    name: 'iMusician sales report',
    fits: (columns) => hasAll(columns, 'sales date', 'shop', 'isrc'),
    reason: monthly,
  },
  {
    name: 'Believe royalty report',
    fits: (columns) =>
      hasAll(columns, 'mois de vente', 'plateforme') ||
      hasAll(columns, 'sales month', 'platform', 'upc', 'isrc'),
    reason: monthly,
  },
  {
    name: 'The Orchard statement',
    fits: (columns) => hasAny(columns, 'label share net receipts', 'net share account currency'),
    reason: needsSample,
  },
  {
    name: 'SoundCloud for Artists report',
    fits: (columns) => hasAll(columns, 'track', 'partner', 'units', 'reporting period'),
    reason: monthly,
  },
  {
    name: 'Spotify for Artists audience timeline',
    fits: (columns) => hasAll(columns, 'date', 'listeners', 'streams') && !columns.has('platform'),
    reason:
      'It counts the whole artist, not one song. Open the song in Spotify for Artists and download its timeline.',
  },
  {
    name: 'Spotify for Artists song list',
    fits: (columns) => hasAll(columns, 'song', 'release_date', 'streams'),
    reason:
      'It holds one total per song and does not give its period. Open each song and download its timeline.',
  },
  {
    name: 'Spotify for Artists playlists',
    fits: (columns) => hasAll(columns, 'title', 'author', 'listeners', 'streams', 'date_added'),
    reason: 'It counts playlists, not songs. Open each song and download its timeline.',
  },
  {
    name: "Apple Music listener's play activity",
    fits: (columns) =>
      hasAll(columns, 'play duration milliseconds') ||
      hasAll(columns, 'event start timestamp', 'event type'),
    reason: listener,
  },
  {
    name: "Spotify listener's history",
    fits: (columns) => hasAll(columns, 'endtime', 'msplayed') || hasAll(columns, 'ts', 'ms_played'),
    reason: listener,
  },
  {
    name: "Amazon Music listener's history",
    fits: (columns) => hasAll(columns, 'timestamp', 'consumption duration (ms)'),
    reason: listener,
  },
];

/** Refuses contents that are not tables, by the first characters of the text. */
export function refusedText(start: string): Pick<RefusedFormat, 'name' | 'reason'> | undefined {
  const text = start.trimStart();
  if (/^[[{]/.test(text)) {
    return /"(endTime|msPlayed|ms_played|spotify_track_uri)"/.test(text)
      ? { name: "Spotify listener's history", reason: listener }
      : { name: 'JSON file', reason: 'Reports are tables: CSV or tab-separated text.' };
  }
  if (/^<(\?xml|!doctype|html)/i.test(text)) {
    return {
      name: 'web page or XML file',
      reason: 'Reports are tables: CSV or tab-separated text.',
    };
  }
  return undefined;
}

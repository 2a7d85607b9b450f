/**
 * The sources of figures. A later snapshot replaces earlier ones; batches add up, and only the same batch is
 * replaced.
 */
export const sources = {
  own_csv: {
    name: 'Daily report',
    kind: 'snapshot',
    dayBasis: 'as stated by the artist',
    isSeries: false,
  },
  spotify_timeline: {
    name: 'Spotify for Artists song timeline',
    kind: 'snapshot',
    dayBasis: 'UTC',
    isSeries: true,
  },
  apple_songs: {
    name: 'Apple Music for Artists songs',
    kind: 'snapshot',
    dayBasis: 'UTC',
    isSeries: false,
  },
  apple_streams: {
    name: 'Apple Summary Streams',
    kind: 'batch',
    dayBasis: 'territory time zone',
    isSeries: false,
  },
  apple_content: {
    name: 'Apple Content',
    kind: 'batch',
    dayBasis: 'none: it names songs',
    isSeries: false,
  },
  distrokid: {
    name: 'DistroKid earnings report',
    kind: 'batch',
    dayBasis: 'accounting month',
    isSeries: false,
  },
  tunecore: {
    name: 'TuneCore sales report',
    kind: 'batch',
    dayBasis: 'accounting month',
    isSeries: false,
  },
} as const satisfies Record<
  string,
  {
    name: string;
    kind: 'snapshot' | 'batch';
    dayBasis: string;
    /** True if the file is one run of days, so that its last row can be an unfinished day. */
    isSeries: boolean;
  }
>;

export type Source = keyof typeof sources;

/** The sources of daily figures by priority: the first one with a day is shown, and they are never added. */
export const dailySources: readonly Source[] = [
  'spotify_timeline',
  'apple_streams',
  'apple_songs',
  'own_csv',
];

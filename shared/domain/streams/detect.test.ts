import { describe, expect, test } from 'vitest';
import { detect } from './detect.ts';

const tabs = (header: string): string => header.replaceAll(', ', '\t');

const detectedSource = (...lines: string[]): string => {
  const detected = detect(lines);
  return detected.kind === 'format' ? detected.format.source : `no: ${detected.name}`;
};

const timeline = 'date,streams';
const distrokidNow =
  'Date Inserted, Reporting Date, Sale Month, Store, Artist, Title, ISRC, UPC, Quantity, Team Percentage, Source Type, Country of Sale, Songwriter Royalties Withheld (USD), Earnings (USD), Recoup (USD)';
const tunecore =
  'Sales Period,Posted Date,Store Name,Country Of Sale,Artist,Release Type,Release Title,Song Title,Label,UPC,Optional UPC,TC Song ID,Optional ISRC,Sales Type,# Units Sold,Per Unit Price,Net Sales,Net Sales Currency,Exchange Rate,Total Earned,Currency';
const appleStreams =
  'Datestamp, Ingest Datestamp, Apple Identifier, Storefront Name, Time Bucket, Subscription Type, Subscription Mode, Channel Partner, Device Type, Source of Stream, Container Type, Container Sub-Type, Container ID, Container Name, End Reason Type, Offline, Audio Format, Streams';
const appleFinancial =
  'Storefront Name, Apple Identifier, Membership Type, Quantity, Net Royalty, Net Royalty Total, ISRC, Item_Title, Item_Artist, Item Type, Media Type, Vendor Identifier, Offline Indicator, Label/Studio/Network, Grid';

describe('a report is known by its header', () => {
  test.each([
    ['our own CSV', 'date,platform,streams,content_id,isrc,title,artist', 'own_csv'],
    ['our own CSV with downloads', 'date,platform,streams,downloads,isrc', 'own_csv'],
    ['a song timeline', timeline, 'spotify_timeline'],
    ['a song timeline with a mark', `\ufeff${timeline}`, 'spotify_timeline'],
    ['a song timeline with two marks', `\ufeff\ufeff${timeline}`, 'spotify_timeline'],
    ['a song timeline of a French spreadsheet', 'date;streams', 'spotify_timeline'],
    ['a song timeline with empty columns', 'Date ;Streams;;', 'spotify_timeline'],
    [
      'Apple songs',
      'Song,Plays,Avg. Daily Listeners,Purchases,Shazam Count,Radio Spins',
      'apple_songs',
    ],
    [
      'Apple songs in French',
      "Morceau,Écoutes,Moy. d'auditeurs journalière,Achats,Nombre de Shazam,Radio Spins",
      'apple_songs',
    ],
    ['Apple songs with decomposed accents', 'Morceau,E\u0301coutes', 'apple_songs'],
    ['DistroKid', tabs(distrokidNow), 'distrokid'],
    ['DistroKid as CSV', distrokidNow.replaceAll(', ', ','), 'distrokid'],
    [
      'DistroKid of 2018',
      tabs(
        'Reporting Date, Sale Month, Store, Artist, Title, ISRC, UPC, Quantity, Team Percentage, Song/Album, Country of Sale, Songwriter Royalties Withheld, Earnings (USD), Customer Paid, Customer Currency',
      ),
      'distrokid',
    ],
    ['TuneCore', tunecore, 'tunecore'],
    [
      'TuneCore with more columns',
      `${tunecore},Commission,Youtube Video ID,Youtube Policy Type`,
      'tunecore',
    ],
    ['Apple Summary Streams', tabs(appleStreams), 'apple_streams'],
    ['Apple Content', tabs('Apple Identifier, ISRC, Title, Artist'), 'apple_content'],
  ])('$0 is recognised as $2', (_name, header, source) => {
    expect(detectedSource(header)).toBe(source);
  });

  test('even after a preamble of nine lines, but not of ten', () => {
    const lines = (count: number) => Array.from({ length: count }, (_, line) => `Line ${line}`);
    expect(detect([...lines(9), timeline])).toMatchObject({ kind: 'format', headerAt: 9 });
    expect(detect([...lines(10), timeline])).toMatchObject({ kind: 'refused' });
  });
});

describe('another report or text is refused', () => {
  test.each([
    ['HEAD\tdsrf/1.1.2/6/1.0\tBasicAudioProfile\t1.0\tMSG1', 'DDEX'],
    [tabs(appleFinancial), 'Apple financial report'],
    [
      tabs(
        'Ingest Datestamp, Ingest Hour, Title, Artist, Country, State Province, City, ISRC Codes, Shazams',
      ),
      'Shazam',
    ],
    [
      'VENDOR_CODE,TERRITORY_CODE,START_DATE,END_DATE,UPC,ISRC,PRODUCT_TYPE_ID,UNITS,COST,AMOUNT,SALE_RETURN_FLAG,SALE_TYPE',
      'Amazon statement',
    ],
    [
      'week_start_date,week_end_date,merlin_licensor,country,rank,isrc,track_name,artists,age_bucket,gender,streams30s',
      'Merlin weekly',
    ],
    ['Start Date,End Date,Country,ISRC,Quantity,Payable', 'Merlin monthly'],
    [
      tabs(
        'Report Date, Sales Date, Quantity, Price, Subtotal, Isrc, Barcode, CDBabySku, Album Name, Artist Name, Track Name, Partner Name, Transaction Type, Delivery Country',
      ),
      'CD Baby',
    ],
    [
      'Reporting Period,Label,Release Name,Release Version,Release Artists,UPC Code,Catalogue,Track Title,Mix Version,ISRC Code,Track Artists,Digital Service Provider,Activity Period,Territory,Delivery,Content Type,Sale or Void,Count,Royalty ($US)',
      'Symphonic',
    ],
    [
      'Sales date,Statement date,Release title,Barcode,Label,ISRC,Track title,Track version,Shop,Transaction type,Country,Quantity,Revenue EUR',
      'iMusician',
    ],
    [
      "\ufeffMois de reporting;Mois de vente;Plateforme;Pays / Région;Nom du label;Nom de l'artiste;Titre de la piste;UPC;ISRC;Quantité;Revenu net",
      'Believe',
    ],
    [
      'Period,Activity Period,Retailer,Territory,Orchard UPC,ISRC,Quantity,Label Share Net Receipts,Preferred Currency',
      'Orchard',
    ],
    ['STATEMENT PERIOD,ORIGINAL STATEMENT PERIOD,NET SHARE ACCOUNT CURRENCY', 'Orchard'],
    [
      'Track,Artist(s),Partner,Units,Country,Reporting Period,Revenue (USD),Revenue Share (%),Split Pay Share (%)',
      'SoundCloud',
    ],
    ['\ufeffdate,listeners,streams,followers', 'audience'],
    [
      'date,listeners,monthly listeners,monthly active listeners,super listeners,streams,playlist adds,saves,followers',
      'audience',
    ],
    ['song,listeners,streams,saves,release_date', 'song list'],
    ['title,author,listeners,streams,date_added', 'playlists'],
    ['Event Type,Event Start Timestamp,Play Duration Milliseconds,Song Name', "listener's"],
  ])('as $1, for the header $0', (header, name) => {
    expect(detectedSource(header)).toMatch(new RegExp(`^no: .*${name}`));
  });

  test.each([
    ['[{"endTime": "2026-08-01 10:00", "artistName": "A", "msPlayed": 1}]', "listener's history"],
    ['{"a": 1}', 'JSON'],
    ['<!doctype html>', 'web page'],
    ['Play,Pause,Stop', 'unknown report'],
    ['Identifier,Title,Artist,Period,Plays,Streams,Earnings,Currency', 'unknown report'],
    ['Report Date,Service,Artist,Album,Track,Quantity,Amount', 'unknown report'],
    ['', 'unknown report'],
  ])('as $1, for the text $0', (line, name) => {
    expect(detectedSource(line)).toBe(
      `no: ${detectedSource(line).includes(name) ? detectedSource(line).slice(4) : name}`,
    );
  });

  test('even after a preamble', () => {
    const preamble = [
      'Start Date\t10/01/2017',
      'End Date\t11/04/2017',
      'Report Type\tx',
      'Currency',
    ];
    expect(detectedSource(...preamble, tabs(appleFinancial))).toContain('Apple financial');
  });

  test('if its header fits two kinds of report', () => {
    expect(detectedSource('date,platform,streams,sale month,store,earnings (usd)')).toBe(
      'no: DistroKid earnings report or Daily report',
    );
  });
});

const refusedBy: readonly (readonly [name: string, columns: readonly string[]])[] = [
  ['DDEX sales report (DSR)', ['head', 'dsrf/1.1']],
  ['Apple financial report (Apple Streams)', ['apple identifier', 'net royalty']],
  ['Apple Shazam report', ['ingest datestamp', 'shazams']],
  ['Amazon statement for licensors', ['vendor_code', 'units']],
  ['Merlin weekly trends', ['week_start_date', 'streams30s']],
  ['Merlin monthly sales', ['start date', 'end date', 'country', 'isrc', 'quantity', 'payable']],
  ['CD Baby sales report', ['partner name', 'transaction type', 'delivery country']],
  ['Symphonic royalty report', ['digital service provider', 'activity period', 'sale or void']],
  ['iMusician sales report', ['sales date', 'shop', 'isrc']],
  ['Believe royalty report', ['mois de vente', 'plateforme']],
  ['Believe royalty report', ['sales month', 'platform', 'upc', 'isrc']],
  ['The Orchard statement', ['label share net receipts']],
  ['The Orchard statement', ['net share account currency']],
  ['SoundCloud for Artists report', ['track', 'partner', 'units', 'reporting period']],
  ['Spotify for Artists audience timeline', ['date', 'listeners', 'streams']],
  ['Spotify for Artists song list', ['song', 'release_date', 'streams']],
  ['Spotify for Artists playlists', ['title', 'author', 'listeners', 'streams', 'date_added']],
  ["Apple Music listener's play activity", ['play duration milliseconds']],
  ["Apple Music listener's play activity", ['event start timestamp', 'event type']],
  ["Spotify listener's history", ['endtime', 'msplayed']],
  ["Spotify listener's history", ['ts', 'ms_played']],
  ["Amazon Music listener's history", ['timestamp', 'consumption duration (ms)']],
];

test.each(refusedBy)('%s is recognised by all of the columns %j, not by fewer', (name, columns) => {
  const refused = detect([columns.join(',')]);
  expect(refused).toEqual({ kind: 'refused', name, reason: expect.stringMatching(/\.$/) });
  for (const left of columns) {
    const fewer = columns.filter((column) => column !== left);
    expect(detectedSource([...fewer, 'other'].join(','))).not.toBe(`no: ${name}`);
  }
});

test('a file of plays by day and platform is our own CSV, even with listeners', () => {
  expect(detectedSource('date,platform,listeners,streams')).toBe('own_csv');
});

test('a header that fits both an accepted and a refused report is refused with both names', () => {
  expect(detect(['date,platform,streams,vendor_code,units'])).toEqual({
    kind: 'refused',
    name: 'Daily report or Amazon statement for licensors',
    reason: 'Its columns fit more than one kind of report, so none can be chosen.',
  });
});

const noTable = 'Reports are tables: CSV or tab-separated text.';

test.each([
  ['\ufeff  {"a": 1}', 'JSON file', noTable],
  ['  [1]', 'JSON file', noTable],
  [' <HTML>', 'web page or XML file', noTable],
  ['<?xml version="1.0"?>', 'web page or XML file', noTable],
  ['[{"ms_played": 1}]', "Spotify listener's history", expect.stringContaining('one listener')],
])('%j is not a table', (text, name, reason) => {
  expect(detect([text])).toEqual({ kind: 'refused', name, reason });
});

describe('the refusal of an unknown report', () => {
  const reasonOf = (...lines: string[]) => {
    const detected = detect(lines);
    return detected.kind === 'refused' ? detected.reason : '';
  };

  test('lists its columns, as far as they have names', () => {
    expect(reasonOf('', ' ', 'Plays [a];;<html>', 'x,y')).toMatch(
      /^No known report has these columns: plays \[a\], <html>\. Our own CSV has date,platform/,
    );
    const many = Array.from({ length: 13 }, (_, at) => `c${at}`);
    expect(reasonOf(many.join(','))).toContain(`: ${many.slice(0, 12).join(', ')}. `);
    expect(reasonOf('x'.repeat(400))).toContain(`: ${'x'.repeat(300)}. `);
  });

  test('says if the file is empty', () => {
    expect(reasonOf('', ' ')).toBe('The file is empty.');
    expect(reasonOf()).toBe('The file is empty.');
  });
});

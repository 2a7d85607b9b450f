import { config, rates } from '@datchain/shared/domain/config.ts';
import type { RecordingFacts } from '@datchain/shared/domain/recording-facts.ts';
import { DAY_MILLIS, HOUR_MILLIS } from '@datchain/shared/domain/time.ts';
import { CATALOGUE, type CatalogueRow } from './catalogue.ts';
import { fnv1a, type Seeded, seeded } from './seeded.ts';
import type { CreditTag, DemoDat, DemoEdition, DemoPerson } from './types.ts';

const PRODUCERS = ['Priya Menon', 'Joe Castellanos', 'Sunniva Berg', 'Otis Farrow', 'Yuki Arai'];
const WRITERS = ['Bola Adeyemi', 'Lena Fjeldstad-Oyelaran', 'Rui Tavares', 'Connie Blythe'];
const LABELS = ['North Quay Records', 'Half Speed', 'Lantern & Co.', 'Third Shelf', 'Ostinato'];

/** Makes a slug of plain letters, digits and hyphens: 'Maré Cheia' is 'mare-cheia'. */
export function slugify(title: string): string {
  return title
    .normalize('NFD')
    .replace(/[\u0300-\u036f’']/g, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}

function tags(
  datId: string,
  kind: string,
  texts: readonly string[],
  artists: readonly DemoPerson[],
): CreditTag[] {
  return texts.map((tag, index) => {
    const named = artists.find(({ username }) => `@${username}` === tag);
    return { id: named?.uid ?? `${datId}-${kind}-${index + 1}`, tag };
  });
}

function makeCredits(datId: string, artist: DemoPerson, artists: readonly DemoPerson[]) {
  const chance = seeded(`credits ${datId}`);
  const guest = chance.pick(artists.filter((each) => each !== artist));
  const writers = chance.shuffled(WRITERS).slice(0, chance.whole(0, 2));
  const texts =
    datId === 'dat-night-bus-to-lagos'
      ? {
          features: ['@kestrelhz', 'Bola Adeyemi'],
          producers: ['Priya Menon', 'Joe Castellanos'],
          songwriters: ['Ada Okonjo', 'Bola Adeyemi', 'Lena Fjeldstad-Oyelaran'],
          labels: ['North Quay Records'],
        }
      : {
          features: chance.chance(0.45) ? [`@${guest.username}`] : [],
          producers: chance.shuffled(PRODUCERS).slice(0, chance.whole(1, 2)),
          songwriters: [`@${artist.username}`, ...writers],
          labels: chance.chance(0.8) ? [chance.pick(LABELS)] : [],
        };
  return {
    artistFeatures: tags(datId, 'feature', texts.features, artists),
    producers: tags(datId, 'producer', texts.producers, artists),
    songwriters: tags(datId, 'songwriter', texts.songwriters, artists),
    recordLabels: tags(datId, 'label', texts.labels, artists),
  };
}

function makeFacts(
  { genre }: CatalogueRow,
  { id, isrc, releasedAtMillis, artistName, recordLabels }: Omit<DemoDat, 'facts'>,
): RecordingFacts {
  const chance = seeded(`facts ${id}`);
  if (chance.chance(0.12)) return {};
  const year = new Date(releasedAtMillis).getUTCFullYear();
  const isExplicit = genre === 'hip_hop_rap' && chance.chance(0.6);
  return {
    isrc,
    ...(isExplicit ? { isExplicit } : {}),
    pLine: `${year} ${recordLabels[0]?.tag ?? artistName}`,
    ...(chance.chance(0.8) ? { cLine: `${year} ${artistName}` } : {}),
  };
}

function soldNumbers(row: CatalogueRow, count: number, chance: Seeded): number[] {
  const all = Array.from({ length: count }, (_, index) => index + 1);
  if (row.sold === 'out') return all;
  if (typeof row.sold !== 'number') return [...row.sold];
  // Low numbers sell first, except that a few people choose a number they like.
  const wanted = all.map((number) => ({ number, wait: number + chance.between(0, 6) }));
  wanted.sort((a, b) => a.wait - b.wait);
  return wanted.slice(0, row.sold).map(({ number }) => number);
}

function makeEditions(row: CatalogueRow, datId: string, creatorUid: string): DemoEdition[] {
  const count = row.editionCount ?? config.editionsPerDat;
  const sold = new Set(soldNumbers(row, count, seeded(`sold ${datId}`)));
  return Array.from({ length: count }, (_, index) => {
    const number = index + 1;
    const priceCents = rates.editionPriceCents[row.tier];
    const isSold = sold.has(number);
    return {
      number,
      priceCents,
      sharePpm: rates.editionSharePpm,
      ownerUid: isSold ? '' : creatorUid,
      isForSale: !isSold,
      askPriceCents: isSold ? null : priceCents,
      buyerUid: isSold ? '' : null,
      soldAtMillis: null,
    };
  });
}

/**
 * Makes every DAT of the catalogue, newest first, with its editions. Sold ones have no owners until the
 * market finds their buyers.
 */
export function unsoldDats(todayMillis: number, artists: readonly DemoPerson[]): DemoDat[] {
  const spread = CATALOGUE.filter((row) => row.daysAgo === undefined).length;
  let nth = 0;
  return CATALOGUE.map((row, index) => {
    const id = `dat-${slugify(row.title)}`;
    const artist = artists.find(({ username }) => username === row.by);
    if (!artist) throw new Error(`${row.title} names an unknown artist, ${row.by}.`);
    const chance = seeded(`release ${id}`);
    const daysAgo = row.daysAgo ?? 108 + Math.round((nth++ / (spread - 1)) * 430);
    const serial = String(fnv1a(id) % 100_000).padStart(5, '0');
    const dat: Omit<DemoDat, 'facts'> = {
      id,
      contentId: `content-${slugify(row.title)}`,
      songName: row.title,
      artistName: artist.artistName,
      artistUid: artist.uid,
      artistUsername: artist.username,
      tier: row.tier,
      genre: row.genre,
      isrc: `QZDAT${String(new Date(todayMillis - daysAgo * DAY_MILLIS).getUTCFullYear()).slice(2)}${serial}`,
      releasedAtMillis:
        todayMillis - daysAgo * DAY_MILLIS + (index === 0 ? 9 : chance.whole(6, 18)) * HOUR_MILLIS,
      takenDownAtMillis: row.takenDownDaysAgo
        ? todayMillis - row.takenDownDaysAgo * DAY_MILLIS
        : null,
      ...makeCredits(id, artist, artists),
      editions: makeEditions(row, id, artist.uid),
      isSoldOut: row.sold === 'out',
      artworkFile: `artwork/${id}.webp`,
    };
    return { ...dat, facts: makeFacts(row, dat) };
  });
}

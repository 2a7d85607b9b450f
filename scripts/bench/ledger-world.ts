import { type Seeded, seeded } from '@datchain/demo/world/seeded.ts';
import type { PublicData, SummaryDocument } from '@datchain/functions/stores/public-data.ts';
import type { StoredAsset } from '@datchain/shared/contracts/documents/asset-summary.ts';
import { docs, live } from '@datchain/shared/contracts/paths.ts';
import { FigureGathering } from '@datchain/shared/contracts/stream-figures.ts';
import { tiers } from '@datchain/shared/domain/config.ts';
import type { HistoryLine } from '@datchain/shared/domain/dat-events.ts';
import { genres } from '@datchain/shared/domain/genres.ts';
import type { DatFigures } from '@datchain/shared/domain/streams/figures.ts';
import { buildCalendar } from '@datchain/shared/domain/streams/spans.ts';
import { DAY_MILLIS, HOUR_MILLIS, utcDay } from '@datchain/shared/domain/time.ts';
import type { StoredPublic } from '@datchain/testing/server/a-copy.ts';
import { storedBlocks, storedMetrics } from '../../ledger/testing/stored-world.ts';

const words =
  'amber ash bell blue bridge bus canal cold copper coast dawn dust east echo ember fern ferry field fire fog glass gold grain green halo harbour hill hymn ice iron island june kite lagos lamp lantern late light lime low lunar map march mercy midnight mile moon moss motel neon night north ocean odd olive orchard paper pearl pier pine plum quarter quiet rain red reed river road room rose rust salt sand satin school sea seven shore silk silver slow smoke snow song south spring static stone storm street sugar summer sun swim tape tide tin tower train tulip velvet violet water west wheel white wide window winter wire wood yard year'.split(
    ' ',
  );
const firstNames =
  'Ada Amara Bo Chidi Dana Elif Farah Gil Hana Inês Jonas José Kaya Léa Lena Mei Milo Nadia Odette Øystein Priya Rafa Ruth Sami Tariq Tom Uma Vera Wren Yara Zoë'.split(
    ' ',
  );
const lastNames =
  'Adeyemi Anton Banda Boucher Calloway Costa Duarte Eriksen Farouk Fjeldstad Garcia Haddad Ivanov Jensen Kaur Kovač Lindqvist Menon Moreau Müller Nakamura Okonjo Okafor Petrov Quist Reyes Silva Tanaka Varga Wray Yilmaz Zhou'.split(
    ' ',
  );

interface Artist {
  readonly id: string;
  readonly name: string;
  readonly username: string;
}

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
const hex = (chance: Seeded, digits: number): string =>
  Array.from({ length: digits }, () => chance.whole(0, 15).toString(16)).join('');
const uid = (chance: Seeded): string => hex(chance, 28);

function anArtist(chance: Seeded, index: number): Artist {
  const [first, last] = [chance.pick(firstNames), chance.pick(lastNames)];
  const plain = `${first}${last}`.normalize('NFD').replace(/\W/g, '').toLowerCase();
  return { id: uid(chance), name: `${first} ${last}`, username: `${plain}${index}` };
}

const picture = (chance: Seeded, folder: string, id: string): string =>
  `https://pictures.example/v0/b/datchain.appspot.com/o/${folder}%2F${id}.webp?alt=media&token=${hex(chance, 8)}-${hex(chance, 4)}-${hex(chance, 4)}-${hex(chance, 12)}`;

const credits = (chance: Seeded, artists: readonly Artist[], most: number) =>
  Array.from({ length: chance.whole(0, most) }, () => {
    const { id, name, username } = chance.pick(artists);
    return { id, tag: chance.chance(0.5) ? `@${username}` : name };
  });

function aRelease(chance: Seeded, index: number, artists: readonly Artist[]): StoredAsset {
  const id = hex(chance, 20);
  // One artist has a tenth of all releases, so that its list has many pages.
  const artist = (chance.chance(0.1) && artists[0]) || chance.pick(artists);
  const picked = Array.from({ length: chance.whole(1, 4) }, () => chance.pick(words));
  const sold = chance.next();
  return {
    id,
    contentId: `content-${id}`,
    SongName: picked.map(capital).join(' '),
    ArtistName: artist.name,
    ArtworkURL: picture(chance, 'artwork', id),
    creatorUsername: artist.username,
    creatorId: artist.id,
    creatorProfileURL: picture(chance, 'profiles', artist.id),
    tier: chance.pick(tiers),
    chain: 'datchain',
    userId: artist.id,
    releaseTimestamp: Date.UTC(2026, 10, 20) - index * HOUR_MILLIS - chance.whole(0, 3_000_000),
    artistFeatures: credits(chance, artists, 2),
    producers: credits(chance, artists, 3),
    songwriters: credits(chance, artists, 3),
    recordLabels: [{ id: 'label', tag: `${capital(chance.pick(words))} Records` }],
    genres: [chance.pick(genres)[0]],
    SoldOut: false,
    editions: Array.from({ length: 20 }, (_, at) => {
      const isSold = chance.chance(sold);
      const owner = isSold ? chance.pick(artists) : artist;
      return {
        edition: at + 1,
        price: chance.pick([10, 25, 50, 100]),
        isForSale: !isSold,
        royalties: 2.5,
        currentOwnerId: owner.id,
        username: owner.username,
        profileImageUrl: '',
      };
    }),
    ownedEditions: [],
  };
}

const TODAY_MILLIS = Date.UTC(2026, 10, 20);

const daysOf = (chance: Seeded): Record<string, number> =>
  Object.fromEntries(
    Array.from({ length: 92 }, (_, back) => [
      utcDay(TODAY_MILLIS - (92 - back) * DAY_MILLIS),
      chance.whole(0, 5_000),
    ]),
  );

/** Makes the days of some works; all other works share them. */
const someDays = (chance: Seeded) =>
  Array.from({ length: 40 }, () => ({
    spotify: { dates: daysOf(chance) },
    apple_music: { dates: daysOf(chance) },
  }));

function foldedDays(days: readonly unknown[]): DatFigures[] {
  const gathering = new FigureGathering(buildCalendar(utcDay(TODAY_MILLIS)));
  gathering.addSummary('main', Object.fromEntries(days.map((own, at) => [`work ${at}`, own])));
  return Object.values(gathering.figures().byDat);
}

/** Makes the history: the release, and one sale for each edition that has left the creator. */
function historyOf({ editions, releaseTimestamp, creatorUsername }: StoredAsset): HistoryLine[] {
  const sold = editions.filter((edition) => !edition.isForSale);
  const sales = sold.map(({ edition, price, username }, index): HistoryLine => {
    const at = releaseTimestamp + (index + 1) * DAY_MILLIS;
    const priceCents = price * 100;
    return { at, kind: 'sold', edition, priceCents, from: creatorUsername, to: username };
  });
  const released: HistoryLine = {
    at: releaseTimestamp,
    kind: 'released',
    edition: null,
    priceCents: 1_000,
    from: null,
    to: creatorUsername,
  };
  return [...sales.reverse(), released];
}

/** The largest number of works in a summary document, to stay below Firestore's 1 MiB. */
const WORKS_PER_DOCUMENT = 200;

/** Makes the database content of a ledger with `count` releases; deterministic. */
export function makeLedger(count: number): PublicData & { readonly stored: StoredPublic } {
  const chance = seeded(`ledger of ${count}`);
  const artists = Array.from({ length: Math.max(2, Math.ceil(count / 8)) }, (_, index) =>
    anArtist(chance, index),
  );
  const assets = Array.from({ length: count }, (_, index) => aRelease(chance, index, artists));
  const days = someDays(chance);
  const figures = foldedDays(days);
  const ofWork = <T>(all: readonly T[], index: number): T => all[index % all.length] as T;
  const summaries = Array.from({ length: Math.ceil(count / WORKS_PER_DOCUMENT) }, (_, page) => ({
    id: page === 0 ? 'main' : `p${page}`,
    value: { assets: assets.slice(page * WORKS_PER_DOCUMENT, (page + 1) * WORKS_PER_DOCUMENT) },
    changedAt: TODAY_MILLIS,
  }));
  const histories = Object.fromEntries(assets.map((asset) => [asset.id, historyOf(asset)]));
  const daysById = assets.map(({ id }, index) => [id, ofWork(days, index)] as const);
  const written = (path: string, value: unknown) =>
    [path, { value, at: TODAY_MILLIS / 1_000 }] as const;
  return {
    summaries,
    tokenBlocks: storedBlocks,
    metrics: storedMetrics,
    streams: {
      byDat: Object.fromEntries(assets.map(({ id }, index) => [id, ofWork(figures, index)])),
      badRows: [],
    },
    histories,
    bookDays: [],
    people: {},
    stored: {
      documents: Object.fromEntries([
        ...summaries.map(({ id, value }) => written(`${docs.assetsSummaries}/${id}`, value)),
        ...summaries.map(({ id }, page) =>
          written(
            `${docs.analyticsSummaries}/${id}`,
            Object.fromEntries(
              daysById.slice(page * WORKS_PER_DOCUMENT, (page + 1) * WORKS_PER_DOCUMENT),
            ),
          ),
        ),
        ...Object.entries(histories).map(([id, lines]) => written(docs.datHistory(id), { lines })),
        ...artists.map(({ id, username }) => written(docs.publicProfile(id), { username })),
      ]),
      live: { [live.tokenBlocks]: storedBlocks, [live.metrics]: storedMetrics },
    },
  };
}

/** Few works: most artists have about eight. */
const FEW_WORKS = 12;

export function oneChange(data: PublicData, name: string): SummaryDocument {
  const [first] = data.summaries;
  if (!first) throw new Error('There is no work that could be renamed.');
  const all = data.summaries.flatMap(({ value }) => (value as { assets: StoredAsset[] }).assets);
  const { assets } = first.value as { assets: StoredAsset[] };
  const worksOf = ({ creatorId }: StoredAsset) => all.filter((one) => one.creatorId === creatorId);
  const at = assets.findIndex((asset, index) => index > 2 && worksOf(asset).length < FEW_WORKS);
  const changed = assets.map((asset, index) =>
    index === at ? { ...asset, SongName: name } : asset,
  );
  return { ...first, value: { assets: changed } };
}

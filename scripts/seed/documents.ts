import {
  readAssetsSummary,
  type StoredAsset,
} from '@datchain/shared/contracts/documents/asset-summary.ts';
import { storeNewestRelease } from '@datchain/shared/contracts/documents/newest-release.ts';
import { docs, live } from '@datchain/shared/contracts/paths.ts';
import { config } from '@datchain/shared/domain/config.ts';
import type { Source } from '@datchain/shared/domain/streams/sources.ts';
import { ownStreamsOf, streamsOf } from '../demo-world/streams.ts';
import type { DemoDat, DemoPerson, DemoWorld, Platform } from '../demo-world/types.ts';

export interface Document {
  readonly path: string;
  readonly data: Record<string, unknown>;
}

const imageOf = (person: DemoPerson): string => `/${person.avatarFile}`;

const peopleOf = (world: DemoWorld): DemoPerson[] => [...world.artists, ...world.fans];

/** A DAT as the public summary stores it (SPEC §3). */
function storedAsset(dat: DemoDat, people: ReadonlyMap<string, DemoPerson>): StoredAsset {
  const person = (uid: string): DemoPerson => {
    const found = people.get(uid);
    if (!found) throw new Error(`The demo world has no ${uid}`);
    return found;
  };
  const creator = person(dat.artistUid);
  return {
    id: dat.id,
    contentId: dat.contentId,
    SongName: dat.songName,
    ArtistName: dat.artistName,
    ArtworkURL: `/${dat.artworkFile}`,
    creatorUsername: creator.username,
    creatorId: creator.uid,
    creatorProfileURL: imageOf(creator),
    tier: dat.tier,
    chain: config.chain,
    userId: creator.uid,
    releaseTimestamp: dat.releasedAtMs,
    artistFeatures: dat.artistFeatures,
    producers: dat.producers,
    songwriters: dat.songwriters,
    recordLabels: dat.recordLabels,
    genres: [dat.genre],
    SoldOut: dat.isSoldOut,
    editions: dat.editions.map((edition) => ({
      edition: edition.number,
      price: (edition.askPriceCents ?? edition.priceCents) / 100,
      isForSale: edition.isForSale,
      royalties: edition.sharePpm / 10_000,
      currentOwnerId: edition.ownerUid,
      username: person(edition.ownerUid).username,
      profileImageUrl: imageOf(person(edition.ownerUid)),
    })),
    ownedEditions: dat.editions
      .filter((edition) => edition.ownerUid !== dat.artistUid)
      .map((edition) => edition.number),
  };
}

export function storedAssets(world: DemoWorld): StoredAsset[] {
  const people = new Map(peopleOf(world).map((person) => [person.uid, person]));
  return world.dats.map((dat) => storedAsset(dat, people));
}

/** The user document of SPEC §3, every field of it, with empty lists and counters. */
const userDocument = (person: DemoPerson): Document => ({
  path: docs.user(person.uid),
  data: {
    id: person.uid,
    userId: person.uid,
    email: person.email,
    name: person.name,
    ArtistName: person.artistName,
    ArtistNameLower: person.artistName.toLowerCase(),
    username: person.username,
    username_lower: person.username.toLowerCase(),
    city: person.city,
    country: person.country,
    state: person.state,
    accountType: person.accountType,
    profileImageUrl: imageOf(person),
    lastOperationTime: person.joinedAtMs,
    ...Object.fromEntries(emptyLists.map((field) => [field, []])),
    ...Object.fromEntries(emptyCounters.map((field) => [field, 0])),
  },
});

const emptyLists = [
  'purchaseHistory',
  'salesHistory',
  'uploadedItems',
  'purchasedItems',
  'streamedSongs',
  'streamedVideos',
  'following',
  'followers',
  'purchasedMedia',
  'albums',
  'singles',
  'videos',
  'videoalbums',
] as const;
const emptyCounters = ['ScreenSKN', 'ScreenSKNpurchased'] as const;

const profileDocuments = (person: DemoPerson): Document[] => [
  userDocument(person),
  { path: docs.username(person.username.toLowerCase()), data: { uid: person.uid } },
  {
    path: docs.publicProfile(person.uid),
    data: {
      username: person.username,
      name: person.artistName || person.name,
      accountType: person.accountType,
      profileImageUrl: imageOf(person),
    },
  },
];

/** DATs in one analytics document: six months on three platforms stay far below its limits. */
const DATS_PER_ANALYTICS = 24;

/** Each platform's days and which report they are from. */
const demoSources: Readonly<Record<Platform, Source>> = {
  spotify: 'spotify_timeline',
  apple_music: 'apple_streams',
  amazon_music: 'own_csv',
};

function analyticsOf(world: DemoWorld, datId: string): Record<string, unknown> {
  const entries = Object.entries(demoSources).map(([platform, source]) => {
    const dates = streamsOf(world, datId, platform as Platform);
    return [platform, { dates, sources: [source], reportedAt: world.todayMs }];
  });
  return Object.fromEntries(entries);
}

function analyticsDocuments(world: DemoWorld): Document[] {
  const documents: Document[] = [];
  for (let start = 0; start < world.dats.length; start += DATS_PER_ANALYTICS) {
    const own = world.dats.slice(start, start + DATS_PER_ANALYTICS);
    const data = Object.fromEntries(own.map(({ id }) => [id, analyticsOf(world, id)]));
    const number = start / DATS_PER_ANALYTICS + 1;
    documents.push({ path: `${docs.analyticsSummaries}/summary_${number}`, data });
  }
  return documents;
}

/** What reports of streams call a work; learned later for works that were not seeded. */
const identifierDocuments = (world: DemoWorld): Document[] =>
  world.dats.map(({ id, isrc }) => ({
    path: docs.datIdentifiers(id),
    data: { isrcs: [isrc], appleIdentifiers: [], aliases: [] },
  }));

/** Everything of the demo world that is plain data: people, works, catalogue, streams. */
export const demoDocuments = (world: DemoWorld): Document[] => [
  ...peopleOf(world).flatMap(profileDocuments),
  { path: docs.allowedUsers, data: { users: [...world.allowedUids] } },
  { path: docs.timeToPayout, data: { days: 4 } },
  { path: docs.musicSummary, data: { posts: world.releaseSummaries } },
  ...analyticsDocuments(world),
  ...identifierDocuments(world),
];

/** How many of the newest releases the grid of an older page can still add. */
const NEWEST = 12;

/** The live values of the demo world that no journal entry projects. */
export function demoLiveValues(world: DemoWorld): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const asset of storedAssets(world)) {
    values[live.streamStats(asset.id)] = ownStreamsOf(world, asset.id);
  }
  values[live.newestReleases] = readAssetsSummary(
    { assets: storedAssets(world) },
    docs.assetsSummary,
  )
    .dats.slice(0, NEWEST)
    .map(storeNewestRelease);
  return values;
}

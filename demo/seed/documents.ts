import { createHash } from 'node:crypto';
import { newPerson } from '@datchain/functions/public-log/people.ts';
import type { CheckedFile } from '@datchain/functions/releases/uploads.ts';
import { everyChoice } from '@datchain/shared/contracts/documents/notification-settings.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import { noIdentifiers } from '@datchain/shared/domain/streams/work-names.ts';
import { DAY_MILLIS } from '@datchain/shared/domain/time.ts';
import { demoFixedUserIds } from '@datchain/stack/environment.ts';
import { demoFollows } from '../world/people.ts';
import type { DemoPerson, DemoWorld } from '../world/types.ts';

export interface Document {
  readonly path: string;
  readonly data: Record<string, unknown>;
}

export interface DemoPictures {
  readonly artwork: ReadonlyMap<string, CheckedFile>;
  readonly portraits: ReadonlyMap<string, string>;
}

export const noPictures: DemoPictures = { artwork: new Map(), portraits: new Map() };

const peopleOf = (world: DemoWorld): DemoPerson[] => [...world.artists, ...world.fans];

/** Makes a user document (R-REL-14) with all fields, empty lists and counters. */
const userDocument = (world: DemoWorld, person: DemoPerson, imageUrl: string): Document => ({
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
    profileImageUrl: imageUrl,
    lastOperationTime: person.joinedAtMillis,
    ...Object.fromEntries(emptyLists.map((field) => [field, []])),
    ...Object.fromEntries(emptyCounters.map((field) => [field, 0])),
    followers: joinedAtSignUp(world, person),
  },
});

/** Lists the followers from sign-ups: new users follow these accounts since they exist (R-REL-17). */
const joinedAtSignUp = ({ fans }: DemoWorld, { uid }: DemoPerson): string[] =>
  demoFixedUserIds.includes(uid) ? fans.slice(-1).map((newest) => newest.uid) : [];

const emptyLists = [
  'purchaseHistory',
  'salesHistory',
  'uploadedItems',
  'purchasedItems',
  'streamedSongs',
  'streamedVideos',
  'following',
  'purchasedMedia',
  'albums',
  'singles',
  'videos',
  'videoalbums',
] as const;
const emptyCounters = ['ScreenSKN', 'ScreenSKNpurchased'] as const;

const profileDocuments = (world: DemoWorld, person: DemoPerson, imageUrl: string): Document[] => [
  userDocument(world, person, imageUrl),
  { path: docs.username(person.username.toLowerCase()), data: { uid: person.uid } },
  {
    path: docs.publicProfile(person.uid),
    data: {
      username: person.username,
      name: person.artistName || person.name,
      accountType: person.accountType,
      profileImageUrl: imageUrl,
      ...(person.about === undefined ? {} : { about: person.about }),
      ...(person.links === undefined ? {} : { links: [...person.links] }),
    },
  },
];

/** Makes the documents of follows: both sides, and the count (decision 48). */
function followDocuments({ artists, fans }: DemoWorld): Document[] {
  const follows = demoFollows(artists, fans);
  const counts = new Map<string, number>();
  for (const { artistUid } of follows) counts.set(artistUid, (counts.get(artistUid) ?? 0) + 1);
  return [
    ...follows.flatMap(({ uid, artistUid, atMillis: at }) => [
      { path: docs.follower(artistUid, uid), data: { at } },
      { path: docs.follow(uid, artistUid), data: { at } },
    ]),
    ...[...counts].map(([artistUid, count]) => ({
      path: docs.followers(artistUid),
      data: { count },
    })),
  ];
}

const SEEN_MILLIS = 4 * DAY_MILLIS;
const bellDocuments = (world: DemoWorld): Document[] =>
  peopleOf(world).map(({ uid }) => ({
    path: docs.notificationSettings(uid),
    data: { seenUntil: world.todayMillis - SEEN_MILLIS, mail: everyChoice(true) },
  }));

/** Makes the people of the public log with a fixed salt, the same on every machine; elsewhere the salt is random. */
const logPeople = (world: DemoWorld): Document[] =>
  peopleOf(world).map(({ uid }) => {
    const salt = createHash('sha256').update(`demo world ${uid}`).digest('hex');
    return { path: docs.publicLogPerson(uid), data: { ...newPerson(uid, salt) } };
  });

/** Makes confirmed ISRCs for works that state none, because reports of streams use them. */
const identifierDocuments = (world: DemoWorld): Document[] =>
  world.dats
    .filter(({ facts }) => facts.isrc === undefined)
    .map(({ id, isrc }) => ({
      path: docs.datIdentifiers(id),
      data: { ...noIdentifiers, isrcs: [isrc] },
    }));

export const demoDocuments = (world: DemoWorld, { portraits }: DemoPictures): Document[] => [
  ...peopleOf(world).flatMap((person) =>
    profileDocuments(world, person, portraits.get(person.uid) ?? ''),
  ),
  { path: docs.allowedUsers, data: { users: [...world.allowedUids] } },
  ...world.operatorUids.flatMap((uid) =>
    [docs.operator(uid), docs.operatorSetting(uid)].map((path) => ({
      path,
      data: { at: world.todayMillis },
    })),
  ),
  { path: docs.timeToPayout, data: { days: 4 } },
  { path: docs.musicPage(1), data: { posts: world.releaseSummaries } },
  ...followDocuments(world),
  ...bellDocuments(world),
  ...identifierDocuments(world),
  ...logPeople(world),
];

import type {
  FollowState,
  FollowsPage,
  followArtist,
  getFollows,
} from '@datchain/shared/contracts/calls/follow.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import { readLine } from '@datchain/shared/contracts/shown-text.ts';
import { readCount, readList, readText } from '@datchain/shared/contracts/tolerant.ts';
import { rates } from '@datchain/shared/domain/config.ts';
import { type Refusal, refuse } from '@datchain/shared/domain/refusal.ts';
import type * as v from 'valibot';
import { takeDaily } from '../limits/daily.ts';
import { isUnnamed } from '../names/choose.ts';
import type { Services } from '../services.ts';
import { type Batch, pages, put } from '../stores/document-store.ts';
import { isGone } from '../stores/public-names.ts';
import { alwaysLate, retryOnConflict } from '../stores/retry-on-conflict.ts';

type Needs = Pick<Services, 'store' | 'clock'>;

const { followsADay } = rates;

interface Follow {
  readonly artistUid: string;
  readonly uid: string;
}

const pathsOf = ({ artistUid, uid }: Follow) => [
  docs.follower(artistUid, uid),
  docs.follow(uid, artistUid),
];

const counted = (artistUid: string, by: 1 | -1): Required<Batch>['increment'] => [
  { path: docs.followers(artistUid), fields: { count: by } },
];

/**
 * Changes both sides and the count in one write, so that the count always matches the followers.
 *
 * @returns whether anything changed
 */
async function setFollow(
  { store, clock }: Needs,
  follow: Follow,
  isWanted: boolean,
): Promise<boolean> {
  const paths = pathsOf(follow);
  const outcome = await retryOnConflict(alwaysLate('this follow'), async () => {
    const stored = await store.read(paths);
    if (stored.size > 0 === isWanted) return 'as before';
    if (isWanted) {
      const data = { at: clock.now() };
      const create = paths.map((path) => ({ path, data }));
      return store.write({ create, increment: counted(follow.artistUid, 1) });
    }
    const remove = [...stored].map(([path, { version }]) => ({ path, version }));
    return store.write({ remove, increment: counted(follow.artistUid, -1) });
  });
  return outcome === 'written';
}

const refuseOwnPage = () => refuse('failed-precondition', 'This is your own page.');

/** Tells whether an artist appears in public: an unnamed one does only by their works (decision 20). */
async function isPublicArtist({ store }: Needs, uid: string): Promise<boolean> {
  if (!(await isUnnamed({ store }, uid))) return true;
  const works = await store.list('dats', { limit: 1, where: { field: 'creatorUid', is: uid } });
  return works.length > 0;
}

/**
 * Makes a user follow an artist, or unfollow them (N-PPL-07). An unknown name, a user who is no
 * artist and an unnamed person get the same answer.
 */
export async function follow(
  services: Needs & Pick<Services, 'limits'>,
  uid: string,
  { username, isWanted }: v.InferOutput<typeof followArtist.input>,
): Promise<FollowState | Refusal> {
  const { store } = services;
  const namePath = docs.username(username.toLowerCase());
  const artistUid = readText((await store.read([namePath])).get(namePath)?.data.uid);
  const profilePath = docs.publicProfile(artistUid || 'nobody');
  const profile = (await store.read([profilePath])).get(profilePath)?.data;
  const isArtist = profile?.accountType === 'Artist';
  if (!profile || !isArtist || !(await isPublicArtist(services, artistUid))) {
    return refuse('not-found', 'No artist has this name.');
  }
  if (isGone(profile)) return refuse('not-found', 'This artist has closed their account.');
  if (isWanted && artistUid === uid) return refuseOwnPage();
  if (isWanted !== undefined) {
    const refused = await takeDaily(services, {
      name: 'follows',
      who: uid,
      most: followsADay,
      sentence: `You followed and unfollowed ${followsADay} times within a day. You can do this again`,
    });
    if (refused) return refused;
    // The next rebuild updates the number on the pages; none is requested (N-PPL-20).
    await setFollow(services, { artistUid, uid }, isWanted);
  }
  const [own, count] = [docs.follower(artistUid, uid), docs.followers(artistUid)];
  const now = await store.read([own, count]);
  return {
    isFollowed: now.has(own),
    followers: readCount(now.get(count)?.data.count),
    name: readLine(profile.name) || username,
  };
}

const PAGE_SIZE = 50;

/** Returns a page of the artists whom a user follows, sorted by name within the page (N-PPL-07). */
export async function followedBy(
  { store }: Pick<Needs, 'store'>,
  uid: string,
  { after }: v.InferOutput<typeof getFollows.input>,
): Promise<FollowsPage> {
  const collection = docs.follows(uid);
  const follows = await store.list(collection, {
    limit: PAGE_SIZE,
    ...(after !== undefined && { after: `${collection}/${after}` }),
  });
  const ids = follows.map(({ path }) => idOf(path));
  const profiles = await store.read(ids.map(docs.publicProfile));
  const artists = [...profiles.values()]
    .map(({ data }) => ({ username: readLine(data.username), name: readLine(data.name) }))
    .filter(({ username }) => username !== '')
    .map(({ username, name }) => ({ username, name: name || username }))
    .sort((a, b) => a.name.localeCompare(b.name, 'en'));
  return { artists, next: ids.length < PAGE_SIZE ? null : (ids.at(-1) ?? null) };
}

const idOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** Takes a user off the followers list of an artist's document, which every new user joins (R-REL-17). */
const leaveList = ({ store }: Needs, path: string, uid: string) =>
  retryOnConflict(alwaysLate('this list'), async () => {
    const stored = (await store.read([path])).get(path);
    const followers = readList(stored?.data.followers);
    if (!stored || !followers.includes(uid)) return 'written';
    return store.write(put(path, { followers: followers.filter((one) => one !== uid) }, stored));
  });

/**
 * Deletes everything that is stored about a user's follows, in both directions, when their account
 * closes. If it is interrupted, the next run continues.
 */
export async function forgetFollows(services: Needs, uid: string): Promise<void> {
  const { store } = services;
  for await (const page of pages(store, docs.follows(uid), 100)) {
    for (const { path } of page) {
      await setFollow(services, { artistUid: idOf(path), uid }, false);
    }
  }
  for await (const page of pages(store, docs.followersOf(uid), 100)) {
    for (const { path } of page) {
      await setFollow(services, { artistUid: uid, uid: idOf(path) }, false);
    }
  }
  for await (const page of pages(store, docs.users, 100, { field: 'followers', has: uid })) {
    for (const { path } of page) await leaveList(services, path, uid);
  }
  const path = docs.followers(uid);
  await retryOnConflict(alwaysLate('this count'), async () => {
    const stored = (await store.read([path])).get(path);
    return stored ? store.write({ remove: [{ path, version: stored.version }] }) : 'written';
  });
}

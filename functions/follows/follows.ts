import type { FollowState, followArtist } from '@datchain/shared/contracts/calls/follow.ts';
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

/** Both sides of a follow: the artist's followers, and what the user follows. */
const pathsOf = ({ artistUid, uid }: Follow) => [
  docs.follower(artistUid, uid),
  docs.follow(uid, artistUid),
];

const counted = (artistUid: string, by: 1 | -1): Required<Batch>['increment'] => [
  { path: docs.followers(artistUid), fields: { count: by } },
];

/**
 * Both sides and the count change in one write: so the count is always that of the followers.
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

const isOwn = () => refuse('failed-precondition', 'This is your own page.');

/** Whether an artist appears in public: someone unnamed does by their works alone (decision 20). */
async function isPublicArtist({ store }: Needs, uid: string): Promise<boolean> {
  if (!(await isUnnamed({ store }, uid))) return true;
  const works = await store.list('dats', { limit: 1, where: { field: 'creatorUid', is: uid } });
  return works.length > 0;
}

/**
 * Has a user follow an artist, or not any more (N-PPL-07). A name that nobody has, one of someone who
 * is no artist and one of an unnamed person get the same answer.
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
  if (isWanted && artistUid === uid) return isOwn();
  if (isWanted !== undefined) {
    const refused = await takeDaily(services, {
      name: 'follows',
      who: uid,
      most: followsADay,
      sentence: `You followed and unfollowed ${followsADay} times within a day. You can again`,
    });
    if (refused) return refused;
    // Pages say how many follow: the next rebuild has the new number, and none is asked for (N-PPL-20).
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

/** As many as an account shows. */
const MOST_SHOWN = 500;

/** Whom a user follows, by name (N-PPL-07). */
export async function followedBy(
  { store }: Pick<Needs, 'store'>,
  uid: string,
): Promise<{ username: string; name: string }[]> {
  const follows = await store.list(docs.follows(uid), { limit: MOST_SHOWN });
  const profiles = await store.read(follows.map(({ path }) => docs.publicProfile(idOf(path))));
  return [...profiles.values()]
    .map(({ data }) => ({ username: readLine(data.username), name: readLine(data.name) }))
    .filter(({ username }) => username !== '')
    .map(({ username, name }) => ({ username, name: name || username }))
    .sort((a, b) => a.name.localeCompare(b.name, 'en'));
}

const idOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** Takes a user off the list of an artist's document that every new user joins (R-REL-17). */
const leaveList = ({ store }: Needs, path: string, uid: string) =>
  retryOnConflict(alwaysLate('this list'), async () => {
    const stored = (await store.read([path])).get(path);
    const followers = readList(stored?.data.followers);
    if (!stored || !followers.includes(uid)) return 'written';
    return store.write(put(path, { followers: followers.filter((one) => one !== uid) }, stored));
  });

/**
 * Deletes everything that is stored about a user's follows: whom they follow, and who follows them.
 * For an account that closes; killed half-way, the next run goes on.
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

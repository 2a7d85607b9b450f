import { docs } from '@datchain/shared/contracts/paths.ts';
import { DAY_MILLIS } from '@datchain/shared/domain/time.ts';
import { scale } from '@datchain/testing/pure/scale.ts';
import { collectors } from '@datchain/testing/server/collectors.ts';
import { dyingStore } from '@datchain/testing/server/dying-store.ts';
import { type Fan, market } from '@datchain/testing/server/market.ts';
import { person } from '@datchain/testing/server/releasing.ts';
import { expect, test } from 'vitest';
import { choose } from '../names/choose.ts';
import { services } from '../services.ts';
import { setDocuments } from '../stores/bulk.ts';
import { firestore } from '../stores/firebase.ts';
import { follow, followedBy, forgetFollows } from './follows.ts';
import { notifyFollowers } from './notify-followers.ts';

const m = market();
const { release } = collectors(m);

async function artist() {
  const fan = await m.signUp({ hasDocument: false });
  const made = await person({ uid: fan.uid, email: fan.email });
  await firestore().doc(docs.username(made.username.toLowerCase())).set({ uid: made.uid });
  return { ...fan, username: made.username, name: made.artistName };
}
const ask = async (fan: Fan, username: string, isWanted?: boolean) => {
  const input = { username, ...(isWanted !== undefined && { isWanted }) };
  const { status, body } = await m.call('followArtist', input, fan.token);
  return status === 200 ? body.result : [status, body.error.message];
};
const peopleOf = async (uid: string) =>
  (await firestore().collection(docs.followersOf(uid)).get()).docs.map(({ id }) => id).sort();
const countOf = async (uid: string) =>
  (await firestore().doc(docs.followers(uid)).get()).get('count');
const newsOf = async ({ uid }: { uid: string }) =>
  (await firestore().collection(docs.notifications(uid)).get()).docs
    .map((found) => found.data())
    .filter(({ kind }) => kind === 'artist-released');
const mailsTo = async (uid: string) =>
  (await firestore().collection(docs.mails).where('uid', '==', uid).get()).size;

test('[N-PPL-07] following twice, at once and from two devices counts once; unfollowing too', async () => {
  const { uid, username, name } = await artist();
  const [one, other] = [await m.signUp(), await m.signUp()];
  expect(await ask(one, username)).toEqual({ isFollowed: false, followers: 0, name });
  await Promise.all([1, 2, 3].map(() => ask(one, username, true)));
  expect(await ask(one, username.toUpperCase(), true)).toEqual({
    isFollowed: true,
    followers: 1,
    name,
  });
  expect(await ask(other, username, true)).toEqual({ isFollowed: true, followers: 2, name });
  expect(await peopleOf(uid)).toEqual([one.uid, other.uid].sort());

  await Promise.all([ask(one, username, false), ask(one, username, false)]);
  expect(await ask(one, username, false)).toEqual({ isFollowed: false, followers: 1, name });
  expect(await peopleOf(uid)).toEqual([other.uid]);
  await Promise.all([true, false, true, false].map((isWanted) => ask(one, username, isWanted)));
  expect(await countOf(uid)).toBe((await peopleOf(uid)).length);
});

test('[N-PPL-20] following and unfollowing starts no rebuild, and marks the count for the next one', async () => {
  const { uid, username } = await artist();
  const fan = await m.signUp();
  const askedAt = async () => (await firestore().doc(docs.rebuildRequest).get()).get('requestedAt');
  const before = await askedAt();
  for (const isWanted of [true, false, true]) await ask(fan, username, isWanted);
  expect(await askedAt()).toBe(before);
  const mark = await firestore()
    .doc(docs.publicChange(docs.followers(uid)))
    .get();
  expect(mark.get('path')).toBe(docs.followers(uid));
});

test('[N-PPL-20] a user can follow and unfollow a hundred times a day; the refusal says when they can again', async () => {
  const { username } = await artist();
  const fan = await m.signUp();
  await ask(fan, username, true);
  const { limits } = services();
  const hundred = { most: 100, windowMillis: DAY_MILLIS };
  while ((await limits.take('follows', fan.uid, hundred)) === undefined);
  expect(await ask(fan, username, false)).toEqual([
    429,
    expect.stringMatching(
      /^You followed and unfollowed 100 times within a day\. You can do this again in \d+ hours?( \d+ minutes?)?\.$/,
    ),
  ]);
  expect(await ask(fan, username)).toMatchObject({ isFollowed: true, followers: 1 });
});

test('[N-PPL-07] an unknown name, a fan and an unnamed artist without works get the same refusal; nobody follows themselves', async () => {
  const own = await artist();
  const fan = await m.signUp();
  const made = await person({ accountType: 'Fan', artistName: '' });
  await firestore().doc(docs.username(made.username)).set({ uid: made.uid });
  const none = [404, 'No artist has this name.'];
  expect(await ask(fan, 'nobody-at-all', true)).toEqual(none);
  expect(await ask(fan, made.username, true)).toEqual(none);
  expect(await ask(own, own.username, true)).toEqual([400, 'This is your own page.']);

  // An unnamed artist can be followed once they have released a work.
  const hidden = await artist();
  await choose(services(), hidden.uid, true);
  expect(await ask(fan, hidden.username, true)).toEqual(none);
  await release(hidden, 1);
  expect(await ask(fan, hidden.username, true)).toMatchObject({ isFollowed: true });
});

test('[N-PPL-07] a user gets the artists whom they follow, sorted by name', async () => {
  const [one, other] = [await artist(), await artist()];
  const fan = await m.signUp();
  for (const { username } of [one, other]) await ask(fan, username, true);
  const follows = async ({ token }: Fan) =>
    (await m.call('getFollows', {}, token)).body.result.artists;
  const names = [one, other].map(({ username, name }) => ({ username, name }));
  expect(await follows(fan)).toEqual(names.sort((a, b) => a.name.localeCompare(b.name, 'en')));
  expect(await follows(one)).toEqual([]);
  await ask(fan, one.username, false);
  expect(await follows(fan)).toEqual([{ username: other.username, name: other.name }]);
});

test('[N-PPL-07] a user who follows very many artists gets all of them, each once, page by page', async () => {
  const fan = await m.signUp();
  const uids = Array.from({ length: 120 }, (_, at) => `${fan.uid}-artist-${at}`);
  await setDocuments(
    firestore(),
    uids.flatMap((uid) => [
      { path: docs.follow(fan.uid, uid), data: { at: 0 } },
      { path: docs.publicProfile(uid), data: { username: uid, name: '' } },
    ]),
  );
  const seen: string[] = [];
  const pages: number[] = [];
  for (let after: string | undefined; ; ) {
    const { artists, next } = await followedBy(services(), fan.uid, { after });
    seen.push(...artists.map(({ username }) => username));
    pages.push(artists.length);
    if (next === null) break;
    after = next;
  }
  expect(seen.sort()).toEqual(uids.sort());
  expect(pages).toEqual([50, 50, 20]);
});

test('[N-PPL-07] a release notifies each follower once, at the bell and by e-mail, even if the job runs twice at once', async () => {
  const made = await artist();
  const fans = [await m.signUp(), await m.signUp(), await m.signUp()];
  const [first, gone, late] = fans as [Fan, Fan, Fan];
  for (const fan of [first, gone]) await ask(fan, made.username, true);
  await ask(gone, made.username, false);
  const datId = await release(made, 1);
  await ask(late, made.username, true);

  await Promise.all([notifyFollowers(services()), m.runScheduled('notifyFollowersJob')]);
  await notifyFollowers(services());
  const { at } = (await newsOf(first))[0] ?? {};
  expect(await newsOf(first)).toEqual([{ kind: 'artist-released', datId, artist: made.name, at }]);
  expect(await mailsTo(first.uid)).toBe(1);
  for (const fan of [gone, late, made]) expect(await newsOf(fan)).toEqual([]);
  expect((await firestore().doc(docs.releaseNews(datId)).get()).exists).toBe(false);
});

test('[N-PPL-07] nobody is notified of a work that was taken down before the job ran', async () => {
  const made = await artist();
  const fan = await m.signUp();
  await ask(fan, made.username, true);
  const datId = await release(made, 1);
  const { takeDown } = await import('../releases/take-down.ts');
  await takeDown(services(), { datId, reason: 'A claim of rights' });
  await notifyFollowers(services());
  expect(await newsOf(fan)).toEqual([]);
});

test('[N-PPL-07] a killed job notifies the remaining followers later, each once', async () => {
  const made = await artist();
  const count = scale(230, 10_000);
  const uids = Array.from({ length: count }, (_, index) => `${made.uid}-${index}`);
  await setDocuments(
    firestore(),
    uids.map((uid) => ({ path: docs.follower(made.uid, uid), data: { at: 1 } })),
  );
  const datId = await release(made, 1);
  const all = services();
  const store = dyingStore(all.store, 2);
  await expect(notifyFollowers({ ...all, store }, 50)).rejects.toThrow('killed');
  const notifiedUids = async () =>
    (await firestore().collection(docs.mails).where('about.datId', '==', datId).get()).docs
      .map((mail) => mail.get('uid'))
      .filter((uid) => uid !== made.uid)
      .sort();
  expect(await notifiedUids()).toHaveLength(100);
  expect(await notifyFollowers(all)).toBe(count - 100);
  expect(await notifiedUids()).toEqual(uids.toSorted());
});

test('[N-PPL-07] everything stored about a user’s follows can be deleted, on both sides', async () => {
  const [made, other] = [await artist(), await artist()];
  const fan = await m.signUp();
  await ask(fan, made.username, true);
  await ask(made, other.username, true);
  const followed = firestore().doc(docs.user(other.uid));
  await followed.update({ followers: [fan.uid, made.uid] });
  await forgetFollows(services(), made.uid);
  await forgetFollows(services(), made.uid);
  expect(await peopleOf(made.uid)).toEqual([]);
  expect((await followed.get()).get('followers')).toEqual([fan.uid]);
  expect(await countOf(made.uid)).toBeUndefined();
  expect((await firestore().collection(docs.follows(fan.uid)).get()).size).toBe(0);
  expect(await follow(services(), fan.uid, { username: other.username })).toMatchObject({
    isFollowed: false,
    followers: 0,
  });
});

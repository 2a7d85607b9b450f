import { randomUUID } from 'node:crypto';
import { heldUsernamePath } from '@datchain/shared/contracts/documents/held-username.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import { profilePicturePath } from '@datchain/shared/contracts/profile-picture.ts';
import { DAY_MILLIS, HOUR_MILLIS } from '@datchain/shared/domain/time.ts';
import { uploadAs } from '@datchain/testing/server/client-uploads.ts';
import { collectors } from '@datchain/testing/server/collectors.ts';
import { type Fan, market } from '@datchain/testing/server/market.ts';
import { releasing } from '@datchain/testing/server/releasing.ts';
import { aPng, songFor, uploadFiles } from '@datchain/testing/server/uploads.ts';
import { everythingStored, whereSaid } from '@datchain/testing/server/where-said.ts';
import { describe, expect, test } from 'vitest';
import { services } from '../services.ts';
import { auth, firestore } from '../stores/firebase.ts';
import { closeAccounts } from './close-account.ts';
import { sweepPictures } from './sweep-pictures.ts';
import { sweepUsers } from './sweep-users.ts';

const m = market();
const r = releasing(m);
const { fanWith } = collectors(m);
const stored = async (path: string) => (await firestore().doc(path).get()).data();
const later = (millis: number) => ({
  ...services(),
  clock: { now: () => services().clock.now() + millis },
});

async function named(fan: Fan, over: { username?: string; accountType?: 'Artist' } = {}) {
  const { accountType, username } = over;
  const kind = accountType ? {} : { accountType: 'Fan' as const, artistName: '' };
  const made = await r.person({ ...fan, ...kind, ...(username && { username }) });
  await firestore().doc(docs.username(made.username.toLowerCase())).set({ uid: fan.uid });
  return { ...fan, ...made };
}

describe('an account that was deleted at Auth', () => {
  test('[N-PPL-03] is erased like a closed one, if nothing is open', async () => {
    await fanWith(10);
    const fan = await named(await m.signUp());
    await uploadAs(fan, {
      path: profilePicturePath(fan.uid),
      bytes: aPng(),
      contentType: 'image/png',
    });
    await auth().deleteUser(fan.uid);
    expect(await sweepUsers(services())).toMatchObject({ closed: 1, restored: 0, failed: 0 });
    expect(await sweepUsers(services())).toMatchObject({ closed: 0, restored: 0, failed: 0 });
    expect(await closeAccounts(later(HOUR_MILLIS))).toMatchObject({ erased: 1, failed: 0 });
    const everything = await everythingStored();
    for (const word of [fan.email, fan.username]) {
      expect(Object.fromEntries(whereSaid(everything, word)), word).toEqual({});
    }
    expect(await stored(docs.user(fan.uid))).toBeUndefined();
    expect((await m.reconcile()).differences).toEqual([]);
  });

  test('[N-PPL-03] gets a login without a password again if something is open, and is notified', async () => {
    const fan = await named(await fanWith(10));
    await auth().deleteUser(fan.uid);
    expect(await sweepUsers(services())).toMatchObject({ closed: 0, restored: 1, failed: 0 });
    const login = await auth().getUser(fan.uid);
    expect([login.email, login.disabled, login.passwordHash]).toEqual([
      fan.email,
      false,
      undefined,
    ]);
    expect(await stored(docs.user(fan.uid))).toMatchObject({ username: fan.username });
    const notifications = await firestore().collection(docs.notifications(fan.uid)).get();
    expect(notifications.docs.map((one) => one.data())).toContainEqual({
      kind: 'login-restored',
      at: expect.any(Number),
      reasons: ['You hold 20 tokens.'],
    });
    await auth().updateUser(fan.uid, { password: 'demo-password' });
    const { body } = await m.call('getClosing', {}, await m.logIn(fan));
    expect(body.result.reasons).toHaveLength(1);
    expect(await sweepUsers(services())).toMatchObject({ closed: 0, restored: 0, failed: 0 });
  });

  test('[N-PPL-03] gets its login back only once no other account has its e-mail address, and keeps its user document', async () => {
    const fan = await named(await fanWith(10));
    await auth().deleteUser(fan.uid);
    const other = await auth().createUser({ email: fan.email });
    expect(await sweepUsers(services())).toMatchObject({ closed: 0, restored: 0, failed: 1 });
    expect(await stored(docs.user(fan.uid))).toMatchObject({ email: fan.email });
    await auth().deleteUser(other.uid);
    expect(await sweepUsers(services())).toMatchObject({ restored: 1, failed: 0 });
  });

  test('[N-PPL-03] is not closed while more logins are missing than is plausible', async () => {
    await Promise.all(Array.from({ length: 25 }, () => m.signUp()));
    const { authUsers } = services();
    const another = { ...authUsers, missing: async (uids: readonly string[]) => [...uids] };
    await expect(sweepUsers({ ...services(), authUsers: another })).rejects.toThrow(
      /^\d+ of \d+ logins are gone: nobody was closed$/,
    );
    expect((await firestore().collection(docs.closures).get()).size).toBe(0);
    // The next run finds the logins again and ends the round.
    expect(await sweepUsers(services())).toMatchObject({ looked: 0, closed: 0, failed: 0 });
  });
});

describe('an invalid username', () => {
  test('[N-PPL-14] is replaced everywhere, and its user is notified', async () => {
    const operator = await r.operator();
    const artist = await named(await m.signUp(), { accountType: 'Artist', username: 'Index' });
    const song = songFor(artist, await uploadFiles(operator));
    const { status, body } = await m.call('releaseDAT', { songs: [song] }, operator.token);
    expect([status, body.error]).toEqual([200, undefined]);
    const [datId] = body.result.datIds;
    const fan = await named(await m.signUp(), { username: `x${randomUUID().slice(0, 4)}.html` });
    const wanted = fan.username.replace('.', '-');
    const other = await named(await m.signUp(), { username: wanted });

    expect(await sweepUsers(services())).toMatchObject({ renamed: 2, failed: 0 });
    expect(await sweepUsers(services())).toMatchObject({ renamed: 0, failed: 0 });
    expect(await stored(docs.user(fan.uid))).toMatchObject({
      username: `${wanted}-2`,
      username_lower: `${wanted}-2`,
    });
    expect(await stored(docs.username(wanted))).toEqual({ uid: other.uid });
    expect(await stored(docs.username(`${wanted}-2`))).toEqual({ uid: fan.uid });
    expect(await stored(docs.username(fan.username))).toBeUndefined();
    expect(await stored(heldUsernamePath(fan.username))).toBeDefined();
    expect(await stored(docs.publicProfile(artist.uid))).toMatchObject({ username: 'Index-2' });
    const row = (await services().summaries.rows()).get(datId);
    expect(row).toMatchObject({ creatorUsername: 'Index-2' });
    expect(JSON.stringify(await services().live.read('newestReleases'))).toContain('"Index-2"');
    const notifications = await firestore().collection(docs.notifications(artist.uid)).get();
    expect(notifications.docs.map((one) => one.data())).toContainEqual({
      kind: 'username-changed',
      at: expect.any(Number),
      from: 'Index',
      to: 'Index-2',
    });
    expect((await m.reconcile()).differences).toEqual([]);
  });

  test('[N-PPL-14] is replaced too if it was never registered and is no valid document id', async () => {
    const fan = await m.signUp();
    await firestore().doc(docs.user(fan.uid)).update({ username: '__proto__' });
    expect(await sweepUsers(services())).toMatchObject({ renamed: 1, failed: 0 });
    expect(await stored(docs.user(fan.uid))).toMatchObject({ username: 'proto' });
    expect(await stored(docs.username('proto'))).toEqual({ uid: fan.uid });
  });
});

test('[N-PPL-15] a picture without a user is deleted after a day, one of a user is not', async () => {
  const [fan, nobody] = [await m.signUp(), await m.signUp({ hasDocument: false })];
  const path = ({ uid }: Fan) => profilePicturePath(uid);
  for (const one of [fan, nobody]) {
    await uploadAs(one, { path: path(one), bytes: aPng(), contentType: 'image/png' });
  }
  expect(await sweepPictures(later(DAY_MILLIS / 2))).toBe(0);
  await sweepPictures(later(DAY_MILLIS + HOUR_MILLIS));
  expect(await services().files.find(path(fan))).toBeDefined();
  expect(await services().files.find(path(nobody))).toBeUndefined();
});

test('[N-PPL-03] the scheduled job closes an account that was deleted at Auth', async () => {
  const fan = await named(await m.signUp());
  await auth().deleteUser(fan.uid);
  await m.runScheduled('deleteOrphansJob');
  expect(await stored(docs.closure(fan.uid))).toMatchObject({ uid: fan.uid });
});

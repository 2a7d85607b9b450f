import { randomUUID } from 'node:crypto';
import {
  storeNewProfile,
  storeNewUser,
  zeroCounters,
} from '@datchain/shared/contracts/documents/new-user.ts';
import { docs, live } from '@datchain/shared/contracts/paths.ts';
import { profilePicturePath } from '@datchain/shared/contracts/profile-picture.ts';
import { noRest } from '@datchain/shared/domain/books/rest.ts';
import { DAY_MILLIS, HOUR_MILLIS } from '@datchain/shared/domain/time.ts';
import { uploadAs } from '@datchain/testing/server/client-uploads.ts';
import { calls } from '@datchain/testing/server/every-call.ts';
import { type Fan, market } from '@datchain/testing/server/market.ts';
import { aPng } from '@datchain/testing/server/uploads.ts';
import { everythingStored, whereSaid } from '@datchain/testing/server/where-said.ts';
import { deleteApp, initializeApp } from 'firebase/app';
import {
  connectFirestoreEmulator,
  doc,
  type Firestore,
  getFirestore,
  serverTimestamp,
  setDoc,
  updateDoc,
  writeBatch,
} from 'firebase/firestore/lite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { unsubscribeUrl } from '../mail/unsubscribe-link.ts';
import { services } from '../services.ts';
import { firestore } from '../stores/firebase.ts';
import { closeAccounts } from './close-account.ts';

const m = market();
const apps: ReturnType<typeof initializeApp>[] = [];

function browserOf({ token }: Fan): Firestore {
  const app = initializeApp({ projectId: m.projectId, apiKey: 'demo' }, randomUUID());
  apps.push(app);
  const { hostname, port } = new URL(m.addresses.firestore);
  const db = getFirestore(app);
  connectFirestoreEmulator(db, hostname, Number(port), { mockUserToken: token });
  return db;
}

function writesOf(fan: Fan, username: string) {
  const db = browserOf(fan);
  const { uid, email } = fan;
  const person = { accountType: 'Fan' as const, artistName: '', city: '', country: '', state: '' };
  const user = { ...person, uid, email, username, name: `Lena ${username}`, profileImageUrl: '' };
  const counter = (name: keyof typeof zeroCounters) => async () => {
    const database = new URL(process.env.DATABASE_URL ?? '');
    database.pathname = `/${live.ownCounter(uid, name)}.json`;
    database.searchParams.set('auth', fan.token);
    const body = JSON.stringify(zeroCounters[name]);
    const answer = await fetch(database, { method: 'PUT', body });
    if (answer.status === 401) throw Object.assign(new Error(), { code: 'permission-denied' });
    expect(answer.status).toBe(200);
  };
  return {
    'the documents of a sign-up': async () => {
      const batch = writeBatch(db);
      batch.set(doc(db, docs.username(username)), { uid });
      batch.set(doc(db, docs.user(uid)), storeNewUser(user, serverTimestamp()));
      batch.set(doc(db, docs.publicProfile(uid)), storeNewProfile(user));
      await batch.commit();
    },
    'a detail': () => updateDoc(doc(db, docs.user(uid)), { city: 'Leeds' }),
    'the public profile': () => setDoc(doc(db, docs.publicProfile(uid)), storeNewProfile(user)),
    'a picture': () =>
      uploadAs(fan, { path: profilePicturePath(uid), bytes: aPng(), contentType: 'image/png' }),
    'the counter of credits': counter('credits'),
    'the counters of sales': counter('stats'),
  };
}

describe('an erased account with a token that still lives', () => {
  const username = `lena${randomUUID().slice(0, 8)}`;
  let fan: Fan;
  const later = (millis: number, change: object = {}) =>
    closeAccounts({
      ...services(),
      clock: { now: () => services().clock.now() + millis },
      ...change,
    });
  const stored = async () => {
    const { documents, ...others } = await everythingStored();
    const own = whereSaid({ documents, ...others }, fan.uid);
    return [...own.keys()].filter((path) =>
      /^(users|publicProfiles|usernames|profile_)/.test(path),
    );
  };
  const hasTombstone = async () => (await firestore().doc(docs.erased(fan.uid)).get()).exists;

  beforeAll(async () => {
    fan = await m.signUp({ hasDocument: false });
    for (const write of Object.values(writesOf(fan, username))) await write();
    const { status } = await m.call(
      'closeAccount',
      { rest: noRest, works: 0, editions: [] },
      fan.token,
    );
    expect(status).toBe(200);
  });

  afterAll(() => Promise.all(apps.map((app) => deleteApp(app))));

  test('[N-PPL-15] is marked before anything of it is deleted', async () => {
    const { store } = services();
    let writes = 0;
    const write: typeof store.write = (batch) => {
      writes += 1;
      return writes > 1 ? Promise.reject(new Error('killed')) : store.write(batch);
    };
    expect(await later(HOUR_MILLIS, { store: { ...store, write } })).toMatchObject({ failed: 1 });
    expect(await hasTombstone()).toBe(true);
    expect(await stored()).toContain(docs.user(fan.uid));
  });

  test('[N-PPL-15] stays erased, whatever the token writes to a database or the file storage', async () => {
    expect(await later(HOUR_MILLIS)).toMatchObject({ erased: 1 });
    expect(await stored()).toEqual([]);
    for (const name of [username, `other${username}`]) {
      for (const [what, write] of Object.entries(writesOf(fan, name))) {
        const refusal: unknown = await write().catch((error: { code?: string }) => error.code);
        expect(refusal, what).toMatch(/permission-denied|unauthorized/);
      }
    }
    expect(await stored()).toEqual([]);
    const values = await services().live.read(`users/${fan.uid}`);
    expect(values).toEqual({ summary: { isErased: true } });
  });

  test.each(calls)('[N-PPL-15] stays erased, because %s refuses its token', async (name) => {
    const { status, body } = await m.call(name, {}, fan.token);
    expect([status, body.error.message]).toEqual([401, 'Please log in first.']);
  });

  test('[N-PPL-15] is erased again a day later, with everything that began before the mark, which is then removed', async () => {
    // An upload that began before the mark, and a job that wrote what it had read before.
    await services().files.keep(profilePicturePath(fan.uid), aPng(), 'image/png');
    await firestore().doc(docs.notificationSettings(fan.uid)).set({ seenUntil: 1 });
    await later(DAY_MILLIS);
    expect(await hasTombstone()).toBe(true);
    const dies = () => Promise.reject(new Error('killed'));
    const { files } = services();
    const afterwards = DAY_MILLIS + 2 * HOUR_MILLIS;
    expect(await later(afterwards, { files: { ...files, remove: dies } })).toMatchObject({
      failed: 1,
    });
    expect(await later(afterwards)).toMatchObject({ failed: 0 });
    expect(await stored()).toEqual([]);
    expect(await hasTombstone()).toBe(false);
    expect(await services().live.read(`users/${fan.uid}`)).toBeNull();
  });
});

test('[N-PPL-15] a link in an e-mail stores nothing for an account that is being erased', async () => {
  const fan = await m.signUp();
  await m.call('closeAccount', { rest: noRest, works: 0, editions: [] }, fan.token);
  const { siteUrl, mailLinkKey } = services().environment;
  const link = unsubscribeUrl(siteUrl, mailLinkKey, { uid: fan.uid, choice: 'sales' });
  expect((await fetch(link, { method: 'POST' })).status).toBe(200);
  expect((await firestore().doc(docs.notificationSettings(fan.uid)).get()).exists).toBe(false);
});

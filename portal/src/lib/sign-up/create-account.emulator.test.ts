import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { heldUsernamePath } from '@datchain/shared/contracts/documents/held-username.ts';
import { storeNewUser, zeroCounters } from '@datchain/shared/contracts/documents/new-user.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import { testStack } from '@datchain/stack/testing/stack.ts';
import { initializeTestEnvironment } from '@firebase/rules-unit-testing';
import { setLogLevel } from 'firebase/firestore/lite';
import { deleteApp, initializeApp } from 'firebase-admin/app';
import { getAuth } from 'firebase-admin/auth';
import { getDatabase } from 'firebase-admin/database';
import { getFirestore } from 'firebase-admin/firestore';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { configureRules } from '../../../../rules/configure.ts';
import { giveStackConfig } from '../../testing/stack-config.ts';
import { type AccountDetails, createAccount } from './create-account.ts';

const { projectId, addresses } = testStack();
const databaseURL = process.env.DATABASE_URL ?? '';

const fixedUserIds = ['fixed-1', 'fixed-2', 'fixed-3', 'fixed-4'];

const app = initializeApp({ projectId, databaseURL }, 'signup');
const firestore = getFirestore(app);
const auth = getAuth(app);

async function loadRules(fixed: readonly string[]): Promise<void> {
  const { hostname: host, port } = new URL(addresses.firestore);
  const source = readFileSync(
    new URL('../../../../rules/firestore.rules', import.meta.url),
    'utf8',
  );
  const rules = configureRules(source, { fixedUserIds: fixed });
  const env = await initializeTestEnvironment({
    projectId,
    firestore: { host, port: Number(port), rules },
  });
  await env.cleanup();
}

beforeAll(async () => {
  // Some tests expect refusals, each of which the SDK would log.
  setLogLevel('silent');
  await loadRules(fixedUserIds);
  vi.stubEnv('FIXED_USER_IDS', fixedUserIds.join(','));
  vi.spyOn(console, 'warn');
  giveStackConfig();
});

/** Parts that a signup leaves out are only logged: tests must not overlook them. */
afterEach(() => {
  expect(vi.mocked(console.warn).mock.calls).toEqual([]);
  vi.mocked(console.warn).mockClear();
});

afterAll(async () => {
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  await loadRules([]);
  await deleteApp(app);
});

const anArtist = (over: Partial<AccountDetails> = {}): AccountDetails => {
  const name = randomBytes(4).toString('hex');
  return {
    email: `${name}@dats.test`,
    password: 'a-password',
    username: `Artist.${name}`,
    name: 'Inês Duarte',
    accountType: 'Artist',
    artistName: `The ${name} Trio`,
    city: 'Detroit',
    country: 'United States',
    state: 'Michigan',
    ...over,
  };
};

const read = async (path: string) => (await firestore.doc(path).get()).data();
const hasAuthUser = (email: string): Promise<boolean> =>
  auth.getUserByEmail(email).then(
    () => true,
    () => false,
  );

async function startFixedUsers(): Promise<void> {
  await Promise.all(
    fixedUserIds.map((uid) => firestore.doc(docs.user(uid)).set({ followers: ['earlier'] })),
  );
}

test('[R-REL-14] signing up an artist writes the auth user, the reserved username, the whole user document and zero counters', async () => {
  await startFixedUsers();
  const details = anArtist({ artistName: 'Inês Duarte' });
  const { uid, username, email } = await createAccount(details);

  const user = await auth.getUser(uid);
  expect(user).toMatchObject({ email: details.email, displayName: details.username });
  expect(await read(docs.username(username.toLowerCase()))).toEqual({ uid });
  const written = await read(docs.user(uid));
  expect(written?.lastOperationTime?.toMillis()).toBeGreaterThan(0);
  const { password: _, ...fields } = details;
  expect(written).toEqual(
    storeNewUser({ ...fields, uid, email, profileImageUrl: '' }, written?.lastOperationTime),
  );
  expect(written).toMatchObject({
    userId: uid,
    accountType: 'Artist',
    ArtistNameLower: 'inês duarte',
    username_lower: username.toLowerCase(),
  });
  expect(await read(docs.publicProfile(uid))).toEqual({
    username,
    name: 'Inês Duarte',
    profileImageUrl: '',
    accountType: 'Artist',
  });
  const counters = getDatabase(app).ref(`users/${uid}`);
  expect((await counters.get()).val()).toEqual(zeroCounters);
});

test('[R-REL-17] a new account is added once to the followers of each of the 4 fixed users, beside earlier ones', async () => {
  await startFixedUsers();
  const first = await createAccount(anArtist());
  const second = await createAccount(anArtist());
  for (const fixed of fixedUserIds) {
    expect(await read(docs.user(fixed))).toEqual({ followers: ['earlier', first.uid, second.uid] });
  }
});

test('[R-REL-17] a new account follows those of the 4 fixed users who are artists, and is counted', async () => {
  await startFixedUsers();
  const [one, two, fan] = fixedUserIds;
  for (const uid of [one, two, fan]) {
    const accountType = uid === fan ? 'Fan' : 'Artist';
    const profile = { username: `Known.${uid}`, name: `Known ${uid}`, accountType };
    await firestore.doc(docs.publicProfile(uid ?? '')).set(profile);
    await firestore.doc(docs.username(`known.${uid}`)).set({ uid });
  }
  const { uid } = await createAccount(anArtist());
  for (const artist of [one, two]) {
    expect(await read(docs.followers(artist ?? ''))).toEqual({ count: 1 });
    expect(await read(docs.follower(artist ?? '', uid))).toBeDefined();
  }
  const followed = await firestore.collection(docs.follows(uid)).get();
  expect(followed.docs.map(({ id }) => id).sort()).toEqual([one, two]);
  expect(await read(docs.user(fan ?? ''))).toMatchObject({ followers: ['earlier', uid] });
  for (const known of [one, two, fan]) {
    await firestore.doc(docs.publicProfile(known ?? '')).delete();
  }
});

test('[R-REL-15] a username that is reserved in another case is refused, and no auth user is left behind', async () => {
  await startFixedUsers();
  const { username } = await createAccount(anArtist());
  const late = anArtist({ username: username.toUpperCase() });
  await expect(createAccount(late)).rejects.toThrow('Username already taken');
  expect(await hasAuthUser(late.email)).toBe(false);
});

test('[N-PPL-14] a username that was given up recently is refused, and no auth user is left behind', async () => {
  await startFixedUsers();
  const late = anArtist();
  const held = heldUsernamePath(late.username.toLowerCase());
  await firestore.doc(held).set({ until: Date.now() });
  await expect(createAccount(late)).rejects.toThrow('Username already taken');
  expect(await hasAuthUser(late.email)).toBe(false);
  await firestore.doc(held).delete();
  expect((await createAccount(late)).username).toBe(late.username);
});

test('[N-MON-11] an artist name that is read as another artist’s is refused, and nothing is left behind', async () => {
  await startFixedUsers();
  const { artistName } = await createAccount(anArtist({ artistName: 'Moth & Rust' }));
  const refusals = [
    [artistName.toUpperCase(), 'Another artist has this name, or one that looks like it.'],
    // A Cyrillic letter among Latin ones.
    ['Moth & Ru\u0455t'.normalize('NFD'), 'Write each word in one script'],
  ] as const;
  for (const [name, refusal] of refusals) {
    const late = anArtist({ artistName: name });
    await expect(createAccount(late)).rejects.toThrow(refusal);
    expect(await hasAuthUser(late.email)).toBe(false);
    expect(await read(docs.username(late.username.toLowerCase()))).toBeUndefined();
  }
});

test('[M-49] [R-REL-15] 50 signups at once for one username in mixed case make one account, and leave no orphans', async () => {
  await startFixedUsers();
  const name = `crowd${randomBytes(3).toString('hex')}`;
  const mixed = (index: number) =>
    [...name].map((letter, at) => ((index >> at) & 1 ? letter.toUpperCase() : letter)).join('');
  const crowd = Array.from({ length: 50 }, (_, index) => anArtist({ username: mixed(index) }));
  expect(new Set(crowd.map(({ username }) => username)).size).toBeGreaterThan(10);

  const outcomes = await Promise.allSettled(crowd.map((details) => createAccount(details)));
  const made = outcomes.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  const refused = outcomes.flatMap((one) =>
    one.status === 'rejected' ? [one.reason.message] : [],
  );
  expect(made).toHaveLength(1);
  expect(refused).toEqual(Array.from({ length: 49 }, () => 'Username already taken'));

  const uid = made[0]?.uid ?? '';
  expect(await read(docs.username(name))).toEqual({ uid });
  const users = await firestore.collection(docs.users).where('username_lower', '==', name).get();
  expect(users.docs.map(({ id }) => id)).toEqual([uid]);
  const existing = await Promise.all(crowd.map(({ email }) => hasAuthUser(email)));
  expect(existing.filter(Boolean)).toHaveLength(1);
  const profiles = await firestore.collection(docs.publicProfiles).get();
  const names = profiles.docs.map((one) => String(one.get('username')).toLowerCase());
  expect(names.filter((one) => one === name)).toHaveLength(1);
});

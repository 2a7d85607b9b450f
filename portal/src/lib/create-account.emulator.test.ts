import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { testStack } from '@datchain/emulators/stack/testing/stack.ts';
import { storeNewUser, zeroCounters } from '@datchain/shared/contracts/documents/new-user.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import { initConfigPath } from '@datchain/shared/contracts/site-addresses.ts';
import { isRefusal } from '@datchain/shared/domain/refusal.ts';
import { initializeTestEnvironment, type RulesTestEnvironment } from '@firebase/rules-unit-testing';
import { setLogLevel } from 'firebase/firestore/lite';
import { deleteApp, initializeApp } from 'firebase-admin/app';
import { getAuth } from 'firebase-admin/auth';
import { getDatabase } from 'firebase-admin/database';
import { getFirestore } from 'firebase-admin/firestore';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { claimArtistName } from '../../../functions/names/claim-artist-name.ts';
import { indexOldArtistNames } from '../../../functions/names/index-artist-names.ts';
import { artists } from '../../../functions/stores/artists.ts';
import { authUsers } from '../../../functions/stores/auth-users.ts';
import { firestoreStore } from '../../../functions/stores/firestore-store.ts';
import { configureRules } from '../../../rules/configure.ts';
import { type AccountDetails, createAccount } from './create-account.ts';

const { projectId, addresses } = testStack();
const databaseURL = process.env.DATABASE_URL ?? '';

/** Documents of their own, under the rules of a deployment that has fixed accounts. */
const ownProject = `demo-signup-${randomBytes(3).toString('hex')}`;
const fixedUserIds = ['fixed-1', 'fixed-2', 'fixed-3', 'fixed-4'];

const documents = initializeApp({ projectId: ownProject }, 'signup-documents');
const accounts = initializeApp({ projectId, databaseURL }, 'signup-accounts');
const firestore = getFirestore(documents);
const auth = getAuth(accounts);
let rules: RulesTestEnvironment;

beforeAll(async () => {
  // Refusals are what some of these tests look for; the SDK would log each of them.
  setLogLevel('silent');
  const { hostname: host, port } = new URL(addresses.firestore);
  const source = readFileSync(new URL('../../../rules/firestore.rules', import.meta.url), 'utf8');
  rules = await initializeTestEnvironment({
    projectId: ownProject,
    firestore: { host, port: Number(port), rules: configureRules(source, { fixedUserIds }) },
  });
  vi.stubEnv('FIXED_USER_IDS', fixedUserIds.join(','));
  vi.spyOn(console, 'warn');
  const { auth, firestore, functions } = addresses;
  const local = { auth, firestore, functions };
  const config = { apiKey: 'demo', projectId: ownProject, databaseURL, local };
  const overTheNetwork = globalThis.fetch;
  // The address of the site's configuration has no host here: this process is no page.
  vi.stubGlobal('fetch', async (input: string | URL, init?: RequestInit) => {
    if (input === initConfigPath) return Response.json(config);
    if (String(input).endsWith('/claimArtistName')) return claimHere(init);
    return overTheNetwork(input, init);
  });
});

/** The server's own answer, on the documents of this project: the stack's functions have others. */
async function claimHere(init: RequestInit = {}): Promise<Response> {
  const authorization = new Headers(init.headers).get('authorization') ?? '';
  const { uid } = await auth.verifyIdToken(authorization.replace('Bearer ', ''));
  const { data } = JSON.parse(String(init.body));
  const names = {
    store: firestoreStore(firestore),
    clock: { now: Date.now },
    authUsers: authUsers(auth),
    artists: artists(firestore),
  };
  await indexOldArtistNames(names);
  const result = await claimArtistName(names, uid, data.artistName);
  if (!isRefusal(result)) return Response.json({ result });
  const { message } = result;
  return Response.json({ error: { status: 'ALREADY_EXISTS', message } }, { status: 409 });
}

/** Whatever a signup leaves out is only logged: a test must not overlook it. */
afterEach(() => {
  expect(vi.mocked(console.warn).mock.calls).toEqual([]);
  vi.mocked(console.warn).mockClear();
});

afterAll(async () => {
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  await rules?.cleanup();
  await Promise.all([deleteApp(documents), deleteApp(accounts)]);
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

test('[R-REL-14] a new artist account is an auth user, a reserved name, every field of a user, and zero counters', async () => {
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
  const counters = getDatabase(accounts).ref(`users/${uid}`);
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

test('[R-REL-15] a username that is reserved in other letters is refused, and nothing is left behind', async () => {
  await startFixedUsers();
  const { username } = await createAccount(anArtist());
  const late = anArtist({ username: username.toUpperCase() });
  await expect(createAccount(late)).rejects.toThrow('Username already taken');
  expect(await hasAuthUser(late.email)).toBe(false);
});

test('[N-MON-11] an artist name that is read as another artist’s is refused, and nothing is left behind', async () => {
  await startFixedUsers();
  const { artistName } = await createAccount(anArtist({ artistName: 'Moth & Rust' }));
  for (const name of [artistName.toUpperCase(), 'Moth & Ru\u0455t'.normalize('NFD')]) {
    const late = anArtist({ artistName: name });
    await expect(createAccount(late)).rejects.toThrow(
      'Another artist has this name, or one that looks like it.',
    );
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

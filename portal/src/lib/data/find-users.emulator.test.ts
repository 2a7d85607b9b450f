import { randomBytes } from 'node:crypto';
import { storeNewUser } from '@datchain/shared/contracts/documents/new-user.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import { testStack } from '@datchain/stack/testing/stack.ts';
import { deleteApp, initializeApp } from 'firebase-admin/app';
import { getFirestore } from 'firebase-admin/firestore';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { giveStackConfig } from '../../testing/stack-config.ts';
import { signInWithPassword } from '../session/auth.ts';
import { lookUpUsernames, searchUsers } from './find-users.ts';

const { projectId, addresses } = testStack();
const documents = initializeApp({ projectId }, 'search-documents');
const firestore = getFirestore(documents);
const allowList = firestore.doc(docs.allowedUsers);
let operator: string;

const { signal } = new AbortController();

async function anAccount(): Promise<{ email: string; password: string }> {
  const account = { email: `${randomBytes(4).toString('hex')}@dats.test`, password: 'a-password' };
  const url = `${addresses.auth}/identitytoolkit.googleapis.com/v1/accounts:signUp?key=demo`;
  const headers = { 'content-type': 'application/json' };
  const made = await fetch(url, { method: 'POST', headers, body: JSON.stringify(account) });
  expect(made.status).toBe(200);
  return account;
}

beforeAll(async () => {
  giveStackConfig();
  const { email, password } = await anAccount();
  operator = (await signInWithPassword(email, password)).uid;
  await allowList.set({ users: [operator] });
  vi.spyOn(console, 'warn').mockImplementation(() => {});
});

/** A failed search is only logged: tests must not overlook it. */
afterEach(() => {
  expect(vi.mocked(console.warn).mock.calls).toEqual([]);
});

afterAll(async () => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  await deleteApp(documents);
});

async function store(users: Readonly<Record<string, string>>): Promise<void> {
  const batch = firestore.batch();
  for (const [username, artistName] of Object.entries(users)) {
    const uid = `uid of ${username}`;
    const user = {
      uid,
      email: `${uid}@dats.test`,
      username,
      name: artistName || username,
      accountType: artistName ? ('Artist' as const) : ('Fan' as const),
      artistName,
      city: '',
      country: '',
      state: '',
      profileImageUrl: '',
    };
    batch.set(firestore.doc(docs.user(uid)), storeNewUser(user, 0));
  }
  await batch.commit();
}

const search = async (text: string): Promise<string[]> =>
  (await searchUsers(text, signal)).map(({ username }) => username);

const lookUp = async (text: string): Promise<string[]> =>
  (await lookUpUsernames(text, signal)).map(({ username }) => username);

test('[R-REL-11] users are found by the beginning of username and artist name and by the name without spaces, in any case', async () => {
  await store({
    'Kestrel.Both': 'KESTREL Both',
    zwei: 'Kestrel Trio',
    KestrelTrio: 'Somebody Else',
    'not.kestrel': 'The Kestrel',
    kestre: '',
  });
  expect(await search('KESTREL')).toEqual(['Kestrel.Both', 'KestrelTrio', 'zwei']);
  expect(await search('  @kestrel.b')).toEqual(['Kestrel.Both']);
  // The artist name begins with the text; the username equals it without spaces.
  expect(await search('Kestrel Trio')).toEqual(['zwei', 'KestrelTrio']);
  expect(await search('kes trel tr io')).toEqual(['KestrelTrio']);
  expect(await search('kestrels')).toEqual([]);
  expect(await search(' @ ')).toEqual([]);
});

test('[R-REL-11] each of the three queries finds 7 at most, each user appears once, and artists come above fans', async () => {
  const numbered = (prefix: string, artistName: (number: number) => string) =>
    Object.fromEntries(
      Array.from({ length: 9 }, (_, index) => [`${prefix}${index}`, artistName(index)]),
    );
  // 'otter' begins 9 usernames, and 11 artist names: those of 9 others and of two of these users.
  await store({
    ...numbered('otter', (number) => (number % 2 === 1 ? `Lutra ${number}` : '')),
    ...numbered('a.band', (number) => `Otter Band ${number}`),
    otter1: 'Otter',
    otter3: 'Otter Band',
  });
  expect(await search('otter')).toEqual([
    'otter1',
    'otter3',
    'otter5',
    'a.band0',
    'a.band1',
    'a.band2',
    'a.band3',
    'a.band4',
    'otter0',
    'otter2',
    'otter4',
    'otter6',
  ]);
  // Users beyond the first 7 are found by the whole name, also with a space in it.
  expect(await search('otter 8')).toEqual(['otter8']);
});

test('[N-MON-11] confirmed artists are marked, and come before others of the same name', async () => {
  await store({ 'aa.finch': 'Finch', 'bb.finch': 'Finch', 'cc.finch': 'Finch', 'finch.fan': '' });
  await firestore.doc(docs.user('uid of bb.finch')).update({ uploadedItems: ['dat'] });
  await allowList.set({ users: [operator, 'uid of cc.finch', 'uid of finch.fan'] });
  const found = await searchUsers('finch', signal);
  await allowList.set({ users: [operator] });
  expect(found.map(({ username, isConfirmed }) => [username, isConfirmed === true])).toEqual([
    ['bb.finch', true],
    ['cc.finch', true],
    ['aa.finch', false],
    ['finch.fan', true],
  ]);
});

test('[R-REL-07] the lookup behind an @ finds 3 by the beginning of the username, in any case', async () => {
  await store({ 'Wren.a': '', 'wren.B': 'Wren', 'wren.c': '', 'wren.d': '', wrenna: 'Anna' });
  expect(await lookUp('@WREN')).toEqual(['Wren.a', 'wren.B', 'wren.c']);
  expect(await lookUp('@wrenn')).toEqual(['wrenna']);
  // Artist names are not searched here.
  expect(await lookUp('@anna')).toEqual([]);
});

test('[R-REL-11] a refused search is logged and finds nobody; an aborted one is silent', async () => {
  await store({ 'Gull.a': 'Gull' });
  const leaving = new AbortController();
  const late = searchUsers('gull', leaving.signal);
  leaving.abort();
  expect(await late).toEqual([]);
  expect(console.warn).not.toHaveBeenCalled();

  await allowList.set({ users: [] });
  expect(await search('gull')).toEqual([]);
  expect(vi.mocked(console.warn).mock.calls).toEqual([
    ['The user search failed.', new Error('The document store answered 403.')],
  ]);
  vi.mocked(console.warn).mockClear();
  await allowList.set({ users: [operator] });
  expect(await search('gull')).toEqual(['Gull.a']);
});

test('[N-FST-05] an artist who releases their own works finds users for credits, and a refused lookup throws', async () => {
  await store({ 'Plover.a': '', 'plover.b': '', 'plover.c': '', 'plover.d': '' });
  await allowList.set({ users: [operator], ownWorksOnly: [operator] });
  expect(await lookUp('@plover')).toEqual(['Plover.a', 'plover.b', 'plover.c']);
  expect(await search('plover')).toEqual([]);
  expect(vi.mocked(console.warn).mock.calls).toEqual([
    ['The user search failed.', new Error('The document store answered 403.')],
  ]);
  vi.mocked(console.warn).mockClear();
  await allowList.set({ users: [] });
  await expect(lookUp('@plover')).rejects.toThrow('The document store answered 403.');
  await allowList.set({ users: [operator] });
});

test('[N-INP-15] an artist is found by their name as any keyboard composes it', async () => {
  await store({ ines: 'In\u00eas Moura' });
  expect(await search('In\u00eas M')).toEqual(['ines']);
  expect(await search('Ine\u0302s M')).toEqual(['ines']);
});

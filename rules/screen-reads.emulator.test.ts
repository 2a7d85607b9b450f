import { readFileSync } from 'node:fs';
import {
  assertFails,
  initializeTestEnvironment,
  type RulesTestEnvironment,
} from '@firebase/rules-unit-testing';
import { setLogLevel } from 'firebase/app';
import { type Database, get, onValue, ref, update } from 'firebase/database';
import {
  collection,
  type DocumentData,
  doc,
  endAt,
  type Firestore,
  getDoc,
  getDocs,
  limit,
  onSnapshot,
  orderBy,
  type QueryConstraint,
  query,
  setLogLevel as setFirestoreLogLevel,
  startAt,
  where,
} from 'firebase/firestore';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { databaseEmulator } from './testing/database-emulator.ts';
import { type Emulator, firestoreEmulator } from './testing/firestore-emulator.ts';
import { write } from './testing/firestore-world.ts';
import { contextOf, type Role, roleName } from './testing/roles.ts';

/**
 * Every read of R-DB-04, written out here and not taken from the code: by whom the screens need it,
 * who must not see it, and whether it is marked (live).
 */
const projectId = 'demo-rules-screen-reads';

let firestore: Emulator;
let database: Emulator;
let env: RulesTestEnvironment;

beforeAll(async () => {
  // Refusals are some of what is looked for; the SDKs would log each of them.
  setLogLevel('silent');
  setFirestoreLogLevel('silent');
  [firestore, database] = await Promise.all([
    firestoreEmulator(projectId),
    databaseEmulator(projectId),
  ]);
  const rulesOf = (name: string) => readFileSync(new URL(`./${name}`, import.meta.url), 'utf8');
  env = await initializeTestEnvironment({
    projectId,
    firestore: { ...at(firestore), rules: rulesOf('firestore.rules') },
    database: { ...at(database), rules: rulesOf('database.rules.json') },
  });
  await env.clearFirestore();
  await env.clearDatabase();
});

afterAll(async () => {
  await env?.cleanup();
  await firestore?.stop();
  await database?.stop();
});

const at = ({ host, port }: Emulator) => ({ host, port });
const databaseOf = (role: Role) => contextOf(env, role).database() as unknown as Database;
const firestoreOf = (role: Role) => contextOf(env, role).firestore() as unknown as Firestore;

/** What the screens of everyone, of a user and of a user on the allow-list show. */
const everybody: readonly Role[] = ['visitor', 'stranger', 'allowListed'];
const signedIn: readonly Role[] = ['stranger', 'owner', 'allowListed'];
const own: readonly Role[] = ['owner'];
const others: readonly Role[] = ['visitor', 'stranger', 'withoutEmail'];

interface Read {
  readonly path: string;
  readonly stored: unknown;
  readonly readers: readonly Role[];
  readonly refused?: readonly Role[];
  /** What is stored next, where the read is marked (live). */
  readonly next?: unknown;
}

const realtimeReads: readonly Read[] = [
  {
    path: 'tokenBlocks',
    stored: { 36: { price: 0.36, platformRemaining: 5, sellQty: 0, walletId: 'platform' } },
    next: { 36: { price: 0.36, platformRemaining: 4, sellQty: 0, walletId: 'platform' } },
    readers: everybody,
  },
  {
    path: 'tokenBlocks/37',
    stored: { price: 0.37, platformRemaining: 5, sellQty: 0, walletId: 'platform' },
    next: { price: 0.37, platformRemaining: 4, sellQty: 0, walletId: 'platform' },
    readers: everybody,
  },
  // All wallets at once would say by name what everyone holds: decided deviation.
  {
    path: 'datchainwallets',
    stored: { owner: { 36: { qty: 1 } } },
    readers: [],
    refused: signedIn,
  },
  {
    path: 'datchainwallets/owner',
    stored: { 36: { price: 0.36, qty: 7 } },
    readers: own,
    refused: others,
  },
  {
    path: 'users/owner/summary/currentCreditsStrings',
    stored: { totalCredits: '12.5' },
    next: { totalCredits: '13' },
    readers: own,
    refused: others,
  },
  {
    path: 'users/owner/summary/earnedCreditsStrings',
    stored: { totalCredits: '4' },
    next: { totalCredits: '5' },
    readers: own,
    refused: others,
  },
  {
    path: 'users/owner/summary/earnedCreditsByDate',
    stored: { '2026-11-14': { total: 4, spent: 1 } },
    readers: own,
    refused: others,
  },
  { path: 'metrics/utilitySold/totalCents', stored: 100, next: 200, readers: everybody },
  { path: 'metrics/datToken/poolCents', stored: 10, next: 20, readers: everybody },
  { path: 'metrics/datToken/circulating', stored: 100_000, next: 99_999, readers: everybody },
  { path: 'metrics/datToken/issuedToUsers', stored: 1, next: 2, readers: everybody },
  {
    path: 'utilitySpend/owner',
    stored: { totalCents: 3_000, awarded: 1 },
    next: { totalCents: 6_000, awarded: 1 },
    readers: own,
    refused: others,
  },
  {
    path: 'datChainTokenWallets/owner',
    stored: { qty: 3 },
    next: { qty: 4 },
    readers: own,
    refused: others,
  },
  {
    path: 'datChainTokenWallets/owner/qty',
    stored: 4,
    next: 5,
    readers: own,
    refused: others,
  },
  { path: 'streamStats/dat/daily', stored: { '2026-11-14': 7 }, readers: everybody },
  { path: 'streamStats/dat/weekly', stored: { '2026-W46': 7 }, readers: everybody },
  { path: 'streamStats/dat/monthly', stored: { '2026-11': 7 }, readers: everybody },
  { path: 'streamStats/dat/totalEarnings', stored: 1.5, readers: everybody },
  { path: 'earnings/dat/totalEarnings', stored: 9.5, readers: everybody },
  { path: 'earnings/dat/sales/totalEarnings', stored: 8, readers: everybody },
];

const documentReads: readonly (Read & { stored: DocumentData; next?: DocumentData })[] = [
  { path: 'assetsSummary/main', stored: { assets: [] }, readers: everybody },
  {
    path: 'users/owner',
    stored: { username: 'owner', city: 'Lagos' },
    next: { username: 'owner', city: 'Leeds' },
    readers: own,
    refused: others,
  },
  {
    path: 'users/owner/wallet/main',
    stored: { balance: 0, ownedDats: [] },
    next: { balance: 0, ownedDats: [{ id: 'dat', edition: 1 }] },
    readers: own,
    refused: [...others, 'allowListed'],
  },
  {
    path: 'users/owner/works/p1',
    stored: { datIds: ['dat'], ownedDats: [] },
    next: { datIds: ['dat'], ownedDats: [{ id: 'dat', edition: 1 }] },
    readers: own,
    refused: [...others, 'allowListed'],
  },
  {
    path: 'portalAllowedUsers/allowedUsers',
    stored: { users: ['operator'] },
    readers: signedIn,
    refused: ['visitor'],
  },
  { path: 'musicSummaries/summary_1', stored: { posts: [] }, readers: ['allowListed'] },
  {
    path: 'analyticsSummaries/summary_1',
    stored: { dat: { spotify: { dates: { '2026-11-14': 7 } } } },
    readers: everybody,
  },
  { path: 'TimeToPayout/config', stored: { days: 4 }, readers: signedIn },
];

/** Writes as the server does, past the rules. */
const store = ({ path }: Read, value: unknown) =>
  env.withSecurityRulesDisabled((server) =>
    update(ref(server.database() as unknown as Database), { [path]: value }),
  );

/** What a listener hears until it has heard so many values; a refusal fails. */
function hears(
  listen: (heard: (value: unknown) => void, refused: (error: Error) => void) => () => void,
  change: () => Promise<unknown>,
): Promise<unknown[]> {
  return new Promise((resolve, reject) => {
    const values: unknown[] = [];
    const stop = listen((value) => {
      values.push(value);
      if (values.length === 1) change().catch(reject);
      else {
        stop();
        resolve(values);
      }
    }, reject);
  });
}

const rolesText = (readers: readonly Role[]): string =>
  readers.length > 0 ? readers.map((role) => roleName[role]).join(', ') : 'nobody';

test.each(realtimeReads.map((read) => [read.path, rolesText(read.readers), read] as const))(
  '[R-DB-04] %s is read by %s',
  async (path, _readers, read) => {
    await store(read, read.stored);
    for (const role of read.readers) {
      expect((await get(ref(databaseOf(role), path))).val()).toEqual(read.stored);
    }
    for (const role of read.refused ?? []) await assertFails(get(ref(databaseOf(role), path)));
  },
);

const isLive = ({ next }: Read): boolean => next !== undefined;

test.each(realtimeReads.filter(isLive).map((read) => [read.path, read] as const))(
  '[R-DB-04] %s, marked live, is listened to: a change is heard',
  async (path, read) => {
    for (const role of read.readers) {
      await store(read, read.stored);
      const listen = (heard: (value: unknown) => void, refused: (error: Error) => void) =>
        onValue(ref(databaseOf(role), path), (found) => heard(found.val()), refused);
      expect(await hears(listen, () => store(read, read.next))).toEqual([read.stored, read.next]);
    }
  },
);

test.each(documentReads.map((read) => [read.path, rolesText(read.readers), read] as const))(
  '[R-DB-04] the document %s is read by %s',
  async (path, _readers, read) => {
    await write(env, { [path]: read.stored });
    for (const role of read.readers) {
      expect((await getDoc(doc(firestoreOf(role), path))).data()).toEqual(read.stored);
    }
    for (const role of read.refused ?? []) await assertFails(getDoc(doc(firestoreOf(role), path)));
  },
);

test.each(documentReads.filter(isLive).map((read) => [read.path, read] as const))(
  '[R-DB-04] the document %s, marked live, is listened to: a change is heard',
  async (path, read) => {
    for (const role of read.readers) {
      await write(env, { [path]: read.stored });
      const listen = (heard: (value: unknown) => void, refused: (error: Error) => void) =>
        onSnapshot(doc(firestoreOf(role), path), (found) => heard(found.data()), refused);
      const change = () => write(env, { [path]: read.next as DocumentData });
      expect(await hears(listen, change)).toEqual([read.stored, read.next]);
    }
  },
);

const within = (field: string, prefix: string, most: number): QueryConstraint[] => [
  orderBy(field),
  startAt(prefix),
  endAt(`${prefix}\uf8ff`),
  limit(most),
];

/** Eight names that begin alike, so that each limit is seen to hold. */
const found = (count: number) => Array.from({ length: count }, (_, n) => `ann${n}`);

test.each([
  [
    'the @ lookup: 3 by the beginning of the username',
    within('username_lower', 'ann', 3),
    found(3),
  ],
  ['the search: 7 by the beginning of the username', within('username_lower', 'ann', 7), found(7)],
  [
    'the search: 7 by the beginning of the artist name',
    within('ArtistNameLower', 'the ann', 7),
    found(7),
  ],
  [
    'the search: 7 by the whole username',
    [where('username_lower', '==', 'ann4'), limit(7)],
    ['ann4'],
  ],
] as const)('[R-DB-04] %s is for a user on the allow-list', async (_title, how, names) => {
  await write(env, {
    'portalAllowedUsers/allowedUsers': { users: ['operator'] },
    ...Object.fromEntries(
      found(8).map((name, n) => [
        `users/searched-${n}`,
        { username_lower: name, ArtistNameLower: `the ${name}` },
      ]),
    ),
  });
  const ask = (role: Role) => getDocs(query(collection(firestoreOf(role), 'users'), ...how));
  const answer = await ask('allowListed');
  expect(answer.docs.map((one) => one.get('username_lower'))).toEqual(names);
  for (const role of ['visitor', 'stranger', 'owner'] as const) await assertFails(ask(role));
});

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  child,
  endBefore,
  equalTo,
  get,
  goOffline,
  goOnline,
  increment,
  limitToLast,
  off,
  onChildAdded,
  onDisconnect,
  onValue,
  orderByChild,
  orderByKey,
  push,
  type Query,
  query,
  ref,
  remove,
  runTransaction,
  serverTimestamp,
  set,
  startAt,
  update,
} from 'firebase/database';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { type DatabaseServer, startDatabase } from './server.ts';
import { closeClients, openAdmin, openWeb, PROJECT_ID } from './testing/clients.ts';

const RULES = `{
  "rules": {
    "pub": { ".read": true, ".write": true, "items": { ".indexOn": ["price"] } },
    "users": { "$uid": { ".read": "auth.uid === $uid", ".write": "auth.uid === $uid" } },
  },
}`;

let server: DatabaseServer;

beforeEach(async () => {
  server = await startDatabase({ port: 0, projectId: PROJECT_ID, rules: RULES });
});

afterEach(async () => {
  await closeClients();
  await server.close();
});

/** Collects every value a listener is given. */
function record(target: Query): unknown[] {
  const seen: unknown[] = [];
  onValue(
    target,
    (snapshot) => seen.push(snapshot.val()),
    (error) => seen.push(error.message),
  );
  return seen;
}

test('a value set by one client reaches another that listens', async () => {
  const seen = record(ref(openWeb(server), 'pub/greeting'));
  await vi.waitFor(() => expect(seen).toEqual([null]));
  await set(ref(openWeb(server), 'pub/greeting'), { text: 'hi', at: 1 });
  await vi.waitFor(() => expect(seen).toEqual([null, { text: 'hi', at: 1 }]));
});

test('a value that is not there reads as null', async () => {
  expect((await get(ref(openWeb(server), 'pub/nothing'))).val()).toBeNull();
});

test('an update of several places arrives as one change', async () => {
  const database = openWeb(server);
  await set(ref(database, 'pub/a'), { x: 1, y: { z: 1 } });
  const seen = record(ref(openWeb(server), 'pub/a'));
  await vi.waitFor(() => expect(seen).toHaveLength(1));
  await update(ref(database, 'pub'), { 'a/x': 2, 'a/y/z': null, 'b/c': 'elsewhere' });
  await vi.waitFor(() => expect(seen).toEqual([{ x: 1, y: { z: 1 } }, { x: 2 }]));
  expect((await get(ref(database, 'pub/b'))).val()).toEqual({ c: 'elsewhere' });
});

test('the owner reads and writes a private place, others are refused', async () => {
  await set(ref(openWeb(server, 'ann'), 'users/ann/name'), 'Ann');
  expect((await get(ref(openWeb(server, 'ann'), 'users/ann'))).val()).toEqual({ name: 'Ann' });
  await expect(set(ref(openWeb(server, 'bob'), 'users/ann/name'), 'Bob')).rejects.toMatchObject({
    code: 'PERMISSION_DENIED',
  });
  await expect(get(ref(openWeb(server), 'users/ann'))).rejects.toThrow('Permission denied');
  const seen = record(ref(openWeb(server, 'bob'), 'users/ann'));
  await vi.waitFor(() => expect(seen).toEqual([expect.stringContaining('permission_denied')]));
});

test('a refused write is rolled back on the screen of its writer', async () => {
  const database = openWeb(server);
  const bob = openWeb(server, 'bob');
  await set(ref(openWeb(server, 'bob'), 'users/bob/credits'), 1);
  const seen = record(ref(bob, 'users/bob'));
  await vi.waitFor(() => expect(seen).toEqual([{ credits: 1 }]));
  await expect(set(ref(database, 'users/bob/credits'), 5)).rejects.toThrow();
  expect(seen).toEqual([{ credits: 1 }]);
});

test('twenty clients counting at once with transactions lose no count', async () => {
  const databases = Array.from({ length: 4 }, () => openWeb(server));
  const runs = Array.from({ length: 20 }, (_, index) =>
    runTransaction(ref(databases[index % 4]!, 'pub/count'), (count) => (count ?? 0) + 1),
  );
  for (const { committed } of await Promise.all(runs)) expect(committed).toBe(true);
  expect((await get(ref(databases[0]!, 'pub/count'))).val()).toBe(20);
});

test('a transaction over an object sees and keeps priorities, text and numbers', async () => {
  const admin = openAdmin(server);
  await admin.ref('pub/t').set({
    '.priority': 3,
    10: 'ten',
    9: -0.5,
    'é😀': true,
    a: { '.value': 'v', '.priority': 'p' },
  });
  const place = ref(openWeb(server), 'pub/t');
  const { committed } = await runTransaction(place, (now) => now && { ...now, done: true });
  expect(committed).toBe(true);
  expect((await get(place)).val()).toEqual({ 10: 'ten', 9: -0.5, 'é😀': true, a: 'v', done: true });
});

test('server time and increments are computed by the server', async () => {
  const database = openWeb(server);
  const before = Date.now();
  await set(ref(database, 'pub/s'), { at: serverTimestamp(), n: increment(2) });
  await update(ref(database, 'pub/s'), { n: increment(-5.5) });
  const value = (await get(ref(database, 'pub/s'))).val();
  expect(value.n).toBe(-3.5);
  expect(value.at).toBeGreaterThanOrEqual(before);
});

test('a shifted clock shows in server time and in the offset clients are told', async () => {
  const shifted = await startDatabase({
    port: 0,
    projectId: PROJECT_ID,
    rules: RULES,
    now: () => Date.now() + 86_400_000,
  });
  const database = openWeb(shifted);
  await set(ref(database, 'pub/at'), serverTimestamp());
  expect((await get(ref(database, 'pub/at'))).val()).toBeGreaterThan(Date.now() + 86_000_000);
  const offsets = record(ref(database, '.info/serverTimeOffset'));
  await vi.waitFor(() => expect(offsets.at(-1)).toBeGreaterThan(86_000_000));
  await closeClients();
  await shifted.close();
});

test('a window over the newest entries moves as entries come and go', async () => {
  const admin = openAdmin(server).ref('pub/list');
  await admin.set({ k1: 'a', k2: 'b', k3: 'c' });
  const seen = record(query(ref(openWeb(server), 'pub/list'), orderByKey(), limitToLast(2)));
  await vi.waitFor(() => expect(seen.at(-1)).toEqual({ k2: 'b', k3: 'c' }));
  await admin.child('k4').set('d');
  await vi.waitFor(() => expect(seen.at(-1)).toEqual({ k3: 'c', k4: 'd' }));
  await admin.child('k3').remove();
  await vi.waitFor(() => expect(seen.at(-1)).toEqual({ k2: 'b', k4: 'd' }));
  await admin.remove();
  await vi.waitFor(() => expect(seen.at(-1)).toBeNull());
});

test('a window by value follows entries into it and out of it', async () => {
  const items = ref(openWeb(server), 'pub/items');
  await set(items, { a: { price: 5 }, b: { price: 7 }, c: { price: 'free' }, d: { name: 'x' } });
  const cheap = query(
    ref(openWeb(server), 'pub/items'),
    orderByChild('price'),
    startAt(6),
    endBefore('a'),
  );
  const seen = record(cheap);
  await vi.waitFor(() => expect(seen.at(-1)).toEqual({ b: { price: 7 } }));
  await update(items, { 'a/price': 8, 'd/price': 1 });
  await vi.waitFor(() => expect(seen.at(-1)).toEqual({ a: { price: 8 }, b: { price: 7 } }));
  await set(child(items, 'b/price'), 2);
  await vi.waitFor(() => expect(seen.at(-1)).toEqual({ a: { price: 8 } }));
  const found = await get(query(items, orderByChild('price'), equalTo('free')));
  expect(found.val()).toEqual({ c: { price: 'free' } });
});

test('entries pushed by clients keep their order', async () => {
  const database = openWeb(server);
  const names: unknown[] = [];
  onChildAdded(ref(openWeb(server), 'pub/log'), (entry) => {
    names.push(entry.val());
  });
  for (const name of ['one', 'two', 'three']) await push(ref(database, 'pub/log'), name);
  await vi.waitFor(() => expect(names).toEqual(['one', 'two', 'three']));
});

test('what a client asked for on disconnect happens when it goes', async () => {
  const leaving = openWeb(server, 'ann');
  await set(ref(leaving, 'users/ann/online'), true);
  await onDisconnect(ref(leaving, 'users/ann/online')).set(false);
  await onDisconnect(ref(leaving, 'users/ann')).update({ lastSeen: serverTimestamp() });
  await onDisconnect(ref(leaving, 'users/ann/kept')).set('never');
  await onDisconnect(ref(leaving, 'users/ann/kept')).cancel();
  await expect(onDisconnect(ref(leaving, 'users/bob')).set(1)).rejects.toThrow();
  goOffline(leaving);
  const place = openAdmin(server).ref('users/ann');
  await vi.waitFor(async () =>
    expect((await place.get()).val()).toEqual({ online: false, lastSeen: expect.any(Number) }),
  );
});

test('a client that lost the connection catches up when it is back', async () => {
  const database = openWeb(server);
  const connected = record(ref(database, '.info/connected'));
  const seen = record(ref(database, 'pub/news'));
  await vi.waitFor(() => expect(seen).toEqual([null]));
  goOffline(database);
  const waiting = set(ref(database, 'pub/mine'), 'sent later');
  await openAdmin(server).ref('pub/news').set('missed');
  goOnline(database);
  await vi.waitFor(() => expect(seen).toEqual([null, 'missed']));
  await waiting;
  expect(connected.at(-1)).toBe(true);
});

test('clients go on where they were after the server was restarted', async () => {
  const database = openWeb(server);
  const seen = record(ref(database, 'pub/news'));
  await set(ref(database, 'pub/news'), 'before');
  const dir = mkdtempSync(join(tmpdir(), 'database-'));
  await server.save(dir);
  await server.close();
  const waiting = set(ref(database, 'pub/mine'), 'sent meanwhile');
  server = await startDatabase({
    port: server.port,
    projectId: PROJECT_ID,
    rules: RULES,
    restoreFrom: dir,
  });
  await waiting;
  await openAdmin(server).ref('pub/news').set('after');
  await vi.waitFor(() => expect(seen.at(-1)).toBe('after'));
  expect(seen).toContain('before');
  expect((await get(ref(database, 'pub/mine'))).val()).toBe('sent meanwhile');
  onTestFinished(() => rmSync(dir, { recursive: true }));
}, 20_000);

test('a message longer than a frame arrives whole in both directions', async () => {
  const long = 'abcdefghij'.repeat(20_000);
  const seen = record(ref(openWeb(server), 'pub/long'));
  await set(ref(openWeb(server), 'pub/long'), long);
  await vi.waitFor(() => expect(seen.at(-1) === long).toBe(true));
});

test('a removed listener hears nothing more, the others still do', async () => {
  const database = openWeb(server);
  const place = ref(database, 'pub/x');
  const silenced = record(place);
  const seen = record(ref(openWeb(server), 'pub/x'));
  await vi.waitFor(() => expect([silenced, seen]).toEqual([[null], [null]]));
  off(place);
  await openAdmin(server).ref('pub/x').set(1);
  await vi.waitFor(() => expect(seen).toEqual([null, 1]));
  expect(silenced).toEqual([null]);
});

test('new rules end the listens they no longer allow', async () => {
  const seen = record(ref(openWeb(server), 'pub/x'));
  await vi.waitFor(() => expect(seen).toEqual([null]));
  server.setRules('{"rules": {}}');
  await vi.waitFor(() =>
    expect(seen).toEqual([null, expect.stringContaining('permission_denied')]),
  );
});

test('an admin acts with full rights, or under the rules as the user it names', async () => {
  await openAdmin(server).ref('users/ann/credits').set(3);
  const asAnn = openAdmin(server, { uid: 'ann' });
  expect((await asAnn.ref('users/ann/credits').get()).val()).toBe(3);
  await expect(asAnn.ref('users/bob').set(1)).rejects.toThrow('PERMISSION_DENIED');
  await expect(openAdmin(server, null).ref('users/ann').set(1)).rejects.toThrow();
  const count = await asAnn.ref('users/ann/credits').transaction((now) => (now ?? 0) + 1);
  expect(count.snapshot.val()).toBe(4);
});

test('a place set to nothing is gone, and so are the parents it leaves empty', async () => {
  const database = openWeb(server);
  await set(ref(database, 'pub/a/b/c'), 1);
  await remove(ref(database, 'pub/a/b/c'));
  expect((await get(ref(database, 'pub'))).exists()).toBe(false);
});

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  get,
  goOffline,
  goOnline,
  off,
  onValue,
  type Query,
  ref,
  set,
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

function record(target: Query): unknown[] {
  const seen: unknown[] = [];
  onValue(
    target,
    (snapshot) => seen.push(snapshot.val()),
    (error) => seen.push(error.message),
  );
  return seen;
}

test('a value set by one client reaches a listening client', async () => {
  const seen = record(ref(openWeb(server), 'pub/greeting'));
  await vi.waitFor(() => expect(seen).toEqual([null]));
  await set(ref(openWeb(server), 'pub/greeting'), { text: 'hi', at: 1 });
  await vi.waitFor(() => expect(seen).toEqual([null, { text: 'hi', at: 1 }]));
});

test('an update of several paths arrives as one change', async () => {
  const database = openWeb(server);
  await set(ref(database, 'pub/a'), { x: 1, y: { z: 1 } });
  const seen = record(ref(openWeb(server), 'pub/a'));
  await vi.waitFor(() => expect(seen).toHaveLength(1));
  await update(ref(database, 'pub'), { 'a/x': 2, 'a/y/z': null, 'b/c': 'elsewhere' });
  await vi.waitFor(() => expect(seen).toEqual([{ x: 1, y: { z: 1 } }, { x: 2 }]));
  expect((await get(ref(database, 'pub/b'))).val()).toEqual({ c: 'elsewhere' });
});

test('the owner reads and writes a private path, others are refused', async () => {
  await set(ref(openWeb(server, 'ann'), 'users/ann/name'), 'Ann');
  expect((await get(ref(openWeb(server, 'ann'), 'users/ann'))).val()).toEqual({ name: 'Ann' });
  await expect(set(ref(openWeb(server, 'bob'), 'users/ann/name'), 'Bob')).rejects.toMatchObject({
    code: 'PERMISSION_DENIED',
  });
  await expect(get(ref(openWeb(server), 'users/ann'))).rejects.toThrow('Permission denied');
  const seen = record(ref(openWeb(server, 'bob'), 'users/ann'));
  await vi.waitFor(() => expect(seen).toEqual([expect.stringContaining('permission_denied')]));
});

test('a refused write does not reach a listening client', async () => {
  const database = openWeb(server);
  const bob = openWeb(server, 'bob');
  await set(ref(openWeb(server, 'bob'), 'users/bob/credits'), 1);
  const seen = record(ref(bob, 'users/bob'));
  await vi.waitFor(() => expect(seen).toEqual([{ credits: 1 }]));
  await expect(set(ref(database, 'users/bob/credits'), 5)).rejects.toThrow();
  expect(seen).toEqual([{ credits: 1 }]);
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

test('clients resume after a restart of the server', async () => {
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

test('a message longer than a frame arrives complete in both directions', async () => {
  const long = 'abcdefghij'.repeat(20_000);
  const seen = record(ref(openWeb(server), 'pub/long'));
  await set(ref(openWeb(server), 'pub/long'), long);
  await vi.waitFor(() => expect(seen.at(-1) === long).toBe(true));
});

test('a removed listener receives nothing more, the others still do', async () => {
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

test('an admin acts with full rights', async () => {
  await openAdmin(server).ref('users/ann/credits').set(3);
  expect((await openAdmin(server).ref('users/ann/credits').get()).val()).toBe(3);
});

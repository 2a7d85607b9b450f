import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as web from 'firebase/firestore';
import * as lite from 'firebase/firestore/lite';
import { FieldValue, Timestamp } from 'firebase-admin/firestore';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type FirestoreServer, startFirestoreServer } from './server.ts';
import { closeClients, openAdmin, openLite, openWeb, PROJECT_ID } from './testing/clients.ts';

const RULES = `rules_version = '2';
service cloud.firestore {
  match /databases/{database}/documents {
    match /open/{any=**} { allow read, write: if true; }
    match /mine/{uid} { allow read, write: if request.auth.uid == uid; }
  }
}`;

/** Listener options that also report when the data is in sync with the server. */
const settled = { includeMetadataChanges: true };

let server: FirestoreServer;

beforeEach(async () => {
  server = await startFirestoreServer({ port: 0, projectId: PROJECT_ID, rules: RULES });
});

afterEach(async () => {
  await closeClients();
  await server.close();
});

describe('firebase-admin over gRPC', () => {
  test('every type of value comes back unchanged', async () => {
    const admin = openAdmin(server);
    const data = {
      text: 'ü🎵',
      whole: 7,
      half: 0.5,
      no: false,
      nothing: null,
      notANumber: Number.NaN,
      zero: -0,
      far: Number.NEGATIVE_INFINITY,
      long: 9_007_199_254_740_991,
      when: new Timestamp(1_600_000_000, 123_456_000),
      bytes: Buffer.from([0, 255]),
      list: [1, 'a', { deep: [true] }],
      empty: {},
      link: admin.doc('c/d'),
    };
    await admin.doc('c/a').set(data);
    expect((await admin.doc('c/a').get()).data()).toEqual(data);
  });

  test('queries, transactions, batches and refusals work', async () => {
    const admin = openAdmin(server);
    const batch = admin.batch();
    for (const n of [3, 1, 2]) batch.create(admin.doc(`c/${n}`), { n, tags: ['all'] });
    await batch.commit();
    const query = admin.collection('c').where('tags', 'array-contains', 'all').orderBy('n', 'desc');
    expect((await query.limit(2).get()).docs.map((each) => each.get('n'))).toEqual([3, 2]);
    expect((await query.count().get()).data()).toEqual({ count: 3 });
    await admin.runTransaction(async (transaction) => {
      const one = await transaction.get(admin.doc('c/1'));
      transaction.update(one.ref, { n: one.get('n') + 10, tags: FieldValue.arrayUnion('new') });
    });
    expect((await admin.doc('c/1').get()).data()).toEqual({ n: 11, tags: ['all', 'new'] });
    await expect(admin.doc('c/1').create({})).rejects.toMatchObject({ code: 6 });
    await expect(admin.doc('c/9').update({ n: 1 })).rejects.toMatchObject({ code: 5 });
    expect((await admin.listCollections()).map(({ id }) => id)).toEqual(['c']);
  });

  test('a listener receives each commit in one snapshot', async () => {
    const admin = openAdmin(server);
    const seen: string[][] = [];
    const stop = admin
      .collection('c')
      .orderBy('n')
      .onSnapshot((snapshot) => {
        seen.push(snapshot.docChanges().map(({ type, doc }) => `${type} ${doc.id}`));
      });
    await vi.waitFor(() => expect(seen).toEqual([[]]));
    await admin.batch().set(admin.doc('c/a'), { n: 2 }).set(admin.doc('c/b'), { n: 1 }).commit();
    await vi.waitFor(() => expect(seen[1]).toEqual(['added b', 'added a']));
    await admin.doc('c/b').delete();
    await vi.waitFor(() => expect(seen[2]).toEqual(['removed b']));
    stop();
  });
});

describe('the web SDK in Node, over gRPC', () => {
  test('a user reads, writes and listens where the rules let it', async () => {
    const ann = openWeb(server, 'ann');
    const seen: unknown[] = [];
    const stop = web.onSnapshot(
      web.doc(ann, 'mine/ann'),
      settled,
      (snapshot: web.DocumentSnapshot) => {
        if (!snapshot.metadata.hasPendingWrites) seen.push(snapshot.data());
      },
    );
    await vi.waitFor(() => expect(seen).toEqual([undefined]));
    await web.setDoc(web.doc(ann, 'mine/ann'), { visits: 1 });
    await web.updateDoc(web.doc(ann, 'mine/ann'), { visits: web.increment(2) });
    await vi.waitFor(() => expect(seen.at(-1)).toEqual({ visits: 3 }));
    stop();
    await expect(web.getDoc(web.doc(ann, 'mine/bob'))).rejects.toMatchObject({
      code: 'permission-denied',
    });
    await expect(web.setDoc(web.doc(ann, 'mine/bob'), {})).rejects.toMatchObject({
      code: 'permission-denied',
    });
    const nobody = openWeb(server);
    await expect(web.getDoc(web.doc(nobody, 'mine/ann'))).rejects.toMatchObject({
      code: 'permission-denied',
    });
  });

  test('a client catches up after an outage of its server', async () => {
    const restoreFrom = mkdtempSync(join(tmpdir(), 'firestore-'));
    const options = { projectId: PROJECT_ID, rules: RULES, restoreFrom };
    const before = await startFirestoreServer({ ...options, port: 0 });
    const client = openWeb(before);
    const seen: unknown[] = [];
    const stop = web.onSnapshot(
      web.doc(client, 'open/a'),
      settled,
      (snapshot: web.DocumentSnapshot) => {
        if (!snapshot.metadata.fromCache) seen.push(snapshot.data());
      },
    );
    await web.setDoc(web.doc(client, 'open/a'), { n: 1 });
    await vi.waitFor(() => expect(seen.at(-1)).toEqual({ n: 1 }));
    await before.close();
    await before.save(restoreFrom);
    const after = await startFirestoreServer({ ...options, port: before.port });
    await openAdmin(after).doc('open/a').set({ n: 2 });
    await vi.waitFor(() => expect(seen.at(-1)).toEqual({ n: 2 }), 20_000);
    stop();
    await closeClients();
    await after.close();
    rmSync(restoreFrom, { recursive: true });
  });
});

describe('firebase/firestore/lite over REST', () => {
  test('reads, writes, queries and transactions work', async () => {
    const ann = openLite(server, 'ann');
    const place = lite.doc(ann, 'open/ä b%20:c');
    await lite.setDoc(place, { n: 1, when: lite.serverTimestamp(), zero: -0, no: Number.NaN });
    await lite.runTransaction(ann, async (transaction) => {
      transaction.update(place, { n: (await transaction.get(place)).get('n') + 1 });
    });
    const found = (await lite.getDoc(place)).data();
    expect(found).toMatchObject({ n: 2, zero: -0, no: Number.NaN });
    expect(found?.when).toBeInstanceOf(lite.Timestamp);
    const query = lite.query(lite.collection(ann, 'open'), lite.where('n', '>', 1));
    expect((await lite.getDocs(query)).docs.map(({ id }) => id)).toEqual(['ä b%20:c']);
    const batch = lite.writeBatch(ann);
    batch.delete(place);
    await batch.commit();
    expect((await lite.getDoc(place)).exists()).toBe(false);
    await expect(lite.getDoc(lite.doc(ann, 'mine/bob'))).rejects.toMatchObject({
      code: 'permission-denied',
    });
  });
});

describe('the server', () => {
  test('saves data that another server can restore, and can be cleared', async () => {
    const dir = mkdtempSync(join(tmpdir(), 'firestore-'));
    await openAdmin(server).doc('c/a').set({ n: 1 });
    await server.save(join(dir, 'saved'));
    await server.clear();
    expect((await openAdmin(server).doc('c/a').get()).exists).toBe(false);
    const other = await startFirestoreServer({
      port: 0,
      projectId: PROJECT_ID,
      restoreFrom: join(dir, 'saved'),
    });
    expect((await openAdmin(other).doc('c/a').get()).data()).toEqual({ n: 1 });
    await closeClients();
    await other.close();
    rmSync(dir, { recursive: true });
  });

  test('keeps projects apart, and their rules', async () => {
    const path = (project: string) =>
      `${server.url}/v1/projects/${project}/databases/(default)/documents/open/a`;
    const get = async (project: string) => (await fetch(path(project))).status;
    await fetch(path('demo-one'), { method: 'PATCH', body: '{}' });
    expect([await get('demo-one'), await get('demo-two')]).toEqual([200, 404]);
    await fetch(`${server.url}/emulator/v1/projects/demo-one:securityRules`, {
      method: 'PUT',
      body: JSON.stringify({
        rules: { files: [{ content: "rules_version = '2'; service cloud.firestore {}" }] },
      }),
    });
    expect([await get('demo-one'), await get('demo-two')]).toEqual([403, 404]);
    expect(await get('real-project')).toBe(403);
  });

  test('gives access only to the owner without rules', async () => {
    const locked = await startFirestoreServer({ port: 0, projectId: PROJECT_ID });
    const url = `${locked.url}/v1/projects/${PROJECT_ID}/databases/(default)/documents/c/d`;
    expect((await fetch(url)).status).toBe(403);
    expect((await fetch(url, { headers: { authorization: 'Bearer owner' } })).status).toBe(404);
    await locked.close();
  });

  test('starts only for demo projects, on this machine, with valid rules', async () => {
    const start = (options: object) =>
      startFirestoreServer({ port: 0, projectId: PROJECT_ID, ...options });
    await expect(start({ projectId: 'real' })).rejects.toThrow('does not start with demo-');
    await expect(start({ rules: 'nonsense' })).rejects.toThrow('Line 1');
    await expect(start({ port: server.port })).rejects.toThrow('EADDRINUSE');
  });
});

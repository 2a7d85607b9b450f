import { closeAll, keptChromium } from '@datchain/testing/ui/kept-chromium.ts';
import type { Browser, Page } from '@playwright/test';
import type { initializeApp } from 'firebase/app';
import type * as firestore from 'firebase/firestore';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { type SdkPage, serveSdkPage } from '../testing/sdk-page.ts';
import { type FirestoreServer, startFirestoreServer } from './server.ts';
import { closeClients, openAdmin, PROJECT_ID } from './testing/clients.ts';

type Sdk = typeof firestore & { initializeApp: typeof initializeApp };
declare const sdk: Sdk;
declare const db: firestore.Firestore;
declare const seen: unknown[];

const RULES = `rules_version = '2';
service cloud.firestore {
  match /databases/{database}/documents {
    match /open/{any=**} { allow read, write: if true; }
    match /mine/{uid} { allow read, write: if request.auth.uid == uid; }
  }
}`;

let browser: Browser;
let site: SdkPage;
let page: Page;
let server: FirestoreServer;
const problems: string[] = [];

beforeAll(async () => {
  site = await serveSdkPage(new URL('./testing/page-entry.ts', import.meta.url));
  browser = await keptChromium();
}, 60_000);

afterAll(async () => {
  await closeAll(browser);
  site.close();
});

beforeEach(async () => {
  server = await startFirestoreServer({ port: 0, projectId: PROJECT_ID, rules: RULES });
  page = await (await browser.newContext()).newPage();
  problems.length = 0;
  page.on('pageerror', (error) => problems.push(error.message));
  await page.goto(site.url);
});

afterEach(async () => {
  await page.context().close();
  await closeClients();
  await server.close();
  expect(problems).toEqual([]);
});

async function connect(settings: firestore.FirestoreSettings = {}): Promise<void> {
  await page.evaluate(
    ({ port, projectId, settings }) => {
      const app = sdk.initializeApp({ projectId, apiKey: 'none' });
      const db = sdk.initializeFirestore(app, settings);
      sdk.connectFirestoreEmulator(db, '127.0.0.1', port, { mockUserToken: { user_id: 'ann' } });
      Object.assign(window, { db, seen: [] });
    },
    { port: server.port, projectId: PROJECT_ID, settings },
  );
}

const ways: readonly (readonly [string, firestore.FirestoreSettings])[] = [
  ['streaming', {}],
  ['long polling', { experimentalForceLongPolling: true }],
];

test.each(ways)(
  'in a browser by %s a user listens, writes, counts and is refused',
  async (_, settings) => {
    await connect(settings);
    await page.evaluate(async () => {
      const mine = sdk.doc(db, 'mine/ann');
      sdk.onSnapshot(mine, { includeMetadataChanges: true }, (snapshot) => {
        if (!snapshot.metadata.hasPendingWrites) seen.push(snapshot.data() ?? 'nothing');
      });
      await sdk.setDoc(mine, { name: 'Ann 🎵', visits: 1 });
      await sdk.updateDoc(mine, { visits: sdk.increment(1) });
      await sdk.runTransaction(db, async (transaction) => {
        const now = await transaction.get(mine);
        transaction.update(mine, { visits: now.get('visits') + 1 });
      });
    });
    const last = () => page.evaluate(() => seen.at(-1));
    await vi.waitFor(async () => expect(await last()).toEqual({ name: 'Ann 🎵', visits: 3 }));
    const refused = await page.evaluate(async () => {
      const codeOf = (error: { code: string }) => error.code;
      const bob = sdk.doc(db, 'mine/bob');
      return [
        await sdk.getDoc(bob).then(() => 'read', codeOf),
        await sdk.setDoc(bob, {}).then(() => 'written', codeOf),
      ];
    });
    expect(refused).toEqual(['permission-denied', 'permission-denied']);
  },
);

test('in a browser a query receives the writes of others, one snapshot for each commit', async () => {
  await connect();
  await page.evaluate(() => {
    const query = sdk.query(sdk.collection(db, 'open'), sdk.orderBy('n', 'desc'), sdk.limit(2));
    sdk.onSnapshot(query, (snapshot) => {
      seen.push(snapshot.docs.map((each) => each.id).join());
    });
  });
  const heard = () => page.evaluate(() => seen);
  await vi.waitFor(async () => expect(await heard()).toEqual(['']));
  const admin = openAdmin(server);
  const batch = admin.batch();
  for (const n of [1, 2, 3]) batch.set(admin.doc(`open/${n}`), { n });
  await batch.commit();
  await vi.waitFor(async () => expect(await heard()).toEqual(['', '3,2']));
  await admin.doc('open/3').delete();
  await vi.waitFor(async () => expect(await heard()).toEqual(['', '3,2', '2,1']));
});

test('in a browser a listener survives an outage of its server', {
  tags: 'long',
}, async () => {
  await connect();
  await page.evaluate(() => {
    sdk.onSnapshot(sdk.doc(db, 'open/a'), { includeMetadataChanges: true }, (snapshot) => {
      if (!snapshot.metadata.fromCache) seen.push(snapshot.get('n') ?? 'nothing');
    });
  });
  await vi.waitFor(async () => expect(await page.evaluate(() => seen)).toEqual(['nothing']));
  const { port } = server;
  await server.close();
  server = await startFirestoreServer({ port, projectId: PROJECT_ID, rules: RULES });
  await openAdmin(server).doc('open/a').set({ n: 2 });
  await vi.waitFor(async () => expect(await page.evaluate(() => seen.at(-1))).toBe(2), 40_000);
});

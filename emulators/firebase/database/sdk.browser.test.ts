import { closeAll, keptChromium } from '@datchain/testing/ui/kept-chromium.ts';
import type { Browser, Page } from '@playwright/test';
import type { initializeApp } from 'firebase/app';
import type * as database from 'firebase/database';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { type SdkPage, serveSdkPage } from '../testing/sdk-page.ts';
import { type DatabaseServer, startDatabase } from './server.ts';
import { closeClients, NAMESPACE, openAdmin, PROJECT_ID } from './testing/clients.ts';

type Sdk = typeof database & { initializeApp: typeof initializeApp };
declare const sdk: Sdk;

const RULES = `{"rules": {
  "pub": {".read": true, ".write": true},
  "users": {"$uid": {".read": "auth.uid == $uid", ".write": "auth.uid == $uid"}},
}}`;

let browser: Browser;
let site: SdkPage;
let page: Page;
let server: DatabaseServer;
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
  server = await startDatabase({ port: 0, projectId: PROJECT_ID, rules: RULES });
  page = await browser.newPage();
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

async function connect(): Promise<void> {
  await page.evaluate(
    ({ port, namespace, projectId }) => {
      const app = sdk.initializeApp({ projectId });
      const connection = sdk.getDatabase(app, `http://127.0.0.1:9?ns=${namespace}`);
      sdk.connectDatabaseEmulator(connection, '127.0.0.1', port, {
        mockUserToken: { user_id: 'ann' },
      });
      Object.assign(window, { connection });
    },
    { port: server.port, namespace: NAMESPACE, projectId: PROJECT_ID },
  );
}

declare const connection: database.Database;

test('in a browser a signed-in user listens, writes and is refused', async () => {
  await connect();
  const seen = await page.evaluate(async () => {
    const values: unknown[] = [];
    const mine = sdk.ref(connection, 'users/ann');
    sdk.onValue(mine, (snapshot) => values.push(snapshot.val()));
    await sdk.set(mine, { name: 'Ann 🎵', visits: 1 });
    await sdk.update(mine, { visits: 2 });
    const denied = await sdk
      .set(sdk.ref(connection, 'users/bob'), 1)
      .catch((error: { code: string }) => error.code);
    return [values.at(-1), denied];
  });
  expect(seen).toEqual([{ name: 'Ann 🎵', visits: 2 }, 'PERMISSION_DENIED']);
});

test('in a browser an EventSource follows the redirect to another URL and stays live', async () => {
  await openAdmin(server).ref('pub/price').set(5);
  await page.evaluate((url) => {
    const events: string[] = [];
    const source = new EventSource(url);
    source.addEventListener('put', (event) => events.push(event.data));
    source.addEventListener('patch', (event) => events.push(event.data));
    Object.assign(window, { events });
  }, `${server.url}/pub.json?ns=${NAMESPACE}`);
  const events = () => page.evaluate(() => (window as unknown as { events: string[] }).events);
  await vi.waitFor(async () => expect(await events()).toHaveLength(1));
  await openAdmin(server).ref('pub').update({ price: 6, 'stock/left': 1 });
  await vi.waitFor(async () =>
    expect(await events()).toEqual([
      '{"path":"/","data":{"price":5}}',
      '{"path":"/","data":{"price":6,"stock/left":1}}',
    ]),
  );
});

test('a browser that fell back to long-polling returns to the socket', async () => {
  await page.evaluate(() => localStorage.setItem('firebase:previous_websocket_failure', 'true'));
  await page.reload();
  const polled = page.waitForRequest((request) => request.url().includes('/.lp?'));
  await connect();
  await page.evaluate(() => sdk.set(sdk.ref(connection, 'pub/x'), 'arrived'));
  await polled;
  expect((await openAdmin(server).ref('pub/x').get()).val()).toBe('arrived');
  const mark = await page.evaluate(() =>
    localStorage.getItem('firebase:previous_websocket_failure'),
  );
  expect(mark).toBeNull();
}, 20_000);

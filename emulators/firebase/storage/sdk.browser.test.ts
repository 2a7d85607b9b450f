import { closeAll, keptChromium } from '@datchain/testing/ui/kept-chromium.ts';
import type { Browser, Page } from '@playwright/test';
import type { initializeApp } from 'firebase/app';
import type * as firebaseStorage from 'firebase/storage';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type SdkPage, serveSdkPage } from '../testing/sdk-page.ts';
import { type StorageServer, startStorage } from './server.ts';
import { BUCKET, closeClients, openAdmin, PROJECT_ID } from './testing/clients.ts';
import { type CuttingProxy, startCuttingProxy } from './testing/cutting-proxy.ts';

type Sdk = typeof firebaseStorage & { initializeApp: typeof initializeApp };
declare const sdk: Sdk;
declare const storage: firebaseStorage.FirebaseStorage;
declare function someBytes(size: number): Blob;

const RULES = `rules_version = '2';
service firebase.storage {
  match /b/{bucket}/o/mine/{uid}/{file} {
    allow get, create, delete: if request.auth.uid == uid;
  }
}`;

let browser: Browser;
let site: SdkPage;
let page: Page;
let server: StorageServer;
let proxy: CuttingProxy;

beforeAll(async () => {
  site = await serveSdkPage(new URL('./testing/page-entry.ts', import.meta.url));
  browser = await keptChromium();
}, 60_000);

afterAll(async () => {
  await closeAll(browser);
  site.close();
});

beforeEach(async () => {
  server = await startStorage({ port: 0, projectId: PROJECT_ID, rules: RULES });
  proxy = await startCuttingProxy(server.port);
  page = await browser.newPage();
  await page.goto(site.url);
  await page.evaluate(
    ({ port, projectId, storageBucket }) => {
      const app = sdk.initializeApp({ projectId, storageBucket });
      const storage = sdk.getStorage(app);
      const options = { mockUserToken: { user_id: 'ann' } };
      sdk.connectStorageEmulator(storage, '127.0.0.1', port, options);
      const someBytes = (size: number) =>
        new Blob([Uint8Array.from({ length: size }, (_, at) => (at * 31 + (at >> 13)) & 255)]);
      Object.assign(window, { storage, someBytes });
    },
    { port: proxy.port, projectId: PROJECT_ID, storageBucket: BUCKET },
  );
});

afterEach(async () => {
  await page.context().close();
  await closeClients();
  await proxy.close();
  await server.close();
});

const size = 3_000_000;
const expected = () =>
  Buffer.from(Uint8Array.from({ length: size }, (_, at) => (at * 31 + (at >> 13)) & 255));
const stored = async (name: string) => (await openAdmin(server).file(name).download())[0];

function recordCommands(): string[] {
  const commands: string[] = [];
  page.on('request', (request) => {
    const headers = request.headers();
    const command = headers['x-goog-upload-command'];
    if (command) commands.push(`${command} ${headers['x-goog-upload-offset'] ?? ''}`.trim());
  });
  return commands;
}

const FIRST_PART = 256 * 1024;

test('a large file goes up in parts, with progress, and can be paused and resumed', async () => {
  const commands = recordCommands();
  const seen = await page.evaluate(async (bytes) => {
    const task = sdk.uploadBytesResumable(sdk.ref(storage, 'mine/ann/song'), someBytes(bytes), {
      contentType: 'audio/wav',
    });
    const states: string[] = [];
    const progress: number[] = [];
    task.on('state_changed', ({ state, bytesTransferred }) => {
      if (states.at(-1) !== state) states.push(state);
      progress.push(bytesTransferred);
      if (state === 'running' && bytesTransferred > 0 && !states.includes('paused')) task.pause();
      if (state !== 'paused') return;
      progress.length = 0;
      setTimeout(() => task.resume());
    });
    const { metadata } = await task;
    return { states, progress, size: metadata.size };
  }, size);
  expect(seen.states.slice(0, 3)).toEqual(['running', 'paused', 'running']);
  // The part interrupted by the pause may report its progress again; otherwise progress only grows.
  const later = seen.progress.filter((bytes) => bytes > FIRST_PART);
  expect(later).toEqual([...later].sort((a, b) => a - b));
  expect(later.at(-1)).toBe(size);
  expect(later.length).toBeGreaterThan(2);
  expect(seen.size).toBe(size);
  expect(commands.at(-1)).toMatch(/^upload, finalize \d+$/);
  expect(await stored('mine/ann/song')).toEqual(expected());
});

test('an interrupted upload resumes at the last byte that the server has', {
  tags: 'long',
}, async () => {
  const commands = recordCommands();
  proxy.cutAfter(2_000_000);
  const uploaded = await page.evaluate(async (bytes) => {
    const place = sdk.ref(storage, 'mine/ann/song');
    const { metadata } = await sdk.uploadBytesResumable(place, someBytes(bytes));
    return metadata.size;
  }, size);
  expect(uploaded).toBe(size);
  expect(proxy.cuts).toBe(1);
  expect(commands.filter((command) => command === 'start')).toHaveLength(1);
  // Parts that had arrived completely were not sent again.
  expect(proxy.passed).toBeGreaterThan(size);
  expect(proxy.passed).toBeLessThan(size + 1_000_000);
  expect(await stored('mine/ann/song')).toEqual(expected());
});

test('a cancelled upload stores nothing', async () => {
  const code = await page.evaluate(async (bytes) => {
    const task = sdk.uploadBytesResumable(sdk.ref(storage, 'mine/ann/song'), someBytes(bytes));
    task.on('state_changed', ({ bytesTransferred }) => {
      if (bytesTransferred > 0) task.cancel();
    });
    return task.then(
      () => 'done',
      (error: { code: string }) => error.code,
    );
  }, size);
  expect(code).toBe('storage/canceled');
  expect(await openAdmin(server).file('mine/ann/song').exists()).toEqual([false]);
});

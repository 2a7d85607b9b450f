import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type StorageServer, startStorage } from '@datchain/firebase-emulators/storage/server.ts';
import { bundleLive } from '@datchain/testing/ui/bundle-live.ts';
import { closeAll, keptChromium } from '@datchain/testing/ui/kept-chromium.ts';
import type { Browser, Page } from '@playwright/test';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { CutLine } from '../testing/cut-line.ts';
import type {} from '../testing/upload-page.ts';

const MB = 1024 * 1024;
const FILE_BYTES = 24 * MB;
const patiently = { timeout: 20_000 };
const where = { projectId: 'demo-upload', bucket: 'demo-upload.appspot.com', path: 'song.wav' };
const rules = `rules_version = '2';
service firebase.storage {
  match /b/{bucket}/o/{name} {
    allow create: if request.auth.uid == request.resource.metadata.uploader;
    allow get: if true;
  }
}`;

let browser: Browser;
let site: Server;
let storage: StorageServer;
let line: CutLine;
let page: Page;

beforeAll(async () => {
  const script = await bundleLive('../../portal/src/lib/testing/upload-page.ts');
  site = createServer((request, response) => {
    const isScript = request.url === '/live.js';
    response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html; charset=utf-8');
    response.end(
      isScript ? script : '<!doctype html><title>Upload</title><script src="/live.js"></script>',
    );
  });
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  browser = await keptChromium();
});

afterAll(async () => {
  await closeAll(browser);
  site.close();
});

beforeEach(async () => {
  storage = await startStorage({ port: 0, projectId: where.projectId, rules });
  line = await CutLine.to(storage.port);
  page = await browser.newPage();
  await page.goto(`http://127.0.0.1:${(site.address() as AddressInfo).port}/`);
});

afterEach(async () => {
  await page.context().close();
  await line.close();
  await storage.close();
});

const begin = (sessionUrl?: string): Promise<void> =>
  page.evaluate(([at, size]) => window.uploading.begin(at, size), [
    { ...where, port: line.port, sessionUrl },
    FILE_BYTES,
  ] as const);

async function expectWhole(): Promise<void> {
  await page.evaluate(() => window.uploading.upload.done);
  const url = `${storage.url}/v0/b/${where.bucket}/o/${where.path}?alt=media`;
  const bytes = new Uint8Array(await (await fetch(url)).arrayBuffer());
  expect(bytes.length).toBe(FILE_BYTES);
  const wrong = bytes.findIndex((byte, at) => byte !== Math.floor(at / 65_536) % 251);
  expect(wrong).toBe(-1);
}

const progressOf = (): Promise<number[]> => page.evaluate(() => window.uploading.progress);

const connectionOf = (): Promise<boolean[]> => page.evaluate(() => window.uploading.connection);

test('a file is uploaded in pieces, and reports its progress', async () => {
  await begin();
  await expectWhole();
  const progress = await progressOf();
  expect(progress.length).toBeGreaterThan(5);
  expect(progress.at(-1)).toBe(FILE_BYTES);
});

test('a connection that breaks in the middle of a piece costs no more than that piece', async () => {
  line.cutAfter(9 * MB);
  await begin();
  await expectWhole();
  expect(line.sentBytes).toBeLessThan(1.5 * FILE_BYTES);
});

test('an upload pauses while the device is offline, reports that, and resumes from what the server has', {
  tags: 'long',
}, async () => {
  line.cutAfter(9 * MB, { staysDown: true });
  await begin();
  await expect.poll(() => line.isDown, patiently).toBe(true);
  await page.context().setOffline(true);
  await expect.poll(connectionOf, patiently).toEqual([true]);
  line.restore();
  await page.context().setOffline(false);
  await expectWhole();
  expect(await connectionOf()).toEqual([true, false]);
  expect(line.sentBytes).toBeLessThan(1.5 * FILE_BYTES);
});

test('after a reload an upload resumes from what the server has', async () => {
  line.cutAfter(9 * MB, { staysDown: true });
  await begin();
  await expect
    .poll(() => page.evaluate(() => window.uploading.sessionUrl), patiently)
    .toBeDefined();
  const sessionUrl = await page.evaluate(() => window.uploading.sessionUrl);
  await expect.poll(() => line.isDown, patiently).toBe(true);
  await page.reload();
  line.restore();
  await begin(sessionUrl);
  await expectWhole();
  expect(line.sentBytes).toBeLessThan(1.3 * FILE_BYTES);
});

test('an upload starts over when the server no longer knows its session', {
  tags: 'long',
}, async () => {
  const path = `/v0/b/${where.bucket}/o?name=song.wav&upload_id=gone&upload_protocol=resumable`;
  await begin(`http://127.0.0.1:${line.port}${path}`);
  await expectWhole();
});

test('a paused upload resumes where it was', { tags: 'long' }, async () => {
  await begin();
  await expect.poll(progressOf, patiently).not.toEqual([]);
  await page.evaluate(() => window.uploading.upload.pause());
  await expect
    .poll(() => page.evaluate(() => window.uploading.stateOfTask()), patiently)
    .toBe('paused');
  const before = line.sentBytes;
  await page.evaluate(() => window.uploading.upload.resume());
  await expectWhole();
  expect(before).toBeLessThan(FILE_BYTES);
  expect(line.sentBytes).toBeLessThan(1.3 * FILE_BYTES);
});

test('an upload that the rules refuse is not tried again', { tags: 'long' }, async () => {
  storage.setRules(rules.replace('allow create: if', 'allow create: if false &&'));
  await begin();
  const code = await page.evaluate(() =>
    window.uploading.upload.done.catch((error: { code: string }) => error.code),
  );
  expect(code).toBe('storage/unauthorized');
  expect(line.sentBytes).toBeLessThan(1.3 * FILE_BYTES);
});

test('a cancelled upload ends at once, also while it is paused, and leaves no file', async () => {
  for (const isPaused of [false, true]) {
    await page.reload();
    await begin();
    await expect.poll(progressOf, patiently).not.toEqual([]);
    const ended = await page.evaluate(async (pauses) => {
      const { upload } = window.uploading;
      if (pauses) upload.pause();
      upload.cancel();
      return upload.done.then(
        () => 'done',
        (error: Error) => error.name,
      );
    }, isPaused);
    expect(ended).toBe('UploadCancelled');
  }
  expect(storage.changes()).toBe(0);
});

import { generateKeyPairSync } from 'node:crypto';
import { Storage } from '@google-cloud/storage';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type StorageServer, startStorage } from './server.ts';
import { BUCKET, PROJECT_ID } from './testing/clients.ts';

const email = 'functions@demo-test.iam.gserviceaccount.com';
const newKeys = () =>
  generateKeyPairSync('rsa', {
    modulusLength: 2_048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
const own = newKeys();

let server: StorageServer;
let ours: ReturnType<typeof bucketWith>;
let now = Date.now();

beforeAll(async () => {
  const signer = { email, publicKey: own.publicKey };
  server = await startStorage({ port: 0, projectId: PROJECT_ID, now: () => now, signer });
  vi.stubEnv('STORAGE_EMULATOR_HOST', server.url);
  ours = bucketWith(own.privateKey);
  await file().save('0123456789', { contentType: 'audio/mpeg', resumable: false });
});

afterAll(async () => {
  vi.unstubAllEnvs();
  await server.close();
});

const bucketWith = (private_key: string) =>
  new Storage({ projectId: PROJECT_ID, credentials: { client_email: email, private_key } }).bucket(
    BUCKET,
  );

const file = (bucket = ours, generation?: string) =>
  bucket.file("full/ärger (1)+'.mp3", generation === undefined ? {} : { generation });

async function signed(object: ReturnType<typeof file>, further: object = {}): Promise<string> {
  const expires = new Date(now + 60_000);
  const terms = { version: 'v4' as const, action: 'read' as const, expires };
  const [url] = await object.getSignedUrl({ ...terms, accessibleAt: new Date(now), ...further });
  return url;
}

const statusOf = async (url: string, init?: RequestInit) => (await fetch(url, init)).status;

test('a URL signed by the SDK serves the file in whole and in parts, also to pages, and allows nothing else', async () => {
  const url = await signed(file(), { responseDisposition: 'attachment; filename="a b.mp3"' });
  const whole = await fetch(url, { headers: { origin: 'https://page.test' } });
  expect([whole.status, await whole.text()]).toEqual([200, '0123456789']);
  expect(whole.headers.get('content-disposition')).toBe('attachment; filename="a b.mp3"');
  expect(whole.headers.get('access-control-allow-origin')).toBe('*');
  const part = await fetch(url, { headers: { range: 'bytes=2-4' } });
  expect([part.status, await part.text()]).toEqual([206, '234']);
  expect(await statusOf(url, { method: 'HEAD' })).toBe(403);
  expect(await statusOf(url, { method: 'PUT', body: 'x' })).toBe(400);
});

test('a URL with another key, without a signature or valid only later is refused; an old one has expired', async () => {
  expect(await statusOf(await signed(file(bucketWith(newKeys().privateKey))))).toBe(403);
  const url = await signed(file());
  expect(await statusOf(url.split('?', 1)[0] ?? '')).toBe(403);
  const later = { accessibleAt: new Date(now + 3_600_000), expires: new Date(now + 3_660_000) };
  expect(await statusOf(await signed(file(), later))).toBe(403);
  now += 61_000;
  expect(await statusOf(url)).toBe(400);
});

test('a URL for a generation serves that generation', async () => {
  const { generation } = (await file().getMetadata())[0];
  const url = await signed(file(ours, String(generation)));
  expect(await statusOf(url)).toBe(200);
  await file().copy(file(), { metadata: { closed: 'true' } });
  expect(await statusOf(url)).toBe(404);
  expect(await statusOf(await signed(file()))).toBe(200);
});

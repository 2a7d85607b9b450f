import { createHash, randomBytes } from 'node:crypto';
import { readdirSync, statSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  getBytes,
  getDownloadURL,
  getMetadata,
  list,
  listAll,
  ref,
  updateMetadata,
  uploadBytes,
  uploadString,
} from 'firebase/storage';
import { getDownloadURL as getAdminDownloadURL } from 'firebase-admin/storage';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type StorageServer, startStorage } from './server.ts';
import { BUCKET, closeClients, openAdmin, openWeb, PROJECT_ID } from './testing/clients.ts';

const RULES = `rules_version = '2';
service firebase.storage {
  match /b/{bucket}/o {
    match /mine/{uid}/{file=**} { allow read, write: if request.auth.uid == uid; }
    match /small/{file} {
      allow create: if request.resource.size <= 3 && request.resource.contentType == 'text/plain';
      allow get: if resource.metadata.shown == 'yes';
    }
  }
}`;

let dir: string;
let server: StorageServer;

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'storage-sdk-'));
  server = await startStorage({ port: 0, projectId: PROJECT_ID, rules: RULES, dataDir: dir });
});

afterEach(async () => {
  await closeClients();
  await server.close();
  await rm(dir, { recursive: true });
});

const mine = (path: string) => ref(openWeb(server, 'ann'), `mine/ann/${path}`);
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error) => error.code,
  );

test('an uploaded file comes back byte for byte, with its metadata', async () => {
  const bytes = randomBytes(100_000);
  const { metadata } = await uploadBytes(mine('ärger 🎵?.png'), bytes, {
    contentType: 'image/png',
    customMetadata: { uploader: 'ann' },
  });
  expect(metadata).toMatchObject({
    bucket: BUCKET,
    fullPath: 'mine/ann/ärger 🎵?.png',
    size: bytes.length,
    contentType: 'image/png',
    md5Hash: createHash('md5').update(bytes).digest('base64'),
    customMetadata: { uploader: 'ann' },
  });
  expect(Buffer.from(await getBytes(mine('ärger 🎵?.png')))).toEqual(bytes);
  expect((await getMetadata(mine('ärger 🎵?.png'))).generation).toBe(metadata.generation);
});

test('bytes that look like the end of the upload are stored unchanged', async () => {
  const tricky = Buffer.from('\r\n--\r\n--0123456789\r\n\r\n--');
  await uploadBytes(mine('tricky'), tricky);
  expect(Buffer.from(await getBytes(mine('tricky')))).toEqual(tricky);
  await uploadBytes(mine('empty'), new Uint8Array());
  expect((await getBytes(mine('empty'))).byteLength).toBe(0);
});

test('a download URL opens its file for everyone, and nothing else opens it', async () => {
  await uploadString(mine('a.txt'), 'hello', 'raw', { contentType: 'text/plain' });
  const url = await getDownloadURL(mine('a.txt'));
  const escaped = encodeURIComponent('mine/ann/a.txt');
  expect(url).toMatch(`${server.url}/v0/b/${BUCKET}/o/${escaped}?alt=media&token=`);
  const response = await fetch(url);
  expect(await response.text()).toBe('hello');
  expect(response.headers.get('content-type')).toBe('text/plain');
  expect(response.headers.get('x-content-type-options')).toBe('nosniff');
  expect(response.headers.get('content-disposition')).toBe("inline; filename*=utf-8''a.txt");
  const guessed = new URL(url);
  for (const token of ['', 'guessed', `${guessed.searchParams.get('token')}x`]) {
    guessed.searchParams.set('token', token);
    expect((await fetch(guessed)).status).toBe(403);
  }
  expect(await codeOf(getDownloadURL(ref(openWeb(server, 'bob'), 'mine/ann/a.txt')))).toBe(
    'storage/unauthorized',
  );
});

test('metadata can be changed and removed, but not the tokens of download URLs', async () => {
  await uploadString(mine('a'), 'x', 'raw', { customMetadata: { keep: '1', drop: '2' } });
  const url = await getDownloadURL(mine('a'));
  const changed = await updateMetadata(mine('a'), {
    cacheControl: 'no-store',
    contentDisposition: null as unknown as string,
    customMetadata: { drop: null as unknown as string, firebaseStorageDownloadTokens: 'chosen' },
  });
  expect(changed).toMatchObject({ customMetadata: { keep: '1' }, metageneration: '2' });
  const response = await fetch(url);
  expect(response.headers.get('cache-control')).toBe('no-store');
  expect(response.headers.get('content-disposition')).toBeNull();
});

test('folders are listed page by page', async () => {
  for (const name of ['b', 'a', 'x/1', 'x/2', 'y/1', 'c']) await uploadString(mine(name), name);
  const folder = ref(openWeb(server, 'ann'), 'mine/ann');
  const all = await listAll(folder);
  expect(all.items.map(({ name }) => name)).toEqual(['a', 'b', 'c']);
  expect(all.prefixes.map(({ name }) => name)).toEqual(['x', 'y']);
  const seen: string[] = [];
  let pageToken: string | undefined;
  do {
    const page = await list(folder, { maxResults: 2, ...(pageToken && { pageToken }) });
    const names = [...page.items, ...page.prefixes].map(({ name }) => name);
    expect(names.length).toBeLessThanOrEqual(2);
    seen.push(...names);
    pageToken = page.nextPageToken;
  } while (pageToken);
  expect(seen.sort()).toEqual(['a', 'b', 'c', 'x', 'y']);
});

test('a server stores, reads, changes, copies, lists and deletes regardless of the rules', async () => {
  const bucket = openAdmin(server);
  const bytes = randomBytes(1_000_000);
  await bucket.file('x/at once').save('hello', {
    resumable: false,
    contentType: 'text/plain',
    metadata: { metadata: { uploader: 'ann' } },
  });
  await bucket.file('x/large').save(bytes, { resumable: false });
  expect(String((await bucket.file('x/at once').download())[0])).toBe('hello');
  expect((await bucket.file('x/large').download({ validation: 'md5' }))[0]).toEqual(bytes);

  await bucket
    .file('x/at once')
    .setMetadata({ metadata: { checked: 'yes' }, cacheControl: 'no-store' });
  const [metadata] = await bucket.file('x/at once').getMetadata();
  expect(metadata).toMatchObject({
    contentType: 'text/plain',
    cacheControl: 'no-store',
    size: '5',
    crc32c: 'mnG7TA==',
    metadata: { uploader: 'ann', checked: 'yes' },
  });
  await bucket.file('x/large').copy(bucket.file('y/copy'));
  await bucket.file('x/large').delete();
  expect((await bucket.file('y/copy').download())[0]).toEqual(bytes);
  const [files] = await bucket.getFiles({ prefix: 'x/' });
  expect(files.map(({ name }) => name)).toEqual(['x/at once']);
  expect(await bucket.file('x/large').exists()).toEqual([false]);
  await expect(bucket.file('x/large').getMetadata()).rejects.toMatchObject({ code: 404 });
});

test('a copy has the metadata of its source, or only the metadata given for the copy', async () => {
  const bucket = openAdmin(server);
  await bucket.file('from').save('hello', {
    resumable: false,
    contentType: 'text/plain',
    metadata: {
      cacheControl: 'no-store',
      metadata: { uploader: 'ann', firebaseStorageDownloadTokens: 'one,two' },
    },
  });
  const copied = async (options?: object) => {
    await bucket.file('from').copy(bucket.file('to'), options);
    const [{ contentType, cacheControl, metadata }] = await bucket.file('to').getMetadata();
    return { contentType, cacheControl, metadata };
  };
  expect(await copied()).toEqual({
    contentType: 'text/plain',
    cacheControl: 'no-store',
    metadata: { uploader: 'ann', firebaseStorageDownloadTokens: 'one,two' },
  });
  const answer = await fetch(`${server.url}/v0/b/${BUCKET}/o/to?alt=media&token=two`);
  expect(await answer.text()).toBe('hello');

  expect(await copied({ metadata: { checked: 'yes', emptied: null } })).toEqual({
    contentType: 'text/plain',
    cacheControl: undefined,
    metadata: { checked: 'yes', emptied: '' },
  });
  expect((await fetch(`${server.url}/v0/b/${BUCKET}/o/to?alt=media&token=two`)).status).toBe(403);
  expect(await copied({ contentType: 'text/html' })).toEqual({
    contentType: 'text/html',
    cacheControl: undefined,
    metadata: undefined,
  });
});

test('a server reads the first bytes of a large file without the rest', async () => {
  const file = openAdmin(server).file('large');
  const bytes = randomBytes(2_000_000);
  await file.save(bytes, { resumable: false });
  const pieces: Buffer[] = [];
  let range: string | undefined;
  const stream = file.createReadStream({ start: 0, end: 99 });
  stream.on('response', (response) => {
    range = response.headers['content-range'];
  });
  for await (const piece of stream) pieces.push(piece);
  expect(Buffer.concat(pieces)).toEqual(bytes.subarray(0, 100));
  expect(range).toBe('bytes 0-99/2000000');
});

test('a server gets the same download URL as the app', async () => {
  await uploadString(mine('a'), 'x');
  const file = openAdmin(server).file('mine/ann/a');
  expect(await getAdminDownloadURL(file)).toBe(await getDownloadURL(mine('a')));
});

test('a server does not overwrite an object that it expected not to exist', async () => {
  const file = openAdmin(server).file('once');
  const once = { resumable: false, preconditionOpts: { ifGenerationMatch: 0 } };
  await file.save('first', once);
  await expect(file.save('second', once)).rejects.toMatchObject({ code: 412 });
  expect(String((await file.download())[0])).toBe('first');
});

test('an upload of 30 MB is written to disk as it arrives, not held in memory', async () => {
  const piece = Buffer.alloc(1024 * 1024, 7);
  const upload = request(
    `${server.url}/upload/storage/v1/b/${BUCKET}/o?uploadType=media&name=big`,
    {
      method: 'POST',
      headers: { 'content-type': 'audio/wav' },
    },
  );
  const answered = new Promise<number>((resolve) => {
    upload.on('response', (response) => resolve(response.statusCode ?? 0));
  });
  const onDisk = () =>
    readdirSync(join(dir, 'uploads')).reduce(
      (sum, name) => sum + statSync(join(dir, 'uploads', name)).size,
      0,
    );
  // After each third all bytes sent so far are on disk, before more are sent.
  for (const third of [1, 2, 3]) {
    for (let megabyte = 0; megabyte < 10; megabyte += 1) upload.write(piece);
    await vi.waitFor(() => expect(onDisk()).toBe(third * 10 * piece.length), { timeout: 20_000 });
  }
  upload.end();
  expect(await answered).toBe(200);
  const [metadata] = await openAdmin(server).file('big').getMetadata();
  expect(metadata.size).toBe(String(30 * piece.length));
  expect((await openAdmin(server).file('big').download())[0].length).toBe(30 * piece.length);
});

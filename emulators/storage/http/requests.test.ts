import { request } from 'node:http';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { aToken } from '../../database/testing/clients.ts';
import { type StorageServer, startStorage } from '../server.ts';
import { BUCKET, PROJECT_ID } from '../testing/clients.ts';

const RULES = `rules_version = '2';
service firebase.storage {
  match /b/{bucket}/o/{name} {
    allow read: if name == 'open' || request.auth.uid == 'ann';
    allow write: if request.auth.uid == 'ann';
  }
}`;

let server: StorageServer;
let now: number;

beforeEach(async () => {
  now = Date.now();
  server = await startStorage({ port: 0, projectId: PROJECT_ID, rules: RULES, now: () => now });
});
afterEach(() => server.close());

const ann = () => ({ authorization: `Firebase ${aToken('ann', Math.floor(now / 1000))}` });
const app = (path: string, init: RequestInit = {}) =>
  fetch(`${server.url}/v0/b/${BUCKET}/o${path}`, init);
const admin = (path: string, init: RequestInit = {}) => fetch(`${server.url}${path}`, init);
const put = (name: string, body: BodyInit, headers: Record<string, string> = {}) =>
  admin(`/upload/storage/v1/b/${BUCKET}/o?uploadType=media&name=${name}`, {
    method: 'POST',
    headers,
    body,
  });
const messageOf = async (response: Response) => (await response.json()).error.message;

describe('who is let in', () => {
  test('a page of any origin may call what an app calls, and read what the SDK needs', async () => {
    const preflight = await app('?name=a', {
      method: 'OPTIONS',
      headers: {
        origin: 'http://a.test',
        'access-control-request-headers': 'authorization,x-goog-upload-command',
      },
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-headers')).toContain(
      'x-goog-upload-command',
    );
    const denied = await app('/a', { headers: { origin: 'http://a.test' } });
    expect(denied.headers.get('access-control-allow-origin')).toBe('*');
    for (const name of [
      'X-Goog-Upload-URL',
      'X-Goog-Upload-Status',
      'X-Goog-Upload-Size-Received',
    ]) {
      expect(denied.headers.get('access-control-expose-headers')).toContain(name);
    }
  });

  test('a page never gets where nobody is asked for a token', async () => {
    const headers = { origin: 'http://a.test' };
    for (const path of [
      `/b/${BUCKET}/o/a`,
      `/upload/storage/v1/b/${BUCKET}/o?name=a`,
      '/internal/setRules',
    ]) {
      const response = await admin(path, { method: 'POST', headers, body: '{}' });
      expect([response.status, await messageOf(response)]).toEqual([403, 'Not for web pages.']);
    }
    await put('a', 'secret');
    const posing = { ...headers, 'x-goog-api-client': 'gl-node/24 gccl/8' };
    expect((await app('/a', { headers: posing })).status).toBe(403);
  });

  test('a name that somebody else pointed at this machine is no way in', async () => {
    await put('a', 'secret');
    const status = await new Promise((resolve) => {
      const options = {
        port: server.port,
        path: `/b/${BUCKET}/o/a`,
        headers: { host: 'evil.example' },
      };
      request({ host: '127.0.0.1', ...options }, (response) => {
        response.resume();
        resolve(response.statusCode);
      }).end();
    });
    expect(status).toBe(421);
  });

  test.each([
    ['rubbish', 'Could not parse auth token.'],
    [
      `${aToken('ann')}signature`.replace(
        /^[^.]+/,
        Buffer.from('{"alg":"RS256"}').toString('base64url'),
      ),
      'Only tokens of the local Auth emulator (alg none) are accepted.',
    ],
    [aToken('ann', 1_000), 'Auth token is expired'],
  ])('a token that proves nothing is 401', async (token, message) => {
    const response = await app('/open', { headers: { authorization: `Firebase ${token}` } });
    expect([response.status, await messageOf(response)]).toEqual([401, message]);
  });

  test("another project's token is 401, and only demo buckets are served", async () => {
    const other = await fetch(`${server.url}/v0/b/demo-other/o/a`, { headers: ann() });
    expect(other.status).toBe(401);
    for (const path of ['/v0/b/dats.firebasestorage.app/o/a', '/b/dats/o/a', '/b/dats/o']) {
      const response = await admin(path);
      expect([response.status, await messageOf(response)]).toEqual([
        400,
        expect.stringContaining('does not start with demo-'),
      ]);
    }
  });
});

describe('downloads', () => {
  const range = async (header: string, name = 'open') => {
    const response = await app(`/${name}?alt=media`, { headers: { range: header } });
    return [
      response.status,
      response.headers.get('content-range'),
      response.ok ? await response.text() : '',
    ];
  };

  test('any part of a file', async () => {
    await put('open', '0123456789');
    expect(await range('bytes=0-0')).toEqual([206, 'bytes 0-0/10', '0']);
    expect(await range('bytes=2-4')).toEqual([206, 'bytes 2-4/10', '234']);
    expect(await range('bytes=8-')).toEqual([206, 'bytes 8-9/10', '89']);
    expect(await range('bytes=8-99')).toEqual([206, 'bytes 8-9/10', '89']);
    expect(await range('bytes=-3')).toEqual([206, 'bytes 7-9/10', '789']);
    expect(await range('bytes=-99')).toEqual([206, 'bytes 0-9/10', '0123456789']);
    expect(await range('bytes=10-')).toEqual([416, 'bytes */10', '']);
    expect(await range('bytes=-0')).toEqual([416, 'bytes */10', '']);
    for (const ignored of ['bytes=4-2', 'bytes=0-1,3-4', 'lines=1-2', 'bytes=-']) {
      expect(await range(ignored)).toEqual([200, null, '0123456789']);
    }
  });

  test('what an uploader says of a file never makes it a page', async () => {
    const page = '<script>alert(1)</script>';
    await put('open', page, { 'content-type': 'image/png' });
    const response = await app('/open?alt=media');
    expect(response.headers.get('content-type')).toBe('image/png');
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(response.headers.get('x-goog-hash')).toMatch(/^crc32c=\S+==,md5=\S+==$/);
  });

  test('only the head, and nothing when nothing has changed', async () => {
    await put('open', 'hello');
    const head = await app('/open?alt=media', { method: 'HEAD' });
    expect([head.status, head.headers.get('content-length')]).toEqual([200, '5']);
    const etag = head.headers.get('etag') ?? '';
    expect((await app('/open?alt=media', { headers: { 'if-none-match': etag } })).status).toBe(304);
    await put('open', 'newer');
    expect((await app('/open?alt=media', { headers: { 'if-none-match': etag } })).status).toBe(200);
  });
});

describe('bad requests are refused and leave nothing', () => {
  const multipart = (body: string, type = 'multipart/related; boundary=cut') =>
    app('?name=a', {
      method: 'POST',
      headers: { ...ann(), 'x-goog-upload-protocol': 'multipart', 'content-type': type },
      body,
    });
  const whole = (metadata: string) =>
    `--cut\r\nContent-Type: application/json\r\n\r\n${metadata}\r\n--cut\r\nContent-Type: text/plain\r\n\r\nbytes\r\n--cut--`;

  afterEach(async () => {
    expect((await (await admin(`/b/${BUCKET}/o`)).json()).items).toEqual([]);
  });

  test.each([
    ['no boundary', 'multipart/related', whole('{}'), /needs a boundary/],
    ['no parts', undefined, 'hello', /malformed or was cut off/],
    ['the end is missing', undefined, whole('{}').slice(0, -12), /malformed or was cut off/],
    ['metadata that is no JSON', undefined, whole('{oops'), /not valid JSON/],
    ['metadata of another form', undefined, whole('{"contentType": 5}'), /Metadata contentType: /],
    [
      'metadata with a line break',
      undefined,
      whole('{"cacheControl": "a\\r\\nb"}'),
      /Metadata cacheControl: .*header/,
    ],
    [
      'metadata without end',
      undefined,
      whole(`{"metadata": {"a": "${'x'.repeat(9000)}"}}`),
      /limited to 8 KiB/,
    ],
    [
      'another checksum',
      undefined,
      whole('{"md5Hash": "AAAA"}'),
      /Provided md5Hash "AAAA" doesn't match/,
    ],
  ])('%s', async (_title, type, body, message) => {
    const response = await multipart(body, type);
    expect([response.status, await messageOf(response)]).toEqual([
      400,
      expect.stringMatching(message),
    ]);
  });

  test.each([
    ['empty', ''],
    ['with a line break', 'a%0Ab'],
    ['of the folder above', '..'],
    ['of 1025 bytes', 'x'.repeat(1025)],
  ])('a name: %s', async (_title, name) => {
    const response = await app(`?name=${name}`, { method: 'POST', headers: ann(), body: 'x' });
    expect(response.status).toBe(400);
  });

  test.each([
    ['PUT', `/b/${BUCKET}/o/a`],
    ['POST', `/b/${BUCKET}/o/a/compose`],
    ['POST', `/b/${BUCKET}/acl`],
  ])('%s %s is not implemented', async (method, path) => {
    const response = await admin(path, { method });
    expect([response.status, await messageOf(response)]).toEqual([
      501,
      expect.stringContaining(method),
    ]);
  });
});

describe('uploads in parts', () => {
  const start = async (name = 'song', size?: number) => {
    const response = await app(`?name=${name}`, {
      method: 'POST',
      headers: {
        ...ann(),
        'x-goog-upload-protocol': 'resumable',
        'x-goog-upload-command': 'start',
        ...(size !== undefined && { 'x-goog-upload-header-content-length': String(size) }),
      },
      body: '{}',
    });
    return response.headers.get('x-goog-upload-url') ?? '';
  };
  const send = async (url: string, command: string, offset?: number, body?: string) => {
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        'x-goog-upload-command': command,
        ...(offset !== undefined && { 'x-goog-upload-offset': String(offset) }),
      },
      body: body ?? null,
    });
    const text = await response.text();
    return {
      status: response.status,
      upload: response.headers.get('x-goog-upload-status'),
      received: response.headers.get('x-goog-upload-size-received'),
      text,
    };
  };
  const content = async (name = 'song') =>
    (await app(`/${name}?alt=media`, { headers: ann() })).text();

  test('arrive in order; one that was sent before is passed over, one that is missing is not', async () => {
    const url = await start();
    expect(await send(url, 'upload', 0, 'abc')).toMatchObject({
      status: 200,
      upload: 'active',
      received: '3',
    });
    expect(await send(url, 'upload', 5, 'x')).toMatchObject({ status: 400 });
    expect(await send(url, 'upload', 1, 'bcd')).toMatchObject({ received: '4' });
    expect(await send(url, 'query')).toMatchObject({ upload: 'active', received: '4' });
    expect(await send(url, 'upload, finalize', 4, 'ef')).toMatchObject({
      status: 200,
      upload: 'final',
      received: '6',
    });
    expect(await content()).toBe('abcdef');
  });

  test('are answered the same when the end is sent again because its answer was lost', async () => {
    const url = await start();
    const first = await send(url, 'upload, finalize', 0, 'abc');
    expect(await send(url, 'upload, finalize', 0, 'abc')).toEqual(first);
    expect(await send(url, 'query')).toMatchObject({ upload: 'final', received: '3' });
    expect(JSON.parse(first.text)).toMatchObject({ generation: expect.any(String), size: '3' });
  });

  test('are refused at the end, again and again, when the rules say no', async () => {
    const response = await app('?name=song', {
      method: 'POST',
      headers: { 'x-goog-upload-protocol': 'resumable', 'x-goog-upload-command': 'start' },
      body: '{}',
    });
    const url = response.headers.get('x-goog-upload-url') ?? '';
    for (const command of ['upload, finalize', 'finalize']) {
      expect(await send(url, command, 0, 'abc')).toMatchObject({ status: 403, upload: 'final' });
    }
    expect((await app('/song', { headers: ann() })).status).toBe(404);
  });

  test('must have the size that was announced', async () => {
    const url = await start('song', 5);
    expect(await send(url, 'upload, finalize', 0, 'abc')).toMatchObject({
      status: 400,
      upload: 'active',
    });
    expect(await send(url, 'upload, finalize', 3, 'de')).toMatchObject({ status: 200 });
    expect(await content()).toBe('abcde');
  });

  test('are gone once cancelled, and unknown when they were never begun', async () => {
    const url = await start();
    await send(url, 'upload', 0, 'abc');
    expect(await send(url, 'cancel')).toMatchObject({ status: 200, upload: 'cancelled' });
    expect(await send(url, 'upload, finalize', 3, 'd')).toMatchObject({ status: 400 });
    expect(await send(url.replace(/upload_id=[^&]+/, 'upload_id=x'), 'query')).toMatchObject({
      status: 404,
    });
    expect(await send(await start(), 'destroy')).toMatchObject({ status: 400 });
  });

  test('of two of the same name that end together, each is whole', async () => {
    const urls = await Promise.all([start(), start()]);
    const texts = ['a'.repeat(300_000), 'b'.repeat(300_000)];
    await Promise.all(urls.map((url, at) => send(url, 'upload, finalize', 0, texts[at])));
    expect(texts).toContain(await content());
  });

  test('of a server go on where they stopped', async () => {
    const begun = await admin(`/upload/storage/v1/b/${BUCKET}/o?uploadType=resumable&name=song`, {
      method: 'POST',
      headers: { 'x-upload-content-type': 'audio/wav' },
    });
    const url = begun.headers.get('location') ?? '';
    const part = async (range: string, body?: string) => {
      const response = await fetch(url, {
        method: 'PUT',
        headers: { 'content-range': range },
        body: body ?? null,
      });
      return [response.status, response.headers.get('range')];
    };
    expect(await part('bytes */*')).toEqual([308, null]);
    expect(await part('bytes 0-2/*', 'abc')).toEqual([308, 'bytes=0-2']);
    expect(await part('bytes */6')).toEqual([308, 'bytes=0-2']);
    expect(await part('bytes 3-5/6', 'def')).toEqual([200, null]);
    expect(await part('bytes */6')).toEqual([200, null]);
    expect(await part('lines 1-2')).toEqual([400, null]);
    expect(await content()).toBe('abcdef');
  });
});

test('rules are exchanged at once, and a file with a mistake changes nothing', async () => {
  const set = (content: string) =>
    admin('/internal/setRules', {
      method: 'PUT',
      body: JSON.stringify({ rules: { files: [{ name: 'storage.rules', content }] } }),
    });
  await put('other', 'x');
  expect((await app('/other')).status).toBe(403);
  const wrong = await set(RULES.replace('name ==', 'nam =='));
  expect([wrong.status, await messageOf(wrong)]).toEqual([
    400,
    'Line 4, column 20: Unknown variable nam',
  ]);
  expect((await app('/other')).status).toBe(403);
  expect((await set(RULES.replace("'open'", "'other'"))).status).toBe(200);
  expect((await app('/other')).status).toBe(200);
  expect((await admin('/internal/setRules', { method: 'PUT', body: '{}' })).status).toBe(400);
});

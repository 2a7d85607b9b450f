import { request } from 'node:http';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { aToken } from '../../database/testing/clients.ts';
import { BUCKET } from '../testing/clients.ts';
import { ann, RULES, readErrorMessage, startWire, type Wire } from '../testing/wire.ts';

let wire: Wire;
const app: Wire['app'] = (...call) => wire.app(...call);
const admin: Wire['admin'] = (...call) => wire.admin(...call);
const put: Wire['put'] = (...call) => wire.put(...call);

beforeEach(async () => {
  wire = await startWire();
});
afterEach(() => wire.server.close());

describe('access', () => {
  test("a page of any origin may call the app's paths and read the headers that the SDK needs", async () => {
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

  test('a page has no access to paths that need no token', async () => {
    const headers = { origin: 'http://a.test' };
    for (const path of [
      `/b/${BUCKET}/o/a`,
      `/upload/storage/v1/b/${BUCKET}/o?name=a`,
      '/internal/setRules',
    ]) {
      const response = await admin(path, { method: 'POST', headers, body: '{}' });
      expect([response.status, await readErrorMessage(response)]).toEqual([
        403,
        'Not for web pages.',
      ]);
    }
    await put('a', 'secret');
    const posing = { ...headers, 'x-goog-api-client': 'gl-node/24 gccl/8' };
    expect((await app('/a', { headers: posing })).status).toBe(403);
  });

  test('a foreign host name that points at this machine is refused', async () => {
    await put('a', 'secret');
    const status = await new Promise((resolve) => {
      const options = {
        port: wire.server.port,
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
  ])('a token is refused with 401: $1', async (token, message) => {
    const response = await app('/open', { headers: { authorization: `Firebase ${token}` } });
    expect([response.status, await readErrorMessage(response)]).toEqual([401, message]);
  });

  test('a token of another project is refused with 401, and only demo buckets are served', async () => {
    const other = await fetch(`${wire.server.url}/v0/b/demo-other/o/a`, { headers: ann() });
    expect(other.status).toBe(401);
    for (const path of ['/v0/b/dats.firebasestorage.app/o/a', '/b/dats/o/a', '/b/dats/o']) {
      const response = await admin(path);
      expect([response.status, await readErrorMessage(response)]).toEqual([
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

  test('can be any part of a file', async () => {
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

  test('keep the declared type, and nosniff stops browsers from reading a picture as a page', async () => {
    const page = '<script>alert(1)</script>';
    await put('open', page, { 'content-type': 'image/png' });
    const response = await app('/open?alt=media');
    expect(response.headers.get('content-type')).toBe('image/png');
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(response.headers.get('x-goog-hash')).toMatch(/^crc32c=\S+==,md5=\S+==$/);
  });

  test('can be headers only, and are empty if nothing has changed', async () => {
    await put('open', 'hello');
    const head = await app('/open?alt=media', { method: 'HEAD' });
    expect([head.status, head.headers.get('content-length')]).toEqual([200, '5']);
    const etag = head.headers.get('etag') ?? '';
    expect((await app('/open?alt=media', { headers: { 'if-none-match': etag } })).status).toBe(304);
    await put('open', 'newer');
    expect((await app('/open?alt=media', { headers: { 'if-none-match': etag } })).status).toBe(200);
  });
});

describe('bad requests are refused and store nothing', () => {
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
      'metadata of more than 8 KiB',
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
    expect([response.status, await readErrorMessage(response)]).toEqual([
      400,
      expect.stringMatching(message),
    ]);
  });

  test.each([
    ['empty', ''],
    ['with a line break', 'a%0Ab'],
    ['of the folder above', '..'],
    ['of 1025 bytes', 'x'.repeat(1025)],
  ])('a name is refused: %s', async (_title, name) => {
    const response = await app(`?name=${name}`, { method: 'POST', headers: ann(), body: 'x' });
    expect(response.status).toBe(400);
  });

  test.each([
    ['PUT', `/b/${BUCKET}/o/a`],
    ['POST', `/b/${BUCKET}/o/a/compose`],
    ['POST', `/b/${BUCKET}/acl`],
  ])('%s %s is not implemented', async (method, path) => {
    const response = await admin(path, { method });
    expect([response.status, await readErrorMessage(response)]).toEqual([
      501,
      expect.stringContaining(method),
    ]);
  });
});

test('rules can be replaced at runtime, and a file with a mistake changes nothing', async () => {
  const set = (content: string) =>
    admin('/internal/setRules', {
      method: 'PUT',
      body: JSON.stringify({ rules: { files: [{ name: 'storage.rules', content }] } }),
    });
  await put('other', 'x');
  expect((await app('/other')).status).toBe(403);
  const wrong = await set(RULES.replace('name ==', 'nam =='));
  expect([wrong.status, await readErrorMessage(wrong)]).toEqual([
    400,
    'Line 4, column 20: Unknown variable nam',
  ]);
  expect((await app('/other')).status).toBe(403);
  expect((await set(RULES.replace("'open'", "'other'"))).status).toBe(200);
  expect((await app('/other')).status).toBe(200);
  expect((await admin('/internal/setRules', { method: 'PUT', body: '{}' })).status).toBe(400);
});

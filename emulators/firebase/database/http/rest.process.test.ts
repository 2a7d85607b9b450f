import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type DatabaseServer, startDatabase } from '../server.ts';
import { aToken, NAMESPACE, PROJECT_ID } from '../testing/clients.ts';

const RULES = `{"rules": {
  "pub": {".read": true, ".write": true, "items": {".indexOn": ".value"}},
  "users": {"$uid": {".read": "auth.uid == $uid", ".write": "auth.uid == $uid"}},
}}`;
const OWNER = { authorization: 'Bearer owner' };

let server: DatabaseServer;

beforeAll(async () => {
  server = await startDatabase({ port: 0, projectId: PROJECT_ID, rules: RULES });
});
afterAll(() => server.close());
beforeEach(() => call('DELETE', '', undefined, OWNER));

async function call(
  method: string,
  path: string,
  json?: unknown,
  headers: Record<string, string> = {},
) {
  const [place, params = ''] = path.split('?');
  const response = await fetch(`${server.url}/${place}.json?ns=${NAMESPACE}&${params}`, {
    method,
    headers,
    ...(json !== undefined && { body: JSON.stringify(json) }),
  });
  const text = await response.text();
  return {
    status: response.status,
    body: text === '' ? undefined : JSON.parse(text),
    etag: response.headers.get('etag'),
  };
}

test('a value can be put, read, changed in several places and deleted', async () => {
  expect(await call('PUT', 'pub/a', { x: 1, y: { z: 2 } })).toMatchObject({
    status: 200,
    body: { x: 1, y: { z: 2 } },
  });
  expect((await call('PATCH', 'pub/a', { 'y/z': 3, w: 4 })).body).toEqual({ 'y/z': 3, w: 4 });
  expect((await call('GET', 'pub/a')).body).toEqual({
    x: 1,
    y: { z: 3 },
    w: 4,
  });
  const before = Date.now();
  const at = (await call('PUT', 'pub/at', { '.sv': 'timestamp' })).body;
  expect(at).toBeGreaterThanOrEqual(before);
  expect((await call('DELETE', 'pub/a')).body).toBeNull();
  expect((await call('GET', 'pub/a')).body).toBeNull();
});

test('silent answers have no body', async () => {
  expect(await call('PUT', 'pub/a?print=silent', { b: { c: 1 }, d: 2 })).toMatchObject({
    status: 204,
    body: undefined,
  });
});

test('mostly filled lists are returned as arrays, sparse ones as objects', async () => {
  await call('PUT', 'pub/a', { full: ['a', 'b', null, 'd'], sparse: { 7: 'x', 9: 'y' } });
  expect((await call('GET', 'pub/a')).body).toEqual({
    full: ['a', 'b', null, 'd'],
    sparse: { 7: 'x', 9: 'y' },
  });
});

describe('a query answers only its window', () => {
  const items = { a: 3, b: 1, c: 2, d: { n: 4 } };
  test.each([
    ['orderBy="$value"&startAt=2', ['a', 'c']],
    ['orderBy="$key"&limitToFirst=2', ['a', 'b']],
    ['orderBy="$key"&startAt="b"&limitToFirst=2', ['b', 'c']],
    ['orderBy="$key"&startAt="c"', ['c', 'd']],
  ])('%s gives the keys %j', async (params, keys) => {
    await call('PUT', 'pub/items', items);
    const { body } = await call('GET', `pub/items?${encodeURI(params)}`);
    expect(Object.keys(body).sort()).toEqual(keys);
  });

  test.each([
    ['limitToFirst=2', /orderBy must be defined/],
    ['orderBy=n', /JSON value/],
    ['orderBy="$key"&startAt=x', /JSON value/],
    ['orderBy="$key"&limitToFirst=0', /positive integer/],
  ])('%s is refused', async (params, message) => {
    const { status, body } = await call('GET', `pub/items?${encodeURI(params)}`);
    expect(status).toBe(400);
    expect(body.error).toMatch(message);
  });
});

test('a conditional write happens only while the value is still the one that was read', async () => {
  const read = await call('GET', 'pub/n', undefined, { 'x-firebase-etag': 'true' });
  expect(read.etag).toBe('null_etag');
  const first = await call('PUT', 'pub/n', 1, {
    'if-match': 'null_etag',
    'x-firebase-etag': 'true',
  });
  expect(first.status).toBe(200);
  const late = await call('PUT', 'pub/n', 2, { 'if-match': 'null_etag' });
  expect(late).toEqual({ status: 412, body: 1, etag: first.etag });
  expect((await call('DELETE', 'pub/n', undefined, { 'if-match': first.etag! })).status).toBe(200);
});

test('the rules apply to tokens in the URL and in the header, but not to the owner', async () => {
  const denied = await call('PUT', 'users/ann', 1);
  expect(denied).toMatchObject({ status: 401, body: { error: 'Permission denied' } });
  expect((await call('PUT', `users/ann?auth=${aToken('ann')}`, 1)).status).toBe(200);
  expect((await call('GET', `users/ann?access_token=${aToken('ann')}`)).body).toBe(1);
  const bob = { authorization: `Bearer ${aToken('bob')}` };
  expect((await call('GET', 'users/ann', undefined, bob)).status).toBe(401);
  expect((await call('GET', 'users/ann', undefined, OWNER)).body).toBe(1);
  expect((await call('GET', 'pub?auth=rubbish')).status).toBe(401);
});

test('a failed condition does not reveal a value to someone who may not read it', async () => {
  await call('PUT', 'users/ann', 'secret', OWNER);
  const answer = await call('PUT', 'users/ann', 2, { 'if-match': 'x' });
  expect(answer).toEqual({ status: 401, body: { error: 'Permission denied' }, etag: null });
});

describe('an impossible request is answered with a reason', () => {
  test.each([
    ['PUT', 'pub/a%2Fb', 1, 400, /Invalid key/],
    ['PUT', 'pub/a%5B0%5D', 1, 400, /Invalid key/],
    ['PUT', 'pub/%ff', 1, 400, /percent-encoding/],
    ['PUT', 'pub/a', undefined, 400, /couldn't parse JSON/],
    ['PATCH', 'pub/a', [1], 400, /must be an object/],
    ['GET', 'pub/a?callback=f', undefined, 501, /callback is not implemented/],
    ['GET', 'pub/a?shallow=true', undefined, 501, /shallow is not implemented/],
    ['GET', 'pub/a?print=pretty', undefined, 501, /print=pretty is not implemented/],
    ['GET', 'pub/a?orderBy="n"&startAt=1', undefined, 501, /ordered by "n" like this is not/],
    ['GET', 'pub/a?orderBy="$key"&limitToLast=1', undefined, 501, /with limitToLast is not/],
    ['GET', 'pub/a?orderBy="$value"&startAt=1', undefined, 400, /Index not defined/],
    ['POST', 'pub/a', 1, 400, /The method POST is not covered/],
    ['PATCH', 'pub/a?writeSizeLimit=tiny', {}, 501, /writeSizeLimit is not implemented/],
  ])('%s %s', async (method, path, json, status, message) => {
    const answer = await call(method, path, json);
    expect(answer.status).toBe(status);
    expect(answer.body.error).toMatch(message);
  });

  test('a namespace that is not a demo is refused', async () => {
    const response = await fetch(`${server.url}/pub.json?ns=real-project-default-rtdb`);
    expect(response.status).toBe(400);
    expect(await response.text()).toContain('does not start with demo-');
  });

  test('a URL without .json is not found', async () => {
    expect((await fetch(`${server.url}/pub`)).status).toBe(404);
  });

  test('a socket with another protocol version, path or namespace is not opened', async () => {
    for (const path of ['.ws?v=4', 'ws?v=5', '.ws?v=5&ns=real']) {
      const socket = new WebSocket(`ws://127.0.0.1:${server.port}/${path}`);
      const opened = await new Promise((resolve) => {
        socket.onopen = () => resolve(true);
        socket.onerror = () => resolve(false);
      });
      expect(opened).toBe(false);
    }
  });
});

test('the owner loads rules for a namespace; mistakes and other callers are refused', async () => {
  const put = (body: string, authorization?: string) =>
    fetch(`${server.url}/.settings/rules.json?ns=demo-other`, {
      method: 'PUT',
      body,
      ...(authorization && { headers: { authorization } }),
    });
  const open = '{"rules": {".read": true}}';
  expect((await put(open)).status).toBe(401);
  expect((await put(open, `Bearer ${aToken('ann')}`)).status).toBe(401);
  const wrong = await put('{"rules": {".read": "x"}}', 'Bearer owner');
  expect(wrong.status).toBe(400);
  expect(await wrong.text()).toContain("Line 1, column 22: Unknown variable 'x'");
  expect((await put(open, 'Bearer owner')).status).toBe(200);
  expect((await fetch(`${server.url}/any.json?ns=demo-other`)).status).toBe(200);
  expect((await fetch(`${server.url}/any.json?ns=${NAMESPACE}`)).status).toBe(401);
});

test('pages of other origins may call and see the ETag', async () => {
  const preflight = await fetch(`${server.url}/pub.json`, {
    method: 'OPTIONS',
    headers: { origin: 'http://127.0.0.1:5000', 'access-control-request-headers': 'if-match' },
  });
  expect(preflight.status).toBe(204);
  expect(preflight.headers.get('access-control-allow-headers')).toBe('if-match');
  const answer = await fetch(`${server.url}/pub.json`);
  expect(answer.headers.get('access-control-allow-origin')).toBe('*');
  expect(answer.headers.get('access-control-expose-headers')).toBe('ETag');
});

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type DatabaseServer, startDatabase } from '../server.ts';
import { aToken, PROJECT_ID } from '../testing/clients.ts';
import { openRawSocket, type RawSocket } from '../testing/raw-socket.ts';

const RULES = `{"rules": {
  "pub": {".read": true, ".write": true, "items": {".indexOn": "n"}},
  "users": {"$uid": {".read": "auth.uid == $uid", ".write": "auth.uid == $uid"}},
}}`;

let server: DatabaseServer;
let client: RawSocket;
let now = Date.now();

beforeEach(async () => {
  now = Date.now();
  server = await startDatabase({ port: 0, projectId: PROJECT_ID, rules: RULES, now: () => now });
  client = await openRawSocket(server);
});

afterEach(async () => {
  client.socket.terminate();
  await server.close();
});

test('a listener receives a write before its writer learns that it succeeded', async () => {
  await client.ask('q', { p: '/pub/a', h: '' });
  await client.ask('p', { p: '/pub/a/b', d: 1 });
  expect(client.pushes).toEqual([
    { a: 'd', b: { p: 'pub/a', d: null } },
    { a: 'd', b: { p: 'pub/a/b', d: 1 } },
  ]);
});

test('signing out ends the listens that need a signed-in user', async () => {
  expect(await client.ask('auth', { cred: aToken('ann') })).toMatchObject({
    s: 'ok',
    d: { auth: { uid: 'ann', provider: 'password' } },
  });
  await client.ask('q', { p: '/users/ann', h: '' });
  await client.ask('q', { p: '/pub', h: '' });
  client.pushes.length = 0;
  await client.ask('unauth', {});
  expect(client.pushes).toEqual([{ a: 'c', b: { p: '/users/ann' } }]);
  await client.ask('gauth', { cred: 'owner' });
  await client.ask('m', { p: '/', d: { 'users/ann': 1, 'pub/x': 1 } });
  expect(client.pushes.slice(1)).toEqual([{ a: 'd', b: { p: 'pub/x', d: 1 } }]);
});

test('changing the user of a live socket ends the listens of the first user', async () => {
  await client.ask('auth', { cred: aToken('ann') });
  await client.ask('q', { p: '/users/ann', h: '' });
  await client.ask('auth', { cred: aToken('bob') });
  expect(client.pushes.at(-1)).toEqual({ a: 'c', b: { p: '/users/ann' } });
});

test('a token that expires on a live socket is revoked', async () => {
  await client.ask('auth', { cred: aToken('ann') });
  await client.ask('q', { p: '/users/ann', h: '' });
  now += 3_601_000;
  await vi.waitFor(
    () =>
      expect(client.pushes.slice(1)).toEqual([
        { a: 'ac', b: { s: 'expired_token', d: 'Auth token is expired' } },
        { a: 'c', b: { p: '/users/ann' } },
      ]),
    { timeout: 5_000 },
  );
  expect(await client.ask('p', { p: '/users/ann', d: 1 })).toMatchObject({
    s: 'permission_denied',
  });
});

describe('a token that proves nothing is refused', () => {
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const none = part({ alg: 'none' });
  const hour = { iat: 1, exp: 4_000_000_000 };
  test.each([
    ['garbage', 'garbage', 'invalid_token'],
    [
      'a signed one',
      `${part({ alg: 'RS256' })}.${part({ aud: PROJECT_ID, sub: 'a', ...hour })}.x`,
      'invalid_token',
    ],
    [
      'for another project',
      `${none}.${part({ aud: 'demo-else', sub: 'a', ...hour })}.`,
      'invalid_token',
    ],
    ['naming nobody', `${none}.${part({ aud: PROJECT_ID, ...hour })}.`, 'invalid_token'],
    ['without an end', `${none}.${part({ aud: PROJECT_ID, sub: 'a', iat: 1 })}.`, 'invalid_token'],
    ['an expired one', aToken('ann', 1), 'expired_token'],
  ])('%s', async (_, cred, status) => {
    expect((await client.ask('auth', { cred })).s).toBe(status);
    expect((await client.ask('p', { p: '/users/ann', d: 1 })).s).toBe('permission_denied');
  });

  test('a test token with iat 0 never expires', async () => {
    const cred = `${none}.${part({ aud: PROJECT_ID, sub: 'ann', iat: 0, exp: 3600 })}.`;
    expect((await client.ask('auth', { cred })).s).toBe('ok');
  });
});

describe('data that the database cannot store is refused', () => {
  const deep = (levels: number): unknown => (levels === 0 ? 1 : { a: deep(levels - 1) });
  test.each<[string, unknown]>([
    ['a dot in a key', { 'a.b': 1 }],
    ['a control character in a key', { 'a\u0007': 1 }],
    ['a slash in a key', { 'a/b': 1 }],
    ['an empty key', { '': 1 }],
    ['a key of 800 bytes', { ['k'.repeat(800)]: 1 }],
    ['34 levels', deep(33)],
  ])('%s', async (_, d) => {
    expect((await client.ask('p', { p: '/pub', d })).s).toBe('invalid_data');
    expect((await client.ask('g', { p: '/pub', q: {} })).d).toBeNull();
  });

  test('an update that names a path and another one inside it is refused', async () => {
    const answer = await client.ask('m', { p: '/pub', d: { a: 1, 'a-b': 2, 'a/b': 3 } });
    expect(answer).toEqual({ s: 'invalid_data', d: 'An update names both /pub/a and /pub/a/b' });
  });

  test.each<[string, object]>([
    ['p', { p: '/pub', d: { '.sv': { increment: 1 } } }],
    ['p', { p: '/pub', d: { '.value': 1, '.priority': 2 } }],
    ['p', { p: '/pub', d: 1, h: '' }],
    ['q', { p: '/pub', q: { i: '.key', l: 1, vf: 'l' }, t: 1, h: '' }],
    ['g', { p: '/pub', q: { i: 'n', l: 1, vf: 'l' } }],
    ['gauth', { cred: 'owner', authvar: { uid: 'ann' } }],
    ['o', { p: '/pub', d: 1 }],
    ['zz', {}],
  ])('the action %s with %j is answered as not implemented', async (action, body) => {
    expect((await client.ask(action, body)).s).toBe('not_implemented');
  });
});

test('keys with a meaning in JavaScript are plain data', async () => {
  const data = JSON.parse('{"__proto__": {"isAdmin": true}, "constructor": 1, "toString": "x"}');
  expect((await client.ask('p', { p: '/pub/k', d: data })).s).toBe('ok');
  expect((await client.ask('p', { p: '/pub/k/__proto__/more', d: 1 })).s).toBe('ok');
  const { d } = await client.ask('g', { p: '/pub/k', q: {} });
  expect(JSON.stringify(d)).toBe(
    '{"__proto__":{"isAdmin":true,"more":1},"constructor":1,"toString":"x"}',
  );
  expect('isAdmin' in {}).toBe(false);
});

test('an update is atomic', async () => {
  await client.ask('auth', { cred: aToken('ann') });
  const answer = await client.ask('m', { p: '/', d: { 'pub/a': 1, 'users/bob': 1 } });
  expect(answer).toEqual({ s: 'permission_denied', d: 'Permission denied' });
  expect((await client.ask('g', { p: '/pub/a', q: {} })).d).toBeNull();
});

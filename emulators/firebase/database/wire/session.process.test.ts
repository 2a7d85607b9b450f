import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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

test('a listener hears of a write before its writer is told it succeeded', async () => {
  await client.ask('q', { p: '/pub/a', h: '' });
  await client.ask('p', { p: '/pub/a/b', d: 1 });
  expect(client.pushes).toEqual([
    { a: 'd', b: { p: 'pub/a', d: null } },
    { a: 'd', b: { p: 'pub/a/b', d: 1 } },
  ]);
});

test('a listen whose cached data is still right is not sent it again', async () => {
  await client.ask('p', { p: '/pub/a', d: 'x' });
  const h = createHash('sha1').update('string:x').digest('base64');
  const answer = await client.ask('q', { p: '/pub/a', h });
  expect(answer).toEqual({ s: 'ok', d: {} });
  expect(client.pushes).toEqual([]);
});

test('signing out ends the listens only a signed-in user may have', async () => {
  expect(await client.ask('auth', { cred: aToken('ann') })).toMatchObject({
    s: 'ok',
    d: { auth: { uid: 'ann', provider: 'password' } },
  });
  await client.ask('q', { p: '/users/ann', h: '' });
  await client.ask('q', { p: '/users/ann', q: { l: 1, vf: 'l' }, t: 1, h: '' });
  await client.ask('q', { p: '/pub', h: '' });
  client.pushes.length = 0;
  await client.ask('unauth', {});
  expect(client.pushes).toEqual([
    { a: 'c', b: { p: '/users/ann' } },
    { a: 'c', b: { p: '/users/ann', q: [{ l: 1, vf: 'l' }] } },
  ]);
  await client.ask('gauth', { cred: 'owner' });
  await client.ask('m', { p: '/', d: { 'users/ann': 1, 'pub/x': 1 } });
  expect(client.pushes.slice(2)).toEqual([{ a: 'd', b: { p: 'pub/x', d: 1 } }]);
});

test('becoming another user on a live socket ends the listens of the first', async () => {
  await client.ask('auth', { cred: aToken('ann') });
  await client.ask('q', { p: '/users/ann', h: '' });
  await client.ask('auth', { cred: aToken('bob') });
  expect(client.pushes.at(-1)).toEqual({ a: 'c', b: { p: '/users/ann' } });
});

test('a token that runs out on a live socket is taken back', async () => {
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

test('what is asked for on disconnect is done with the rights of the time it was asked', async () => {
  const other = await openRawSocket(server);
  await other.ask('auth', { cred: aToken('ann') });
  expect(await other.ask('o', { p: '/users/ann', d: 'gone' })).toEqual({ s: 'ok', d: '' });
  await other.ask('unauth', {});
  other.socket.terminate();
  await client.ask('gauth', { cred: 'owner' });
  await vi.waitFor(async () => {
    expect((await client.ask('g', { p: '/users/ann', q: {} })).d).toBe('gone');
  });
});

test('closing the server also does what was asked for on disconnect', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'database-'));
  const kept = await startDatabase({ port: 0, projectId: PROJECT_ID, rules: RULES });
  const other = await openRawSocket(kept);
  await other.ask('o', { p: '/pub/state', d: 'gone' });
  await kept.close();
  await kept.save(dir);
  const saved = { rules: RULES, restoreFrom: dir };
  const again = await startDatabase({ port: 0, projectId: PROJECT_ID, ...saved });
  const reader = await openRawSocket(again);
  expect((await reader.ask('g', { p: '/pub/state', q: {} })).d).toBe('gone');
  reader.socket.terminate();
  await again.close();
  rmSync(dir, { recursive: true });
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

  test('a test token with iat 0 never runs out', async () => {
    const cred = `${none}.${part({ aud: PROJECT_ID, sub: 'ann', iat: 0, exp: 3600 })}.`;
    expect((await client.ask('auth', { cred })).s).toBe('ok');
  });
});

describe('data the database would not keep is refused', () => {
  const deep = (levels: number): unknown => (levels === 0 ? 1 : { a: deep(levels - 1) });
  test.each<[string, unknown]>([
    ['a dot in a key', { 'a.b': 1 }],
    ['a control character in a key', { 'a\u0007': 1 }],
    ['a slash in a key', { 'a/b': 1 }],
    ['an empty key', { '': 1 }],
    ['a key of 800 bytes', { ['k'.repeat(800)]: 1 }],
    ['34 levels', deep(33)],
    ['an object as a plain value', { '.value': { a: 1 } }],
  ])('%s', async (_, d) => {
    expect((await client.ask('p', { p: '/pub', d })).s).toBe('invalid_data');
    expect((await client.ask('g', { p: '/pub', q: {} })).d).toBeNull();
  });

  test('an update naming a place and one inside it', async () => {
    const answer = await client.ask('m', { p: '/pub', d: { a: 1, 'a-b': 2, 'a/b': 3 } });
    expect(answer).toEqual({ s: 'invalid_data', d: 'An update names both /pub/a and /pub/a/b' });
  });

  test('an unknown server value or message is called not implemented', async () => {
    expect((await client.ask('p', { p: '/pub', d: { '.sv': 'uuid' } })).s).toBe('not_implemented');
    expect((await client.ask('zz', {})).s).toBe('not_implemented');
  });
});

test('keys that mean something to JavaScript are plain data', async () => {
  const data = JSON.parse('{"__proto__": {"isAdmin": true}, "constructor": 1, "toString": "x"}');
  expect((await client.ask('p', { p: '/pub/k', d: data })).s).toBe('ok');
  expect((await client.ask('p', { p: '/pub/k/__proto__/more', d: 1 })).s).toBe('ok');
  const { d } = await client.ask('g', { p: '/pub/k', q: {} });
  expect(JSON.stringify(d)).toBe(
    '{"__proto__":{"isAdmin":true,"more":1},"constructor":1,"toString":"x"}',
  );
  expect('isAdmin' in {}).toBe(false);
});

test('an update is done whole or not at all', async () => {
  await client.ask('auth', { cred: aToken('ann') });
  const answer = await client.ask('m', { p: '/', d: { 'pub/a': 1, 'users/bob': 1 } });
  expect(answer).toEqual({ s: 'permission_denied', d: 'Permission denied' });
  expect((await client.ask('g', { p: '/pub/a', q: {} })).d).toBeNull();
});

test('an ordered listen without an index in the rules comes with a warning, a single read is refused', async () => {
  const ordered = (i: string) => ({ p: '/pub/items', q: { i, l: 1, vf: 'l' }, t: 1, h: '' });
  expect((await client.ask('q', ordered('n'))).d).toEqual({});
  expect((await client.ask('q', ordered('m'))).d).toEqual({ w: ['no_index'] });
  expect((await client.ask('g', ordered('n'))).s).toBe('ok');
  expect((await client.ask('g', ordered('m'))).d).toMatch(/Index not defined.*"m".*\/pub\/items/);
});

test('two namespaces hold different data', async () => {
  await client.ask('p', { p: '/pub/x', d: 1 });
  const other = await fetch(`${server.url}/pub/x.json?ns=demo-dats`);
  expect(await other.json()).toBeNull();
});

test('minus zero is zero, so that client and server agree on it', async () => {
  await fetch(`${server.url}/pub/z.json`, { method: 'PUT', body: '-0' });
  const h = createHash('sha1').update('number:0000000000000000').digest('base64');
  expect((await client.ask('p', { p: '/pub/z', d: 1, h })).s).toBe('ok');
});

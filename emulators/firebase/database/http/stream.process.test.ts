import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type DatabaseServer, startDatabase } from '../server.ts';
import { aToken, PROJECT_ID } from '../testing/clients.ts';

const RULES = `{"rules": {
  "pub": {".read": true, ".write": true},
  "users": {"$uid": {".read": "auth.uid == $uid"}},
}}`;
const STREAM = { accept: 'text/event-stream' };

let server: DatabaseServer;
let now = Date.now();
let leave: AbortController;

beforeEach(async () => {
  now = Date.now();
  leave = new AbortController();
  server = await startDatabase({ port: 0, projectId: PROJECT_ID, rules: RULES, now: () => now });
});

afterEach(async () => {
  leave.abort();
  await server.close();
});

async function openStream(path: string) {
  const events: [string, unknown][] = [];
  const stream = { events, ended: false };
  const response = await fetch(`${server.url}/${path}`, { headers: STREAM, signal: leave.signal });
  expect(response.headers.get('content-type')).toContain('text/event-stream');
  expect(response.redirected).toBe(true);
  const decoder = new TextDecoder();
  let text = '';
  const read = async () => {
    for await (const chunk of response.body!) {
      text += decoder.decode(chunk, { stream: true });
      const blocks = text.split('\n\n');
      text = blocks.pop()!;
      for (const block of blocks) {
        const [, event, data] = /^event: (.+)\ndata: (.+)$/.exec(block)!;
        events.push([event!, JSON.parse(data!)]);
      }
    }
  };
  read().then(
    () => {
      stream.ended = true;
    },
    () => {},
  );
  await vi.waitFor(() => expect(events).toHaveLength(1));
  return stream;
}

const write = (method: string, path: string, json: unknown) =>
  fetch(`${server.url}/${path}.json`, {
    method,
    body: JSON.stringify(json),
    headers: { authorization: 'Bearer owner' },
  });

test('a stream is first redirected once, keeping its parameters, as in production', async () => {
  const response = await fetch(`${server.url}/pub.json?ns=demo-x&auth=owner`, {
    headers: STREAM,
    redirect: 'manual',
  });
  expect(response.status).toBe(307);
  expect(response.headers.get('location')).toBe(
    `${server.url}/pub.json?ns=demo-x&auth=owner&redirected=1`,
  );
  expect(response.headers.get('access-control-allow-origin')).toBe('*');
});

test('a stream sends the current value, then every change with its path', async () => {
  await write('PUT', 'pub/a', { x: 1 });
  const { events } = await openStream('pub/a.json');
  await write('PUT', 'pub/a/y/z', ['p', 'q']);
  await write('PATCH', 'pub/a', { x: 2, 'y/w': null, 'y/z/0': 'r' });
  await write('PATCH', 'pub', { 'a/x': 3, b: 'elsewhere' });
  await write('DELETE', 'pub', null);
  await vi.waitFor(() =>
    expect(events).toEqual([
      ['put', { path: '/', data: { x: 1 } }],
      ['put', { path: '/y/z', data: ['p', 'q'] }],
      ['patch', { path: '/', data: { x: 2, 'y/w': null, 'y/z/0': 'r' } }],
      ['put', { path: '/x', data: 3 }],
      ['put', { path: '/', data: null }],
    ]),
  );
});

test('a stream that may not be read is refused', async () => {
  const response = await fetch(`${server.url}/users/ann.json`, { headers: STREAM });
  expect(response.status).toBe(401);
  expect(await response.json()).toEqual({ error: 'Permission denied' });
});

test('a stream ends when new rules no longer allow it', async () => {
  const stream = await openStream('pub.json');
  server.setRules('{"rules": {}}');
  await vi.waitFor(() => expect(stream.events.at(-1)).toEqual(['cancel', null]));
  await vi.waitFor(() => expect(stream.ended).toBe(true));
});

test('a stream ends when its token expires', async () => {
  const stream = await openStream(`users/ann.json?auth=${aToken('ann')}`);
  now += 3_601_000;
  await vi.waitFor(
    () => expect(stream.events.at(-1)).toEqual(['auth_revoked', 'credential is no longer valid']),
    { timeout: 5_000 },
  );
});

test('a long-polling request gets a script that returns its page to the socket', async () => {
  const response = await fetch(`${server.url}/.lp?start=t&cb=7`);
  expect(response.headers.get('content-type')).toContain('javascript');
  const script = await response.text();
  expect(script).toContain('removeItem("firebase:previous_websocket_failure")');
  expect(script).toContain('parent["pLPCommand7"]("close")');
  expect(await (await fetch(`${server.url}/.lp?cb=x"]`)).text()).not.toContain('x"]');
});

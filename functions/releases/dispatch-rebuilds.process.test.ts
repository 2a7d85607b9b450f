import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { docs } from '@datchain/shared/contracts/paths.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Environment, readEnvironment } from '../environment.ts';
import { memoryStore } from '../stores/memory-store.ts';
import { requestRebuild } from './announce.ts';
import { dispatchRebuilds } from './dispatch-rebuilds.ts';

interface Heard {
  readonly method: string | undefined;
  readonly path: string | undefined;
  readonly headers: IncomingMessage['headers'];
  readonly body: unknown;
}

const heard: Heard[] = [];
let status = 204;
let meanwhile = async () => {};

const receiver = createServer(async (request, response) => {
  let body = '';
  for await (const part of request) body += part;
  const { method, url: path, headers } = request;
  heard.push({ method, path, headers, body: JSON.parse(body) });
  await meanwhile();
  response.writeHead(status, status === 302 ? { location: '/elsewhere' } : {}).end();
});

beforeAll(() => new Promise<void>((ready) => receiver.listen(0, '127.0.0.1', ready)));
afterAll(() => new Promise((closed) => receiver.close(closed)));
beforeEach(() => {
  heard.length = 0;
  status = 204;
  meanwhile = async () => {};
});

const variables = {
  STRIPE_SECRET_KEY: 'sk_test_demo',
  STRIPE_WEBHOOK_SECRET: 'whsec_demo',
  SITE_URL: 'https://x.test',
};

function aServer(settings: Record<string, string> = {}) {
  const { port } = receiver.address() as AddressInfo;
  const hook = { REBUILD_URL: `http://127.0.0.1:${port}/dispatches`, REBUILD_TOKEN: 'a-token' };
  const environment: Environment = readEnvironment({ ...variables, ...hook, ...settings });
  let now = 1_000;
  const clock = { now: () => ++now };
  return { store: memoryStore(), clock, environment };
}

test('any number of requests for a rebuild become one event with the token', async () => {
  const server = aServer();
  for (let count = 0; count < 5; count++) await requestRebuild(server);
  expect(await dispatchRebuilds(server)).toBe('sent');
  expect(await dispatchRebuilds(server)).toBe('nothing asked');
  expect(heard).toHaveLength(1);
  expect(heard[0]).toMatchObject({
    method: 'POST',
    path: '/dispatches',
    headers: { authorization: 'Bearer a-token', accept: 'application/vnd.github+json' },
    body: { event_type: 'rebuild-ledger' },
  });
  await requestRebuild(server);
  expect(await dispatchRebuilds(server)).toBe('sent');
  expect(heard).toHaveLength(2);
});

test('a request that comes while an event is being sent becomes the next event', async () => {
  const server = aServer();
  await requestRebuild(server);
  meanwhile = () => requestRebuild(server);
  await dispatchRebuilds(server);
  meanwhile = async () => {};
  expect(await dispatchRebuilds(server)).toBe('sent');
  expect(await dispatchRebuilds(server)).toBe('nothing asked');
  expect(heard).toHaveLength(2);
});

test('a request in the same millisecond as one that was passed on, or from a slower clock, is not lost', async () => {
  const server = aServer();
  const at = (now: number) => ({ ...server, clock: { now: () => now } });
  await requestRebuild(at(5_000));
  expect(await dispatchRebuilds(server)).toBe('sent');
  await requestRebuild(at(5_000));
  expect(await dispatchRebuilds(server)).toBe('sent');
  await requestRebuild(at(5_001));
  await requestRebuild(at(5_000));
  expect(await dispatchRebuilds(server)).toBe('sent');
  expect(heard).toHaveLength(3);
});

test.each([401, 404, 500, 302])(
  'an answer of %i is tried again by the next run',
  async (answer) => {
    const server = aServer();
    await requestRebuild(server);
    status = answer;
    await expect(dispatchRebuilds(server)).rejects.toThrow();
    expect(heard.map(({ path }) => path)).toEqual(['/dispatches']);
    status = 204;
    expect(await dispatchRebuilds(server)).toBe('sent');
  },
);

test('a receiver that cannot be reached fails the run, not the request', async () => {
  const server = aServer({ REBUILD_URL: 'http://127.0.0.1:9/dispatches' });
  await requestRebuild(server);
  await expect(dispatchRebuilds(server)).rejects.toThrow();
  expect(server.store.all().has(docs.rebuildDispatch)).toBe(false);
});

test('nothing is sent without an address, or without a request', async () => {
  const { environment: _, ...server } = aServer();
  const off = { ...server, environment: readEnvironment(variables) };
  await requestRebuild(off);
  expect(await dispatchRebuilds(off)).toBe('off');
  expect(await dispatchRebuilds(aServer())).toBe('nothing asked');
  expect(heard).toEqual([]);
});

test('the token is sent only over https', () => {
  const settings = { ...variables, REBUILD_URL: 'http://hooks.example/rebuild' };
  expect(() => readEnvironment(settings)).toThrow('REBUILD_URL: must begin with https://');
});

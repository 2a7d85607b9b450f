import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { docs } from '@datchain/shared/contracts/paths.ts';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { memoryStore } from '../stores/memory-store.ts';
import { lateAnswer } from './late-answer.ts';

vi.mock('../log.ts', () => ({ log: { info() {}, warn() {}, error() {} } }));

const site = createServer((request, response) => {
  if (request.url !== '/viewdat-fallback') response.statusCode = 404;
  response.end('The page that draws new works');
});
let siteUrl: string;
beforeAll(async () => {
  site.listen(0, '127.0.0.1');
  await once(site, 'listening');
  siteUrl = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
});
afterAll(() => site.close());

const nowhere = 'http://127.0.0.1:9';

async function ask(path: string, environment: { siteUrl: string; hostingUrl: string | undefined }) {
  const store = memoryStore();
  store.set(docs.datGuard('new'), {});
  const answer = { status: 0, body: '', headers: new Map<string, string>() };
  const response = {
    status(code: number) {
      answer.status = code;
      return response;
    },
    set(name: string, value: string) {
      answer.headers.set(name, value);
      return response;
    },
    type: () => response,
    send(body: string) {
      answer.body = body;
    },
  };
  await lateAnswer({ store, environment }, { path, method: 'GET' }, response);
  return answer;
}

describe('[R-VIEW-10] a work that is newer than the site', () => {
  test('gets the page that draws new works', async () => {
    const answer = await ask('/viewdat/new', { siteUrl, hostingUrl: undefined });
    expect(answer).toMatchObject({ status: 200, body: 'The page that draws new works' });
  });

  test('gets its page from Hosting’s own address while the site’s domain is not connected', async () => {
    const answer = await ask('/viewdat/new', { siteUrl: nowhere, hostingUrl: siteUrl });
    expect(answer).toMatchObject({ status: 200, body: 'The page that draws new works' });
  });

  test('is answered as not ready, and not as missing, while the site cannot be reached', async () => {
    const answer = await ask('/viewdat/new', { siteUrl: nowhere, hostingUrl: nowhere });
    expect(answer).toMatchObject({ status: 503, body: expect.stringContaining('not ready yet') });
    expect(answer.headers.get('Retry-After')).toBe('60');
  });

  test('differs from a work that does not exist, which is answered 404', async () => {
    const found = await ask('/viewdat/none', { siteUrl, hostingUrl: undefined });
    expect(found).toMatchObject({ status: 404, body: 'The page that draws new works' });
    const plain = await ask('/viewdat/none', { siteUrl: nowhere, hostingUrl: undefined });
    expect(plain).toMatchObject({ status: 404, body: expect.stringContaining('no page') });
    expect(plain.headers.has('Retry-After')).toBe(false);
  });
});

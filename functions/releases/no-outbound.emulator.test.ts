import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { market } from '@datchain/testing/server/market.ts';
import { releasing } from '@datchain/testing/server/releasing.ts';
import { traces } from '@datchain/testing/server/traces.ts';
import { songFor, uploadFiles } from '@datchain/testing/server/uploads.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { files } from '../stores/files.ts';

const m = market();
const r = releasing(m);

let canary: Server;
let visits = 0;
let port: number;

beforeAll(async () => {
  canary = createServer((_request, response) => {
    response.writeHead(302, { location: files().origin }).end();
  });
  canary.on('connection', () => {
    visits += 1;
  });
  await new Promise<void>((resolve) => canary.listen(0, '::', resolve));
  ({ port } = canary.address() as AddressInfo);
});

afterAll(() => new Promise((resolve) => canary.close(resolve)));

const elsewhere: [string, (url: URL) => string][] = [
  ['the machine’s metadata', () => 'http://169.254.169.254/computeMetadata/v1/'],
  ['localhost', ({ pathname, search }) => `http://localhost:${port}${pathname}${search}`],
  ['a file', () => 'file:///etc/passwd'],
  ['another bucket', ({ href }) => href.replace(/\/b\/[^/]+\//, '/b/another.appspot.com/')],
  [
    'our host as a user name',
    ({ host, pathname, search }) =>
      `http://${host.replace(':', '%3A')}@127.0.0.1:${port}${pathname}${search}`,
  ],
  ['a site that redirects', ({ pathname }) => `http://127.0.0.1:${port}${pathname}`],
  [
    'a name that leads to this machine',
    ({ pathname }) => `http://storage.localhost:${port}${pathname}`,
  ],
  ['an address of IPv6', ({ pathname, search }) => `http://[::1]:${port}${pathname}${search}`],
  [
    'escapes of escapes',
    ({ href }) => href.replace('/o/', `/o/..%252F..%252F127.0.0.1%253A${port}%252F`),
  ],
];

test.each(elsewhere)(
  '[M-53] a release whose files are at %s is refused, and that address is not requested',
  async (_, turn) => {
    const [operator, artist] = [await r.operator(), await r.person()];
    const good = await uploadFiles(operator);
    const before = visits;
    for (const field of ['ArtworkURL', 'SongURL'] as const) {
      const songs = [{ ...songFor(artist, good), [field]: turn(new URL(good[field])) }];
      const { status, body } = await m.call('releaseDAT', { songs }, operator.token);
      expect([field, status, body.error?.message]).toEqual([field, 400, 'Invalid file location.']);
    }
    expect(visits).toBe(before);
    expect(await traces(operator.uid)).toEqual([]);
  },
);

test('the server of these tests notices a request', async () => {
  await fetch(`http://localhost:${port}/`, { redirect: 'manual' });
  expect(visits).toBe(1);
});

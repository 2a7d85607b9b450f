import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { readingBucket, readPart } from './file-bytes.ts';

const BYTES = Buffer.alloc(200_000, 'bytes');

const answers = {
  whole: (response) => response.writeHead(206).end(BYTES),
  gone: (response) => response.writeHead(404).end('No such object'),
  busy: (response) => response.writeHead(503).end('Busy'),
  hurried: (response) => response.writeHead(429).end('Too many requests'),
  mistaken: (response) => response.writeHead(500).end('An error of ours'),
  hungUp: (response) => response.destroy(),
  broken: (response) => {
    response.writeHead(206, { 'content-length': BYTES.length });
    response.write(BYTES.subarray(0, 70_000), () => response.destroy());
  },
} satisfies Record<string, (response: ServerResponse) => unknown>;
type Kind = keyof typeof answers;

let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

async function storageThat(...kinds: [Kind, ...Kind[]]) {
  let asked = 0;
  server = createServer((_request, response) => {
    const kind = kinds[Math.min(asked++, kinds.length - 1)] ?? kinds[0];
    answers[kind](response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const bucket = readingBucket('bucket', `127.0.0.1:${port}`);
  const read = () => readPart(bucket, { path: 'a', from: 0, count: BYTES.length });
  return { read, asked: () => asked };
}

// An unhandled error, which would end the process, fails the run by itself.
test.each<Kind>(['busy', 'hurried', 'mistaken', 'hungUp', 'broken'])(
  'bytes are requested again after an answer that is %s, and then are complete',
  async (kind) => {
    const { read, asked } = await storageThat(kind, kind, 'whole');
    expect(Buffer.compare(await read(), BYTES)).toBe(0);
    expect(asked()).toBe(3);
  },
);

test('Storage that stays busy gives an error with its status, after four attempts', async () => {
  const { read, asked } = await storageThat('busy');
  await expect(read()).rejects.toMatchObject({ code: 503 });
  expect(asked()).toBe(4);
});

test('a missing file is requested once', async () => {
  const { read, asked } = await storageThat('gone', 'whole');
  await expect(read()).rejects.toMatchObject({ code: 404 });
  expect(asked()).toBe(1);
});

import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { Line } from './line.ts';

let server: Server | undefined;
let line: Line | undefined;

afterEach(() => {
  line?.close();
  server?.closeAllConnections();
  server?.close();
});

async function aLine() {
  const made = createServer((request, response) => {
    if (request.url === '/now') response.end('here');
  });
  await new Promise<void>((resolve) => made.listen(0, '127.0.0.1', resolve));
  server = made;
  line = await Line.open(`127.0.0.1:${(made.address() as AddressInfo).port}`);
  return { line, get: (path: string) => fetch(`http://${line?.address}${path}`) };
}

test('a line forwards to its server until it is cut, and again after it is mended', async () => {
  const { line: own, get } = await aLine();
  expect(await (await get('/now')).text()).toBe('here');
  const waiting = get('/never');
  // Awaited from the start, because it fails at the same moment as the line.
  const broken = expect(waiting).rejects.toThrow('fetch failed');
  await new Promise<void>((resolve) => server?.once('request', () => resolve()));
  own.cut();
  await broken;
  await expect(get('/now')).rejects.toThrow('fetch failed');
  own.mend();
  expect(await (await get('/now')).text()).toBe('here');
});

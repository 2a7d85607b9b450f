import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import { marketRow } from '../ledger/src/snapshot.ts';
import { listFiles } from './fingerprint.ts';
import { aWorld, storedIn, type World } from './testing/changing-world.ts';
import { rebuildFrom } from './testing/rebuild-from.ts';

vi.setConfig({ testTimeout: 120_000 });

const folder = mkdtempSync(join(tmpdir(), 'live-elsewhere-'));
const siteOf = (name: string): string => join(folder, name);

const server = createServer(({ url = '' }, response) => {
  try {
    response.end(readFileSync(join(siteOf('live'), url)));
  } catch {
    response.writeHead(404).end();
  }
});
await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
const liveUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

afterAll(async () => {
  vi.useRealTimers();
  await new Promise((closed) => server.close(closed));
  rmSync(folder, { recursive: true, force: true });
});

const start = Date.UTC(2026, 10, 21, 9);

async function rebuildAt(minutes: number, world: World, name: string): Promise<void> {
  vi.setSystemTime(start + minutes * 60_000);
  await rebuildFrom(storedIn(world), {
    siteDir: siteOf(name),
    log: () => {},
    liveUrl: name === 'live' ? undefined : liveUrl,
  });
}

const bytesOf = (name: string): Map<string, string> =>
  new Map(
    listFiles(`${siteOf(name)}/`)
      .filter((file) => file !== 'build.json')
      .map((file) => [file, readFileSync(join(siteOf(name), file), 'base64')]),
  );

test('a rebuild on another machine takes the change times of rows from the live site', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const world = aWorld(46);
  await rebuildAt(0, world, 'live');
  await rebuildAt(1, world, 'here');
  world.platformRemaining -= 1;
  world.days[0]['dat-1'] = 8;
  await rebuildAt(2, world, 'live');
  world.now += 60;
  world.people['maker-0'] = {
    username: 'artist0',
    about: 'New words',
    followers: 0,
    isUnnamed: false,
  };
  await rebuildAt(3, world, 'here');
  await rebuildAt(3, world, 'new');
  const index = JSON.parse(readFileSync(join(siteOf('here'), 'build-rows.json'), 'utf8'));
  expect(index[marketRow][1]).toBe(start + 2 * 60_000);
  expect(index['streams/dat-1'][1]).toBe(start + 2 * 60_000);
  expect(index['people/artist0'][1]).toBe(start + 3 * 60_000);
  expect(bytesOf('here')).toEqual(bytesOf('new'));
});

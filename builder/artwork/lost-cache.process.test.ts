import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { aWorld, storedIn } from '../testing/changing-world.ts';
import { rebuildFrom } from '../testing/rebuild-from.ts';

vi.setConfig({ testTimeout: 120_000 });

const folder = mkdtempSync(join(tmpdir(), 'lost-cache-'));
const storage = createServer((_, response) => response.end(photograph));
let photograph: Buffer;

beforeAll(async () => {
  const plain = { width: 300, height: 200, channels: 3, background: '#2138d4' } as const;
  photograph = await sharp({ create: plain }).png().toBuffer();
  await new Promise<void>((ready) => storage.listen(0, '127.0.0.1', ready));
});
afterAll(async () => {
  storage.closeAllConnections();
  await new Promise((closed) => storage.close(closed));
  rmSync(folder, { recursive: true, force: true });
});

test('a rebuild restores the pictures of a site that lost its files and its picture cache', async () => {
  const host = `127.0.0.1:${(storage.address() as AddressInfo).port}`;
  const siteDir = join(folder, 'site');
  const picturesDir = join(folder, 'pictures');
  const rebuild = () =>
    rebuildFrom(storedIn(aWorld(2)), {
      siteDir,
      picturesDir,
      log: () => {},
      env: {
        ...process.env,
        FIREBASE_STORAGE_EMULATOR_HOST: host,
        GOOGLE_CLOUD_PROJECT: 'demo-dats',
      },
    });
  await rebuild();
  const page = readFileSync(join(siteDir, 'viewdat/dat-0.html'), 'utf8');
  const [sleeve = ''] = /\/sleeves\/dat-0-[0-9a-f]{8}\.webp/.exec(page) ?? [];
  rmSync(picturesDir, { recursive: true });
  rmSync(siteDir, { recursive: true });
  await rebuild();
  expect(existsSync(join(siteDir, sleeve))).toBe(true);
});

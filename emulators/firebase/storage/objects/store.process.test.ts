import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type StorageOptions, type StorageServer, startStorage } from '../server.ts';
import { BUCKET, PROJECT_ID } from '../testing/clients.ts';

let dir: string;
const running: StorageServer[] = [];

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'storage-'));
});

afterEach(async () => {
  await Promise.all(running.splice(0).map((server) => server.close()));
  rmSync(dir, { recursive: true });
});

async function start(options: Partial<StorageOptions> = {}): Promise<StorageServer> {
  const server = await startStorage({
    port: 0,
    projectId: PROJECT_ID,
    dataDir: join(dir, 'own'),
    ...options,
  });
  running.push(server);
  return server;
}

async function stop(server: StorageServer): Promise<void> {
  running.splice(running.indexOf(server), 1);
  await server.close();
}

const put = (url: string, name: string, body: string) =>
  fetch(`${url}/upload/storage/v1/b/${BUCKET}/o?uploadType=media&name=${name}`, {
    method: 'POST',
    headers: { 'content-type': 'text/plain' },
    body,
  });
const at = (url: string, name: string) => `${url}/b/${BUCKET}/o/${encodeURIComponent(name)}`;
const metadataOf = async ({ url }: StorageServer, name: string) =>
  (await fetch(at(url, name))).json();

async function read({ url }: StorageServer, name: string): Promise<string | number> {
  const response = await fetch(`${at(url, name)}?alt=media`);
  return response.ok ? response.text() : response.status;
}

test('files and their metadata survive a restart', async () => {
  const first = await start();
  await put(first.url, 'a/ä', 'one');
  const before = await metadataOf(first, 'a/ä');
  await stop(first);
  const second = await start();
  expect(await metadataOf(second, 'a/ä')).toEqual(before);
  expect(await read(second, 'a/ä')).toBe('one');
});

test('a newer version replaces the old one, and nothing of the old one remains', async () => {
  const server = await start();
  await put(server.url, 'a', 'one');
  const { generation } = await metadataOf(server, 'a');
  await put(server.url, 'a', 'two');
  expect(await read(server, 'a')).toBe('two');
  expect(Number((await metadataOf(server, 'a')).generation)).toBeGreaterThan(Number(generation));
  expect(readdirSync(join(dir, 'own/blobs'))).toHaveLength(1);
  await fetch(at(server.url, 'a'), { method: 'DELETE' });
  expect(readdirSync(join(dir, 'own/blobs'))).toEqual([]);
});

test('a reader gets the whole file even if it is replaced or deleted meanwhile', async () => {
  const server = await start();
  const body = 'x'.repeat(8_000_000);
  await put(server.url, 'a', body);
  const reading = await fetch(`${at(server.url, 'a')}?alt=media`);
  await put(server.url, 'a', 'new');
  await fetch(at(server.url, 'a'), { method: 'DELETE' });
  expect(await reading.text()).toBe(body);
});

test('a download is complete or a 404, even while the file is being replaced and deleted', async () => {
  const server = await start();
  const answers = new Set<string | number>();
  let isOver = false;
  const readers = Array.from({ length: 8 }, async () => {
    while (!isOver) answers.add(await read(server, 'a'));
  });
  for (let round = 0; round < 60; round++) {
    for (const body of ['one', 'two']) await put(server.url, 'a', body);
    if (round % 4 === 0) await fetch(at(server.url, 'a'), { method: 'DELETE' });
  }
  isOver = true;
  await Promise.all(readers);
  expect([...answers].sort()).toEqual([404, 'one', 'two']);
});

test('missing bytes of a known object cause a clear error', async () => {
  const server = await start();
  await put(server.url, 'a', 'one');
  for (const blob of readdirSync(join(dir, 'own/blobs'))) rmSync(join(dir, 'own/blobs', blob));
  expect(await read(server, 'a')).toBe(500);
});

test('another server starts from saved data, and neither server affects the other', async () => {
  const first = await start();
  await put(first.url, 'kept', 'one');
  await put(first.url, 'changed', 'one');
  await put(first.url, 'gone', 'one');
  const saved = join(dir, 'generation');
  await first.save(saved);
  await put(first.url, 'changed', 'two');
  await fetch(at(first.url, 'gone'), { method: 'DELETE' });

  const second = await start({ dataDir: join(dir, 'second'), restoreFrom: saved });
  const texts = ['kept', 'changed', 'gone'].map((name) => read(second, name));
  expect(await Promise.all(texts)).toEqual(['one', 'one', 'one']);
  await put(second.url, 'kept', 'other');
  await fetch(at(second.url, 'changed'), { method: 'DELETE' });
  expect(await read(first, 'kept')).toBe('one');

  const third = await start({ dataDir: join(dir, 'third'), restoreFrom: saved });
  expect(await Promise.all(['kept', 'changed', 'gone'].map((name) => read(third, name)))).toEqual([
    'one',
    'one',
    'one',
  ]);
});

describe('the server refuses to start', () => {
  test('if the project is not a demo', async () => {
    await expect(start({ projectId: 'dats' })).rejects.toThrow(
      /project id "dats" does not start with demo-/,
    );
  });

  test('if the rules have a mistake', async () => {
    await expect(start({ rules: "rules_version = '2'; service" })).rejects.toThrow(
      /Line 1, column 29: Expected a name/,
    );
  });

  test('if the folder holds foreign or incomplete files', async () => {
    const first = await start();
    await put(first.url, 'a', 'one');
    await stop(first);
    rmSync(join(dir, 'own/blobs'), { recursive: true });
    await expect(start()).rejects.toThrow(/its bytes .* are missing/);
    for (const name of readdirSync(join(dir, 'own/objects'))) {
      writeFileSync(join(dir, 'own/objects', name), '{"hello": 1}');
    }
    await expect(start()).rejects.toThrow(/is not an object of the local Cloud Storage/);
  });
});

test('without rules only servers have access', async () => {
  const server = await start();
  await put(server.url, 'a', 'one');
  expect((await fetch(`${server.url}/v0/b/${BUCKET}/o/a`)).status).toBe(403);
  expect(await read(server, 'a')).toBe('one');
});

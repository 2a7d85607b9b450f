import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type DatabaseOptions, type DatabaseServer, startDatabase } from './server.ts';
import { PROJECT_ID } from './testing/clients.ts';

const RULES = '{"rules": {".read": true, ".write": true}}';

let dir: string;
const running: DatabaseServer[] = [];

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'database-'));
});

afterEach(async () => {
  await Promise.all(running.splice(0).map((server) => server.close()));
  rmSync(dir, { recursive: true });
});

async function start(change: Partial<DatabaseOptions> = {}): Promise<DatabaseServer> {
  const server = await startDatabase({ port: 0, projectId: PROJECT_ID, rules: RULES, ...change });
  running.push(server);
  return server;
}

const put = (url: string, path: string, json: unknown) =>
  fetch(`${url}/${path}`, { method: 'PUT', body: JSON.stringify(json) });

const read = async ({ url }: DatabaseServer, path: string) =>
  (await fetch(`${url}/${path}`)).json();

test('another server starts from saved data, which later writes to the first do not change', async () => {
  const first = await start();
  await put(first.url, 'a.json', { 'x y': [1, 2], t: { '.sv': 'timestamp' } });
  await put(first.url, 'a.json?ns=demo-dats', 'other');
  const before = await read(first, 'a.json');
  const copy = join(dir, 'generation', 'copy');
  await first.save(copy);
  await put(first.url, 'a.json', 2);
  const second = await start({ restoreFrom: copy });
  expect(await read(second, 'a.json')).toEqual(before);
  expect(await read(second, 'a.json?ns=demo-dats')).toBe('other');
});

describe('the server refuses to start', () => {
  test.each<[string, Partial<DatabaseOptions>, RegExp]>([
    ['for a project that is not a demo', { projectId: 'dats' }, /does not start with demo-/],
    [
      'with rules that have a mistake',
      { rules: '{"rules": {".read": "oops"}}' },
      /Unknown variable 'oops'/,
    ],
  ])('%s', async (_, change, message) => {
    await expect(start(change)).rejects.toThrow(message);
  });

  test('on a folder whose files are not its own', async () => {
    writeFileSync(join(dir, 'database.json'), '{"hello": 1}');
    await expect(start({ restoreFrom: dir })).rejects.toThrow(/is not a snapshot/);
  });
});

test('without rules only the owner has access', async () => {
  const server = await startDatabase({ port: 0, projectId: PROJECT_ID });
  running.push(server);
  expect((await fetch(`${server.url}/a.json`)).status).toBe(401);
  expect((await fetch(`${server.url}/a.json?auth=owner`)).status).toBe(200);
});

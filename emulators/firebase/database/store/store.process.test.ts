import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type DatabaseServer, startDatabase } from '../server.ts';
import { PROJECT_ID } from '../testing/clients.ts';

const RULES = '{"rules": {".read": true, ".write": true}}';
const WRITER = fileURLToPath(new URL('../testing/writer-process.ts', import.meta.url));

let dir: string;
const running: DatabaseServer[] = [];

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'database-'));
});

afterEach(async () => {
  await Promise.all(running.splice(0).map((server) => server.close()));
  rmSync(dir, { recursive: true });
});

async function start(dataDir = dir): Promise<DatabaseServer> {
  const server = await startDatabase({ port: 0, projectId: PROJECT_ID, rules: RULES, dataDir });
  running.push(server);
  return server;
}

async function stop(server: DatabaseServer): Promise<void> {
  running.splice(running.indexOf(server), 1);
  await server.close();
}

async function put(url: string, path: string, json: unknown): Promise<number> {
  const response = await fetch(`${url}/${path}`, { method: 'PUT', body: JSON.stringify(json) });
  return response.status;
}

const read = async ({ url }: DatabaseServer, path: string) =>
  (await fetch(`${url}/${path}`)).json();

test('everything acknowledged is still there after the process was killed', async () => {
  const child: ChildProcess = spawn(process.execPath, [WRITER, dir], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [port] = await once(child.stdout!, 'data');
  const url = `http://127.0.0.1:${String(port).trim()}`;
  const acknowledged: string[] = [];
  const exited = once(child, 'exit');
  const writers = Array.from({ length: 8 }, async (_, writer) => {
    for (let index = 0; index < 10_000; index++) {
      const key = `w${writer}-${index}`;
      if ((await put(url, `log/${key}.json`, 'é'.repeat(300))) !== 200) return;
      acknowledged.push(key);
      if (acknowledged.length === 400) child.kill('SIGKILL');
    }
  });
  await Promise.allSettled(writers);
  await exited;
  expect(acknowledged.length).toBeGreaterThanOrEqual(400);
  const kept = await read(await start(), 'log.json');
  expect(acknowledged.filter((key) => kept[key] !== 'é'.repeat(300))).toEqual([]);
});

test('data, priorities and namespaces survive a restart', async () => {
  const first = await start();
  await put(first.url, 'a.json', { 'x y': [1, 2], '.priority': 5, t: { '.sv': 'timestamp' } });
  await put(first.url, 'a.json?ns=demo-dats', 'other');
  const before = await read(first, 'a.json?format=export');
  await stop(first);
  const second = await start();
  expect(await read(second, 'a.json?format=export')).toEqual(before);
  expect(await read(second, 'a.json?ns=demo-dats')).toBe('other');
});

test('a line that was being written when the process died is left out', async () => {
  const first = await start();
  await put(first.url, 'a.json', 1);
  await stop(first);
  const log = readdirSync(dir).find((name) => name.endsWith('.log'))!;
  appendFileSync(join(dir, log), '["demo-dats-default-rtdb",[[["a"],2]]]\n["demo-dats-de');
  const second = await start();
  expect(await read(second, 'a.json')).toBe(2);
  await put(second.url, 'b.json', 3);
  await stop(second);
  expect(await read(await start(), '.json')).toEqual({ a: 2, b: 3 });
});

test('a saved snapshot starts another server and does not change with the first', async () => {
  const first = await start();
  await put(first.url, 'a.json', 1);
  const copy = join(dir, 'generation', 'copy');
  await first.save(copy);
  await put(first.url, 'a.json', 2);
  expect(await read(await start(copy), 'a.json')).toBe(1);
});

test('saving into the own folder loses nothing that is written after', async () => {
  const first = await start();
  await put(first.url, 'a.json', 1);
  await first.save(dir);
  await put(first.url, 'a.json', 2);
  await stop(first);
  expect(await read(await start(), 'a.json')).toBe(2);
});

test('a snapshot saved over an old folder is not mixed with the old log', async () => {
  const copy = join(dir, 'copy');
  const old = await start(copy);
  await put(old.url, 'old.json', 1);
  const before = readdirSync(copy).find((name) => name.endsWith('.log'))!;
  const text = readFileSync(join(copy, before));
  await stop(old);
  writeFileSync(join(copy, 'database-0.log'), text);
  const first = await start(join(dir, 'first'));
  await put(first.url, 'a.json', 1);
  await first.save(copy);
  expect(await read(await start(copy), '.json')).toEqual({ a: 1 });
});

describe('the server refuses to start', () => {
  test('for a project that is not a demo', async () => {
    await expect(startDatabase({ port: 0, projectId: 'dats' })).rejects.toThrow(
      /project id "dats" does not start with demo-/,
    );
  });

  test('on any other address than the own machine', async () => {
    const options = { port: 0, projectId: PROJECT_ID, host: '0.0.0.0' as '127.0.0.1' };
    await expect(startDatabase(options)).rejects.toThrow(/127\.0\.0\.1 only, not on 0\.0\.0\.0/);
  });

  test('with rules that have a mistake', async () => {
    const options = { port: 0, projectId: PROJECT_ID, rules: '{"rules": {".read": "oops"}}' };
    await expect(startDatabase(options)).rejects.toThrow(/Unknown variable 'oops'/);
  });

  test('on a folder whose files are not its own', async () => {
    writeFileSync(join(dir, 'database.json'), '{"hello": 1}');
    await expect(start()).rejects.toThrow(/is not a snapshot of the local Realtime Database/);
  });

  test('on a log with an unreadable line in the middle', async () => {
    writeFileSync(join(dir, 'database-0.log'), 'rubbish\n["demo-dats",[]]\n');
    await expect(start()).rejects.toThrow(/line 1 cannot be read/);
  });
});

test('without rules no one but the owner gets in', async () => {
  const server = await startDatabase({ port: 0, projectId: PROJECT_ID });
  running.push(server);
  expect((await fetch(`${server.url}/a.json`)).status).toBe(401);
  expect((await fetch(`${server.url}/a.json?auth=owner`)).status).toBe(200);
});

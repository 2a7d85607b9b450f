import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Calls, Value } from '../contract.ts';
import { World } from '../world.ts';

const project = 'demo-disk';
const writer = fileURLToPath(new URL('../testing/disk-writer.ts', import.meta.url));
const admin = { isAdmin: true, auth: null };

let dir: string;
const open: World[] = [];

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'firestore-'));
});

afterEach(() => {
  for (const world of open.splice(0)) world.close();
  rmSync(dir, { recursive: true });
});

function start(dataDir = dir, now: () => number = Date.now): World {
  const world = new World({ dataDir, now, rulesOf: () => undefined });
  open.push(world);
  return world;
}

function stop(world: World): void {
  open.splice(open.indexOf(world), 1);
  world.close();
}

interface Found {
  readonly id: string;
  readonly fields: Readonly<Record<string, Value>>;
  readonly createTime: string;
  readonly updateTime: string;
}

const rootOf = (database: string) => `projects/${project}/databases/${database}`;
const callsOf = (world: World, database: string): Calls => world.calls({ project, database });

async function put(world: World, path: string, fields: object, database = '(default)') {
  const root = rootOf(database);
  const writes = [{ update: { name: `${root}/documents/${path}`, fields } }];
  return callsOf(world, database).one('Commit', { database: root, writes }, admin);
}

async function read(world: World, collection = 'log', database = '(default)'): Promise<Found[]> {
  const parent = `${rootOf(database)}/documents`;
  const structuredQuery = { from: [{ collectionId: collection }] };
  const answers = await callsOf(world, database).many(
    'RunQuery',
    { parent, structuredQuery },
    admin,
  );
  return answers.flatMap(({ document }) => {
    if (!document) return [];
    const { name, fields = {}, ...times } = document as Found & { readonly name: string };
    return [{ ...times, id: name.split('/').at(-1)!, fields }];
  });
}

const one = { n: { integerValue: '1' } };
const two = { n: { integerValue: '2' } };
const namesIn = (folder: string) => readdirSync(folder).sort();

test('everything that was answered is still there after the process was killed', async () => {
  const databases = ['(default)', 'other'];
  const child = spawn(process.execPath, [writer, dir, ...databases], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  const answered = new Map<string, { count: number; time: string }>();
  let lines = 0;
  for await (const line of createInterface({ input: child.stdout })) {
    const [database, count, time] = JSON.parse(line) as [string, number, string];
    answered.set(database, { count, time });
    if (++lines === 600) child.kill('SIGKILL');
  }
  expect(await exited).toEqual([null, 'SIGKILL']);
  expect(lines).toBeGreaterThanOrEqual(600);

  const world = start();
  for (const database of databases) {
    const { count, time } = answered.get(database)!;
    const found = new Map((await read(world, 'log', database)).map((each) => [each.id, each]));
    const last = Number(Object.values(found.get('last')!.fields.n!)[0]);
    expect(last).toBeGreaterThanOrEqual(count);
    // Whole commits only: fifty documents back to the last one, and no older ones.
    const kept = Array.from({ length: 50 }, (_, at) => `d${last - at}`);
    expect([...found.keys()].sort()).toEqual([...kept, 'last'].sort());
    expect(found.get(`d${count}`)?.updateTime).toBe(time);
    expect(found.get(`d${count}`)?.fields.text).toEqual({ stringValue: 'é'.repeat(300) });
  }
});

test('documents keep their fields and times over a restart, in every database', async () => {
  const first = start();
  const fields = {
    'a b': { arrayValue: { values: [{ doubleValue: 'NaN' }, { doubleValue: '-0' }] } },
    é: { mapValue: { fields: { t: { timestampValue: '2020-01-01T00:00:00.123456Z' } } } },
  };
  await put(first, 'log/a', fields);
  await put(first, 'log/a', { ...fields, n: { nullValue: null } });
  await put(first, 'log/b/log/deep', one, 'other');
  const before = [await read(first), await read(first, 'log', 'other')];
  expect(before[0]).toHaveLength(1);
  stop(first);
  const second = start();
  expect([await read(second), await read(second, 'log', 'other')]).toEqual(before);
});

test('time never goes back, though the clock does', async () => {
  const first = start(dir, () => 2_000_000_000_000);
  const before = await put(first, 'log/a', one);
  stop(first);
  const second = start(dir, () => 1_000_000_000_000);
  const after = await put(second, 'log/a', two);
  expect(before.commitTime).toBe('2033-05-18T03:33:20Z');
  expect(after.commitTime).toBe('2033-05-18T03:33:20.000001Z');
  expect((await read(second))[0]?.updateTime).toBe(after.commitTime);
});

test('a line that was being written when the process died is left out', async () => {
  const first = start();
  await put(first, 'log/a', one);
  stop(first);
  const log = namesIn(dir).find((name) => name.endsWith('.log'))!;
  const whole = JSON.stringify([
    project,
    '(default)',
    5_000_000_000_000_000,
    [['log/b', 1, 1, two]],
  ]);
  appendFileSync(join(dir, log), `${whole}\n["${project}","(defa`);
  const second = start();
  expect((await read(second)).map(({ id }) => id)).toEqual(['a', 'b']);
  await put(second, 'log/c', one);
  stop(second);
  expect((await read(start())).map(({ id }) => id)).toEqual(['a', 'b', 'c']);
});

test('what was deleted or cleared does not come back', async () => {
  const first = start();
  await put(first, 'log/a', one);
  await put(first, 'log/a', one, 'other');
  first.clear({ project, database: '(default)' });
  stop(first);
  const second = start();
  expect(await read(second)).toEqual([]);
  expect(await read(second, 'log', 'other')).toHaveLength(1);
});

test('a log that has outgrown the snapshot is folded into it, and nothing is lost', async () => {
  const first = start();
  const text = { text: { stringValue: 'x'.repeat(1_000_000) } };
  for (let count = 0; count < 10; count++) await put(first, `log/d${count}`, text);
  expect(namesIn(dir)).toEqual(['firestore-1.log', 'firestore.jsonl']);
  const copy = join(dir, 'as-killed');
  mkdirSync(copy);
  for (const name of ['firestore-1.log', 'firestore.jsonl']) {
    writeFileSync(join(copy, name), readFileSync(join(dir, name)));
  }
  expect(await read(start(copy))).toEqual(await read(first));
});

describe('save', () => {
  test('makes a folder that another one starts from, and that does not change any more', async () => {
    const first = start();
    await put(first, 'log/a', one);
    const copy = join(dir, 'generation', 'copy');
    first.save(copy);
    await put(first, 'log/a', two);
    expect((await read(start(copy)))[0]?.fields).toEqual(one);
  });

  test('works for a world that lives in memory', async () => {
    const world = new World({ now: Date.now, rulesOf: () => undefined });
    await put(world, 'log/a', one);
    const copy = join(dir, 'copy');
    world.save(copy);
    world.close();
    expect((await read(start(copy)))[0]?.fields).toEqual(one);
  });

  test('into the own folder loses nothing that is written after', async () => {
    const first = start();
    await put(first, 'log/a', one);
    first.save(dir);
    await put(first, 'log/a', two);
    stop(first);
    expect((await read(start()))[0]?.fields).toEqual(two);
  });

  test('over an old folder does not mix with its log', async () => {
    const copy = join(dir, 'copy');
    const old = start(copy);
    await put(old, 'log/old', one);
    const log = readFileSync(join(copy, 'firestore-0.log'));
    stop(old);
    writeFileSync(join(copy, 'firestore-0.log'), log);
    const first = start(join(dir, 'first'));
    await put(first, 'log/a', one);
    first.save(copy);
    expect((await read(start(copy))).map(({ id }) => id)).toEqual(['a']);
  });
});

describe('it does not begin', () => {
  test('on an export of Google’s emulator', () => {
    writeFileSync(join(dir, 'old.overall_export_metadata'), 'x');
    expect(() => start()).toThrow(
      /holds an export of Google's Firestore emulator \(old\.overall_export_metadata\)/,
    );
    expect(namesIn(dir)).toEqual(['old.overall_export_metadata']);
  });

  test.each(['{"hello": 1}\n', '', 'rubbish\n', '{"format":"datchain-firestore-0","log":"x"}\n'])(
    'on a snapshot that is not its own: %j',
    (text) => {
      writeFileSync(join(dir, 'firestore.jsonl'), text);
      expect(() => start()).toThrow(/firestore\.jsonl is not a snapshot of the local Firestore/);
    },
  );

  test('on a log with an unreadable line in the middle', () => {
    writeFileSync(join(dir, 'firestore-0.log'), `rubbish\n["${project}","x",1,[]]\n`);
    expect(() => start()).toThrow(/firestore-0\.log, line 1 cannot be read/);
  });
});

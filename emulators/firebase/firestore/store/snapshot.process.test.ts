import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Value } from '../contract.ts';
import { World } from '../world.ts';

const project = 'demo-disk';
const admin = { isAdmin: true, auth: null };

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'firestore-'));
});
afterEach(() => rmSync(dir, { recursive: true }));

const start = (restoreFrom = dir, now: () => number = Date.now): World =>
  new World({ restoreFrom, now, rulesOf: () => undefined });

interface Found {
  readonly name: string;
  readonly fields: Readonly<Record<string, Value>>;
  readonly createTime: string;
  readonly updateTime: string;
}

const rootOf = (database: string) => `projects/${project}/databases/${database}`;

async function put(world: World, path: string, fields: object, database = '(default)') {
  const root = rootOf(database);
  const writes = [{ update: { name: `${root}/documents/${path}`, fields } }];
  const calls = world.calls({ project, database });
  return calls.one('Commit', { database: root, writes }, admin);
}

async function read(world: World, database = '(default)'): Promise<Found[]> {
  const parent = `${rootOf(database)}/documents`;
  const structuredQuery = { from: [{ collectionId: 'log' }] };
  const calls = world.calls({ project, database });
  const answers = await calls.many('RunQuery', { parent, structuredQuery }, admin);
  return answers.flatMap(({ document }) => (document ? [document as unknown as Found] : []));
}

const one = { n: { integerValue: '1' } };
const two = { n: { integerValue: '2' } };

test('saved documents keep their fields and times, in every database, and later writes do not change them', async () => {
  const first = start();
  const fields = {
    'a b': { arrayValue: { values: [{ doubleValue: 'NaN' }, { doubleValue: '-0' }] } },
    é: { mapValue: { fields: { t: { timestampValue: '2020-01-01T00:00:00.123456Z' } } } },
  };
  await put(first, 'log/a', fields);
  await put(first, 'log/a', { ...fields, n: { nullValue: null } });
  await put(first, 'log/b/log/deep', one, 'other');
  const before = [await read(first), await read(first, 'other')];
  expect(before[0]).toHaveLength(1);
  const copy = join(dir, 'generation', 'copy');
  first.save(copy);
  await put(first, 'log/a', two);
  const second = start(copy);
  expect([await read(second), await read(second, 'other')]).toEqual(before);
});

test('commit times never go back, even if the clock does', async () => {
  const first = start(dir, () => 2_000_000_000_000);
  const before = await put(first, 'log/a', one);
  first.save(dir);
  const second = start(dir, () => 1_000_000_000_000);
  const after = await put(second, 'log/a', two);
  expect(before.commitTime).toBe('2033-05-18T03:33:20Z');
  expect(after.commitTime).toBe('2033-05-18T03:33:20.000001Z');
});

test('a cleared database stays empty after a restart', async () => {
  const first = start();
  await put(first, 'log/a', one);
  await put(first, 'log/a', one, 'other');
  first.clear({ project, database: '(default)' });
  first.save(dir);
  const second = start();
  expect(await read(second)).toEqual([]);
  expect(await read(second, 'other')).toHaveLength(1);
});

test.each(['{"hello": 1}\n', '', 'rubbish\n', '{"format":"datchain-firestore-0"}\n'])(
  'a world refuses a snapshot that is not its own: %j',
  (text) => {
    writeFileSync(join(dir, 'firestore.jsonl'), text);
    expect(() => start()).toThrow(/firestore\.jsonl is not a snapshot of the local Firestore/);
  },
);

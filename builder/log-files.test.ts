import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rawLines } from '@datchain/functions/public-log/raw-lines.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { lineFor, madeLog } from '../scripts/verify/testing/made-log.ts';
import { verifyLog } from '../scripts/verify.ts';
import { writeLogFiles } from './log-files.ts';

const site = mkdtempSync(join(tmpdir(), 'log-files-'));
const made = madeLog(40, 7);
const keys = JSON.parse(made.keys).keys;
const read = (file: string) => readFileSync(join(site, 'data/v1', file), 'latin1');

/** The ids of the DATS that have a slice of this kind. */
const slices = (ending: string) =>
  readdirSync(join(site, 'data/v1/log'))
    .filter((file) => file.endsWith(ending))
    .map((file) => file.slice(0, -ending.length))
    .sort();

const logOf = (lines: readonly string[], handles = {}) => ({
  heads: [],
  keys,
  handles,
  lines: () => rawLines(chunks(lines)),
  checkpoints: () => rawLines(chunks(made.checkpoints)),
  close: async () => {},
});

async function* chunks(lines: readonly string[]): AsyncGenerator<Buffer> {
  for (const line of lines) yield Buffer.from(line, 'latin1');
}

beforeAll(async () => {
  const verdict = await writeLogFiles(site, logOf(made.log, { ab: 'ana' }));
  expect(verdict).toMatchObject({ ok: true, lines: 40, checkpoints: 6 });
});
afterAll(() => rmSync(site, { recursive: true }));

test('the site has exactly the bytes that were published, and they verify there', async () => {
  expect(read('ledger.jsonl')).toBe(made.log.join(''));
  expect(read('checkpoints.jsonl')).toBe(made.checkpoints.join(''));
  expect(read('log-keys.json')).toBe(made.keys);
  const options = { trusted: undefined, kept: undefined };
  const found = await verifyLog(join(site, 'data/v1'), options);
  expect(found).toMatchObject({ ok: true, lines: 40 });
});

test('checkpoints that were published before must be the beginning of those of now', async () => {
  const [first = '', second = '', third = ''] = made.checkpoints;
  const publish = async (log: ReturnType<typeof logOf>, kept: string) => {
    const next = mkdtempSync(join(tmpdir(), 'log-files-'));
    const verdict = await writeLogFiles(next, log, kept);
    rmSync(next, { recursive: true });
    return verdict;
  };
  const again = (kept: string) => publish(logOf(made.log), kept);
  expect(await again('')).toMatchObject({ ok: true });
  expect(await again(first + second)).toMatchObject({ ok: true });
  const cut = { ...logOf(made.log), checkpoints: () => rawLines(chunks([first])) };
  const log = made.log.slice(0, JSON.parse(first).length);
  const shorter = await publish({ ...cut, lines: () => rawLines(chunks(log)) }, first + second);
  expect(shorter).toMatchObject({ where: 'checkpoints', line: 2, fault: 'missing' });
  expect(await again(first + third)).toMatchObject({
    where: 'checkpoints',
    line: 2,
    fault: 'kept',
  });
  await again('');
});

test('each DAT has a slice with its own lines, byte for byte', () => {
  expect(slices('.jsonl')).toContain('dat-1');
  for (const datId of slices('.jsonl')) {
    const own = made.log.filter((line) => JSON.parse(line).datId === datId);
    expect(read(`log/${datId}.jsonl`)).toBe(own.join(''));
  }
  // What Hosting answers for any other.
  expect(read('no-lines.jsonl')).toBe('');
});

test('the same lines are a table with the columns and rows of the whole one', () => {
  expect(slices('.csv')).toEqual(slices('.jsonl'));
  const [head, ...rows] = read('ledger.csv').split('\r\n');
  const at = head?.split(',').indexOf('datId') ?? -1;
  for (const datId of slices('.csv')) {
    const own = rows.filter((row) => row.split(',')[at] === datId);
    expect(read(`log/${datId}.csv`)).toBe(`${[head, ...own].join('\r\n')}\r\n`);
  }
});

test('the tables of a log without lines have their columns', async () => {
  const empty = mkdtempSync(join(tmpdir(), 'log-files-'));
  const log = { ...logOf([]), checkpoints: () => rawLines(chunks([])) };
  expect(await writeLogFiles(empty, log)).toMatchObject({ ok: true, lines: 0 });
  const [head] = read('ledger.csv').split('\r\n');
  expect(readFileSync(join(empty, 'data/v1/ledger.csv'), 'latin1')).toBe(`${head}\r\n`);
  rmSync(empty, { recursive: true });
});

test('each day has a slice with the lines of what happened on it', () => {
  const slices = readdirSync(join(site, 'data/v1/days'));
  expect(slices.length).toBeGreaterThan(0);
  const lines = slices.flatMap((slice) => {
    const own = read(`days/${slice}`).match(/.*\n/g) ?? [];
    for (const line of own) expect(JSON.parse(line).at).toContain(slice.replace('.jsonl', 'T'));
    return own;
  });
  expect(lines.sort()).toEqual([...made.log].sort());
});

test('the table has a row for each line', () => {
  const [head, ...rows] = read('ledger.csv').trim().split('\r\n');
  expect(head).toMatch(/^seq,at,kind,datId,.*,prev$/);
  expect(rows.map((row) => row.split(',')[0])).toEqual(
    made.log.map((line) => String(JSON.parse(line).seq)),
  );
});

test('usernames stand beside the log, not in it', () => {
  expect(JSON.parse(read('handles.json'))).toEqual({ handles: { ab: 'ana' } });
  expect(read('ledger.jsonl')).not.toContain('ana');
});

test('a log that is broken is found out before it is published', async () => {
  const broken = [...made.log.slice(0, -1), lineFor(40, '1'.repeat(64))];
  const verdict = await writeLogFiles(site, logOf(broken));
  expect(verdict).toEqual({ ok: false, where: 'log', line: 40, fault: 'prev' });
});

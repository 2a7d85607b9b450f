import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PublicLog } from '@datchain/functions/public-log/source.ts';
import { logLine } from '@datchain/shared/domain/public-log/lines.ts';
import { plainCoinFiles } from '@datchain/testing/pure/coin-files.ts';
import { listText } from '@datchain/testing/pure/coin-list.ts';
import { aPublicLog, someLines } from '@datchain/testing/server/a-public-log.ts';
import { bytesOfText, hexOf } from '@datchain/tlog/bytes.ts';
import { leafHash } from '@datchain/tlog/merkle.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listFiles } from './fingerprint.ts';
import { readLiveCheckpoint } from './live-checkpoint.ts';
import { addLog } from './log-files.ts';
import { nextVersionDir, publish } from './publish.ts';
import { SiteState } from './site-state.ts';
import { SiteTree } from './site-tree.ts';

const top = mkdtempSync(join(tmpdir(), 'log-files-'));
const newDir = () => mkdtempSync(join(top, 'dir-'));
const site = newDir();
const lines = someLines(40);
const read = (file: string, from = site) => readFileSync(join(from, 'data/v1', file), 'latin1');

const slices = (ending: string) =>
  readdirSync(join(site, 'data/v1/log'))
    .filter((file) => file.endsWith(ending))
    .map((file) => file.slice(0, -ending.length))
    .sort();

const writeWhole = (dir: string, log: PublicLog) =>
  addLog(SiteTree.empty(dir), log, {
    work: newDir(),
    live: undefined,
    isContinued: false,
    witnesses: '',
    log: () => {},
  });

beforeAll(async () => {
  const log = await aPublicLog(lines);
  expect(await writeWhole(site, { ...log, handles: async () => ({ ab: 'ana' }) })).toBeUndefined();
});
afterAll(() => rmSync(top, { recursive: true }));

test('ledger.jsonl is the public log, byte for byte', () => {
  expect(read('ledger.jsonl')).toBe(lines.join(''));
});

test('each DAT has a slice with its own lines, byte for byte', () => {
  expect(slices('.jsonl')).toContain('dat-1');
  for (const datId of slices('.jsonl')) {
    const own = lines.filter((line) => JSON.parse(line).datId === datId);
    expect(read(`log/${datId}.jsonl`)).toBe(own.join(''));
  }
  // Hosting answers with this file for a DAT without lines.
  expect(read('no-lines.jsonl')).toBe('');
});

test('the table of a DAT has the columns of the whole table and the DAT’s rows', () => {
  expect(slices('.csv')).toEqual(slices('.jsonl'));
  const [head, ...rows] = read('ledger.csv').split('\r\n');
  const at = head?.split(',').indexOf('datId') ?? -1;
  for (const datId of slices('.csv')) {
    const own = rows.filter((row) => row.split(',')[at] === datId);
    expect(read(`log/${datId}.csv`)).toBe(`${[head, ...own].join('\r\n')}\r\n`);
  }
});

const coinsOf = (count: number, seed: string) =>
  listText(
    Array.from({ length: count }, (_, at) => `${hexOf(leafHash(bytesOfText(seed + at)))} USD 70\n`),
  );
const dayLine = (seq: number, day: string, kind: 'liabilities' | 'assets' = 'liabilities') =>
  logLine(seq, { at: Date.UTC(2026, 10, 22), kind, fields: { day } });

test('[N-JOB-04] the coins of closed days are files by prefix, with their proofs and a list of the days', async () => {
  const dir = newDir();
  const coins = [
    { day: '2026-11-21', text: coinsOf(1_100, 'a') },
    { day: '2026-11-20', text: coinsOf(50, 'b') },
    { day: '2026-11-19', text: '' },
  ];
  const lines41 = [
    dayLine(41, '2026-11-19'),
    dayLine(42, '2026-11-20'),
    dayLine(43, '2026-11-20', 'assets'),
    dayLine(44, '2026-11-21'),
  ];
  const all = [...lines, ...lines41];
  expect(await writeWhole(dir, await aPublicLog(all, [44], coins))).toBeUndefined();
  for (const [{ day, text }, digits] of [
    [coins[0], 2],
    [coins[1], 0],
    [coins[2], 0],
  ] as [{ day: string; text: string }, number][]) {
    const files = plainCoinFiles(day, text, digits);
    for (const [file, content] of files) expect(read(file, dir), file).toBe(content);
    expect(readdirSync(join(dir, 'data/v1/coins', day))).toHaveLength(files.size);
  }
  const [on19, on20, assets, on21] = lines41;
  expect(JSON.parse(read('coins/days.json', dir))).toEqual({
    days: [
      { day: '2026-11-21', line: 44, lines: [on21], digits: 2 },
      { day: '2026-11-20', line: 42, lines: [on20, assets], digits: 0 },
      { day: '2026-11-19', line: 41, lines: [on19], digits: 0 },
    ],
  });
});

test('[N-JOB-04] the files of a listed day are kept unread, and written again only when one is lost', async () => {
  const { siteDir, rebuild, said } = siteIn(newDir());
  await rebuild((await logOf(600, [600])).log);
  const reads: string[] = [];
  const next = async (size: number) => {
    const { log } = await logOf(size, [600, size]);
    async function* coins() {
      for await (const { day, read } of log.coins()) {
        yield {
          day,
          read() {
            reads.push(day);
            return read();
          },
        };
      }
    }
    expect(await rebuild({ ...log, coins })).toBeUndefined();
    return reads.splice(0);
  };
  expect(await next(610)).toEqual([]);
  expect(new Set(await next(730))).toEqual(new Set(['2026-11-24']));
  expect(readdirSync(join(siteDir, 'data/v1/coins/2026-11-24'))).toHaveLength(16);
  expect(existsSync(join(siteDir, 'data/v1/coins/2026-11-21/0.txt'))).toBe(false);
  rmSync(join(siteDir, 'data/v1/coins/2026-11-24/7.txt'));
  expect(new Set(await next(740)).size).toBe(3);
  expect(said).toHaveLength(1);
  expect(existsSync(join(siteDir, 'data/v1/coins/2026-11-24/7.txt'))).toBe(true);
});

test('a list of coins without a line in the log is refused, naming its day', async () => {
  const dir = newDir();
  const coins = [{ day: '2026-11-20', text: '' }];
  expect(await writeWhole(dir, await aPublicLog(lines, [40], coins))).toContain('2026-11-20');
});

test('a log without lines has tables with their columns, and no tree', async () => {
  const empty = newDir();
  expect(await writeWhole(empty, await aPublicLog([]))).toBeUndefined();
  const [head] = read('ledger.csv').split('\r\n');
  expect(read('ledger.csv', empty)).toBe(`${head}\r\n`);
  expect(readdirSync(join(empty, 'data/v1'))).not.toContain('tlog');
});

test('each day has a slice with the lines of what happened on it', () => {
  const slices = readdirSync(join(site, 'data/v1/days'));
  expect(slices.length).toBeGreaterThan(0);
  const found = slices.flatMap((slice) => {
    const own = read(`days/${slice}`).match(/.*\n/g) ?? [];
    for (const line of own) expect(JSON.parse(line).at).toContain(slice.replace('.jsonl', 'T'));
    return own;
  });
  expect(found.sort()).toEqual([...lines].sort());
});

test('usernames stand beside the log, not in it', () => {
  expect(JSON.parse(read('handles.json'))).toEqual({ handles: { ab: 'ana' } });
  expect(read('ledger.jsonl')).not.toContain('ana');
});

const manyLines = someLines(1_030).map((line, index) =>
  index % 144 === 143
    ? logLine(index + 1, {
        at: Date.parse(JSON.parse(line).at),
        kind: 'liabilities',
        fields: { day: dayOf(index) },
      })
    : line,
);
function dayOf(index: number): string {
  return `2026-11-${20 + Math.floor(index / 144)}`;
}

async function logOf(size: number, signedSizes: readonly number[]) {
  const days = [143, 287, 431, 575, 719, 863, 1_007].filter((index) => index < size);
  const coins = days
    .slice(-3)
    .reverse()
    .map((index) => ({ day: dayOf(index), text: coinsOf(100, dayOf(index)) }));
  const log = await aPublicLog(manyLines.slice(0, size), signedSizes, coins);
  const readFrom: number[] = [];
  const lines = (from = 0) => {
    readFrom.push(from);
    return log.lines(from);
  };
  return { log: { ...log, lines }, readFrom };
}

const bytesIn = (dir: string) =>
  new Map(listFiles(dir).map((file) => [file, readFileSync(join(dir, file), 'latin1')]));

function siteIn(folder: string) {
  const siteDir = join(folder, 'site');
  const state = new SiteState(':memory:');
  const said: string[] = [];
  let versions = 0;
  return {
    siteDir,
    said,
    async rebuild(log: PublicLog, isWhole = false) {
      const isFirst = !existsSync(siteDir);
      const next = join(folder, 'next');
      const site = isFirst ? SiteTree.empty(next) : SiteTree.likeLive(siteDir, next, state);
      const problem = await addLog(site, log, {
        work: join(folder, 'work'),
        live: readLiveCheckpoint(siteDir),
        isContinued: !isFirst && !isWhole,
        witnesses: '',
        log: (line) => said.push(line),
      });
      if (problem) return problem;
      versions += 1;
      const version = nextVersionDir(siteDir, `${versions}`);
      renameSync(next, version);
      const before = publish(version, siteDir);
      if (before) state.setTrees(site.notes(siteDir, before));
      return undefined;
    },
  };
}

test('continuing the live log reads only new lines and gives the bytes of writing it whole', async () => {
  const folder = newDir();
  const sizes = [1, 40, 40, 143, 145, 255, 256, 600, 601, 767, 1_025, 1_030];
  const { siteDir, rebuild, said } = siteIn(folder);
  for (const [at, size] of sizes.entries()) {
    const signed = [...new Set(sizes.slice(0, at + 1))];
    const whole = join(folder, `whole-${at}`);
    const live = at > 0 ? realpathSync(siteDir) : undefined;
    const before = live && bytesIn(live);
    expect(await writeWhole(whole, (await logOf(size, signed)).log)).toBeUndefined();
    const { log, readFrom } = await logOf(size, signed);
    expect(await rebuild(log)).toBeUndefined();
    expect(readFrom).toEqual([sizes[at - 1] ?? 0]);
    expect(bytesIn(`${siteDir}/`)).toEqual(bytesIn(whole));
    if (live) expect(bytesIn(live)).toEqual(before);
  }
  expect(said).toEqual([]);
});

const daysOfOneFile = [
  { day: '2026-11-23', line: 576 },
  { day: '2026-11-22', line: 432 },
  { day: '2026-11-21', line: 288 },
];

test('a log with damaged or lost files is written whole, and one shorter than the live log is refused', async () => {
  const folder = newDir();
  const whole = join(folder, 'whole');
  await writeWhole(whole, (await logOf(601, [600, 601])).log);
  const damages: readonly ((dir: string) => void)[] = [
    (dir) => rmSync(join(dir, 'tlog/tile/0/002.p/88')),
    (dir) => writeFileSync(join(dir, 'tlog/tile/0/002.p/88'), new Uint8Array(88 * 32)),
    (dir) => writeFileSync(join(dir, 'tlog/tile/entries/002.p/88'), new Uint8Array(88 * 2)),
    (dir) => writeFileSync(join(dir, 'tlog/tile/1/000.p/2'), new Uint8Array(2 * 32)),
    (dir) => rmSync(join(dir, 'tlog/tile/entries/001')),
    (dir) => rmSync(join(dir, 'ledger.csv')),
    (dir) => rmSync(join(dir, 'ledger.jsonl')),
    (dir) => rmSync(join(dir, 'coins/days.json')),
    (dir) => writeFileSync(join(dir, 'coins/days.json'), '{"days":[]}'),
    (dir) => writeFileSync(join(dir, 'coins/days.json'), JSON.stringify({ days: daysOfOneFile })),
  ];
  for (const [at, damage] of damages.entries()) {
    const { siteDir, rebuild, said } = siteIn(mkdtempSync(join(folder, `${at}-`)));
    await rebuild((await logOf(600, [600])).log);
    damage(join(siteDir, 'data/v1'));
    const { log, readFrom } = await logOf(601, [600, 601]);
    expect(await rebuild(log)).toBeUndefined();
    expect(said).toHaveLength(1);
    expect(readFrom.at(-1)).toBe(0);
    expect(bytesIn(`${siteDir}/`)).toEqual(bytesIn(whole));
  }
  const { siteDir, rebuild } = siteIn(mkdtempSync(join(folder, 'shorter-')));
  await rebuild((await logOf(601, [600, 601])).log);
  const problem = await rebuild((await logOf(600, [600])).log);
  expect(problem).toContain('does not continue the 601 lines');
  expect(bytesIn(`${siteDir}/`)).toEqual(bytesIn(whole));
});

test('a tile lost from the version before the live one is written again', async () => {
  const { siteDir, rebuild, said } = siteIn(newDir());
  await rebuild((await logOf(599, [599])).log);
  const first = realpathSync(siteDir);
  await rebuild((await logOf(600, [599, 600])).log);
  rmSync(join(first, 'data/v1/tlog/tile/0/000'));
  expect(await rebuild((await logOf(601, [599, 600, 601])).log)).toBeUndefined();
  expect(said).toHaveLength(1);
  const whole = newDir();
  await writeWhole(whole, (await logOf(601, [599, 600, 601])).log);
  expect(bytesIn(`${siteDir}/`)).toEqual(bytesIn(whole));
});

test('a log that cannot be continued midway is written whole, without the wrong lines', async () => {
  const wrong = manyLines.map((line) => line.replaceAll('"dat-', '"wrong-').replaceAll('T', 'T1'));
  const midway = async function* (from: number, to: number, error?: string) {
    yield* wrong.slice(from, to);
    if (error) throw new Error(error);
  };
  const { siteDir, rebuild, said } = siteIn(newDir());
  await rebuild((await logOf(600, [600])).log);
  const whole = newDir();
  for (const [size, error] of [
    [800, 'the database is away'],
    [1_030, undefined],
  ] as const) {
    const { log } = await logOf(size, [size]);
    const lines = (from = 0) => (from > 0 ? midway(from, size, error) : log.lines());
    expect(await rebuild({ ...log, lines })).toBeUndefined();
    await writeWhole(whole, log);
    expect(bytesIn(`${siteDir}/`)).toEqual(bytesIn(whole));
  }
  expect(said).toEqual([
    'The public log could not be continued, so all of it is written: Error: the database is away.',
    'The public log could not be continued, so all of it is written: its lines are not those of its checkpoint.',
  ]);
});

test('writing the log whole removes files of earlier logs, and no others', async () => {
  const { siteDir, rebuild } = siteIn(newDir());
  await rebuild((await logOf(600, [600])).log);
  const stale = [
    'log/gone.csv',
    'days/2020-01-01.jsonl',
    'coins/2020-01-01.txt',
    'coins/2026-11-22/00.txt',
    'ledger-1.jsonl',
  ];
  const others = ['dats.json', 'ledgers.jsonl'];
  for (const file of [...stale, ...others]) writeFileSync(join(siteDir, 'data/v1', file), file);
  expect(await rebuild((await logOf(600, [600])).log, true)).toBeUndefined();
  const whole = newDir();
  await writeWhole(whole, (await logOf(600, [600])).log);
  const expected = bytesIn(whole);
  for (const file of others) expected.set(`data/v1/${file}`, file);
  expect(bytesIn(`${siteDir}/`)).toEqual(expected);
});

test('writing the log whole again keeps every file that is the same', async () => {
  const folder = newDir();
  const { siteDir, rebuild } = siteIn(folder);
  await rebuild((await logOf(600, [600])).log);
  const inodes = () =>
    new Map(listFiles(`${siteDir}/`).map((file) => [file, statSync(join(siteDir, file)).ino]));
  const before = inodes();
  expect(await rebuild((await logOf(600, [600])).log, true)).toBeUndefined();
  expect(inodes()).toEqual(before);
  expect(await rebuild((await logOf(601, [600, 601])).log, true)).toBeUndefined();
  const same = [...inodes()].filter(([file, inode]) => before.get(file) === inode);
  expect(before.size - same.length).toBeLessThan(10);
  const whole = join(folder, 'whole');
  await writeWhole(whole, (await logOf(601, [600, 601])).log);
  expect(bytesIn(`${siteDir}/`)).toEqual(bytesIn(whole));
});

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listFiles } from './fingerprint.ts';
import { LogFolder } from './log-folder.ts';
import { SiteTree } from './site-tree.ts';

const top = mkdtempSync(join(tmpdir(), 'log-folder-'));
const work = join(top, 'work');
let site: SiteTree;
beforeAll(() => {
  site = SiteTree.empty(join(top, 'site'));
});
afterAll(() => rmSync(top, { recursive: true }));

const read = (name: string) => readFileSync(join(site.dir, 'data/v1', name), 'utf8');

test('text too large for memory is written completely, and later text is appended to it', () => {
  const many = Array.from({ length: 5 }, (_, at) => `${at}`.repeat(9_000_000));
  const files = new LogFolder(site, { work, isContinued: false });
  for (const text of many) {
    files.append('ledger.jsonl', text);
    files.append('log/a.csv', text.slice(0, 10), 'head\n');
  }
  files.finish();
  expect(read('ledger.jsonl') === many.join('')).toBe(true);
  const table = `head\n${many.map((text) => text.slice(0, 10)).join('')}`;
  expect(read('log/a.csv')).toBe(table);
  const more = new LogFolder(site, { work, isContinued: true });
  for (const text of [...many, 'end']) more.append('ledger.jsonl', text);
  more.append('log/a.csv', 'end', 'head\n');
  more.append('log/b.csv', 'end', 'head\n');
  more.finish();
  expect(read('ledger.jsonl') === `${many.join('')}${many.join('')}end`).toBe(true);
  expect(read('log/a.csv')).toBe(`${table}end`);
  expect(read('log/b.csv')).toBe('head\nend');
});

test('a file of the same length with another line is written again', () => {
  for (const text of ['one\n', 'two\n']) {
    const files = new LogFolder(site, { work, isContinued: false });
    files.append('ledger.jsonl', text);
    files.finish();
    expect(read('ledger.jsonl')).toBe(text);
    expect(listFiles(join(site.dir, 'data/v1'))).toEqual(['ledger.jsonl']);
  }
});

test('leftovers of an earlier attempt do not get into a file', () => {
  const first = new LogFolder(site, { work, isContinued: false });
  first.append('ledger.jsonl', 'left\n');
  writeFileSync(join(work, 'ledger.jsonl'), 'left\n');
  const next = new LogFolder(site, { work, isContinued: false });
  next.append('ledger.jsonl', 'right\n');
  next.finish();
  expect(read('ledger.jsonl')).toBe('right\n');
});

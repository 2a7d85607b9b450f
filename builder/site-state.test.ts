import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, expect, test } from 'vitest';
import { recordPage } from './page-record.ts';
import { SiteState } from './site-state.ts';

const folder = mkdtempSync(join(tmpdir(), 'site-state-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const infoOf = (time: string) => ({ time, commit: '', snapshot: 'a', sources: 'b', dats: 1 });
const record = recordPage('<h1>A</h1><a href="/dats">DATS</a><a href="/gone">x</a>', '');

function within<Made>(file: string, use: (state: SiteState) => Made): Made {
  const state = new SiteState(join(folder, file));
  try {
    return use(state);
  } finally {
    state.close();
  }
}

function known(file: string): void {
  within(file, (state) => {
    state.begin();
    for (const page of ['dats.html', 'index.html']) state.putPage(page, record);
    state.setKeys(new Map([['dats.html', 'first']]), new Map());
    state.keepSite(infoOf('now'), { takenDown: ['dat-1'] });
  });
}

const contentOf = (file: string) =>
  within(file, (state) => ({
    pages: state.pages().map((page) => [page.file, state.names(page, 'links')]),
    keys: state.keys(),
    parts: state.parts(infoOf('now'))?.takenDown,
  }));

test('pages are committed with their site; until then the former pages are known', () => {
  known('kept');
  const before = contentOf('kept');
  expect(before).toEqual({
    pages: ['dats.html', 'index.html'].map((page) => [page, ['/dats', '/gone']]),
    keys: new Map([['dats.html', 'first']]),
    parts: ['dat-1'],
  });
  const change = (state: SiteState) => {
    state.begin();
    state.removePage('index.html');
    state.putPage('dats.html', recordPage('<a href="/">', ''));
    state.setKeys(new Map([['dats.html', 'second']]), state.keys());
  };
  within('kept', change);
  expect(contentOf('kept')).toEqual(before);
  within('kept', (state) => {
    change(state);
    state.keepSite(infoOf('now'), { takenDown: [] });
  });
  expect(contentOf('kept')).toEqual({
    pages: [['dats.html', ['/']]],
    keys: new Map([['dats.html', 'second']]),
    parts: [],
  });
});

test('the stored state of one build is not used for another', () => {
  known('other');
  expect(within('other', (state) => state.parts(infoOf('later')))).toBeUndefined();
  expect(within('other', (state) => state.parts(undefined))).toBeUndefined();
});

test('unreached pages are those without a chain of links from the start', () => {
  const links = {
    'index.html': ['/a'],
    'a.html': ['/b', '/'],
    'b.html': [],
    'c.html': ['/a', '/c'],
  };
  within('reached', (state) => {
    for (const [page, paths] of Object.entries(links)) {
      state.putPage(page, recordPage(paths.map((path) => `<a href="${path}">`).join(''), ''));
    }
    const answers = new Map([
      ['/', 'index.html'],
      ['/a', 'a.html'],
      ['/b', 'b.html'],
      ['/c', 'c.html'],
    ]);
    expect(state.unreached(['index.html'], answers)).toEqual(['c.html']);
    expect(state.unreached(['c.html'], answers)).toEqual([]);
  });
});

test('a locked state file is neither opened nor deleted', () => {
  known('busy');
  const before = contentOf('busy');
  const other = new DatabaseSync(join(folder, 'busy'));
  other.exec('BEGIN EXCLUSIVE');
  expect(() => new SiteState(join(folder, 'busy'))).toThrow('locked');
  other.exec('COMMIT');
  other.close();
  expect(contentOf('busy')).toEqual(before);
});

test('a state file with other tables begins empty', () => {
  const other = new DatabaseSync(join(folder, 'tables'));
  other.exec('CREATE TABLE pages (id TEXT); PRAGMA user_version = 3');
  other.close();
  expect(contentOf('tables').pages).toEqual([]);
});

test('a damaged or truncated state file is whole, empty or reports its damage', () => {
  known('whole');
  const bytes = readFileSync(join(folder, 'whole'));
  const before = contentOf('whole');
  for (let from = 0; from < bytes.length; from += 4096) {
    const damaged = Buffer.from(bytes).fill(0xa5, from, from + 4096);
    for (const content of [damaged, bytes.subarray(0, from)]) {
      writeFileSync(join(folder, 'damaged'), content);
      let found: unknown;
      try {
        found = contentOf('damaged');
      } catch (error) {
        expect(error).toMatchObject({ code: 'ERR_SQLITE_ERROR' });
        continue;
      }
      expect([before, { pages: [], keys: new Map(), parts: undefined }]).toContainEqual(found);
    }
  }
});

test('the rebuild workflow caches the SQLite files together with their journal files', () => {
  const workflow = new URL('../.github/workflows/rebuild-ledger.yml', import.meta.url);
  expect(readFileSync(workflow, 'utf8')).toMatch(/site\.copy\*\s+dist\/site\.state\*\s/);
});

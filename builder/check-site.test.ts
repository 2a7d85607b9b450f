import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { sessionHintScript } from '@datchain/shared/ui/session-hint.ts';
import { afterAll, expect, test } from 'vitest';
import { checkSite, scriptHash } from './check-site.ts';
import { PageRecords } from './packed-records.ts';
import { type PageRecord, recordPage, tellProblem } from './page-record.ts';
import { addToPages, readPages, writePages } from './page-records.ts';

const folder = mkdtempSync(join(tmpdir(), 'check-test-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A head that nothing is wrong with. */
const headOf = (file: string): string =>
  [
    '<html lang="en"><title>A page</title><h1>A page</h1>',
    '<meta name="description" content="A page"><meta name="viewport" content="width=device-width">',
    '<meta property="og:title" content="A page"><meta property="og:description" content="A page">',
    '<meta property="og:image" content="https://datchain.example/site.jpg">',
    `<link rel="canonical" href="https://datchain.example/${file}">`,
  ].join('');

function problemsOf(name: string, files: Record<string, string>, datIds: string[] = []): string[] {
  const dir = join(folder, name);
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(dir, file)), { recursive: true });
    writeFileSync(join(dir, file), file.endsWith('.html') ? headOf(file) + text : text);
  }
  writeFileSync(join(dir, 'site.jpg'), '');
  return checkSite(dir, { datIds, allowedInlineScript: sessionHintScript }).problems.map(
    tellProblem,
  );
}

function recordsOf(pages: Record<string, PageRecord>): PageRecords {
  const records = PageRecords.none();
  for (const [page, record] of Object.entries(pages)) records.set(page, record);
  return records;
}

const noise = (bytes: number): string => randomBytes(bytes).toString('base64');

test('a DAT without its pages is a problem', () => {
  const landing = '<a href="/viewdat/a">a</a>';
  expect(problemsOf('missing', { 'index.html': landing, 'viewdat/a.html': '' }, ['a'])).toEqual([
    'analytics/a.html: is missing',
    'certificate/a.html: is missing',
    'data/v1/dats/a.json: is missing',
  ]);
});

test('a link must lead to a page, a rewrite or something that is served beside the site', () => {
  const links = ['/about', '/', '/wallet', '/tdc/block/36', '/profile/x', '/gone'];
  const html = links.map((href) => `<a href="${href}">x</a>`).join('');
  expect(problemsOf('links', { 'index.html': html, 'about.html': '' })).toEqual([
    'index.html: nothing answers /gone',
  ]);
});

test('[N-INP-01] what is left out is not missing, and links to it stay', () => {
  const dir = join(folder, 'left-out');
  const files = {
    'index.html':
      '<a href="/viewdat/a"></a><a href="/data/v1/dats/a.json"></a><a href="/gone"></a>',
    'analytics/a.html': '',
    'certificate/a.html': '',
  };
  expect(problemsOf('left-out', files, ['a'])).toHaveLength(7);
  const leftOut = new Set(['viewdat/a.html', 'data/v1/dats/a.json']);
  const expected = { datIds: ['a'], leftOut, allowedInlineScript: sessionHintScript };
  expect(checkSite(dir, expected).problems).toEqual([
    { page: 'index.html', problem: 'nothing answers /gone' },
  ]);
});

test('a page over its weight is a problem, scripts that it imports included', () => {
  const files = {
    'index.html': '<script type="module" src="/_astro/a.js"></script><a href="/about">a</a>',
    '_astro/a.js': 'import"./b.js";',
    '_astro/b.js': `x("${noise(4000)}")`,
    'about.html': noise(70_000),
  };
  const problems = problemsOf('weight', files);
  expect(problems.map((problem) => problem.replace(/ weighs .*/, ''))).toEqual([
    'about.html: the page',
    'index.html: its script',
  ]);
});

test('every page is led to from the landing, in however many steps', () => {
  const files = {
    'index.html': '<a href="/dats">x</a>',
    'dats.html': '<a href="/dats/2?a=b#c">x</a>',
    'dats/2.html': '<a href="/dats">x</a><a href="/viewdat/a">x</a>',
    'viewdat/a.html': '',
    'dats/3.html': '<a href="/dats/3">itself</a>',
    '404.html': '',
    'viewdat-fallback.html': '',
  };
  expect(problemsOf('reach', files)).toEqual(['dats/3.html: no link leads there']);
});

test('a page must say what it is, with a picture that is there, at an address of its own', () => {
  const files = {
    'index.html': '<a href="/about">x</a><h1>Another</h1>',
    'about.html':
      '<link rel="canonical" href="https://datchain.example/index.html"><meta property="og:image" content="https://datchain.example/gone.jpg">',
    '404.html': '<meta name="robots" content="noindex"><title>Twice</title>',
  };
  expect(problemsOf('heads', files)).toEqual([
    '404.html: has 2 title',
    'about.html: has 2 picture for sharing',
    'about.html: has 2 canonical addresses',
    'about.html: there is no picture gone.jpg',
    'index.html: has 2 main heading',
    'index.html: has the address of about.html, https://datchain.example/index.html',
  ]);
});

test('a page with a record is not read again, and all that the record says is checked', () => {
  const name = 'recorded';
  const page = '<a href="/gone">x</a><p style="color:red"></p>';
  expect(problemsOf(name, { 'index.html': page })).toHaveLength(2);
  const dir = join(folder, name);
  const expected = { datIds: [], allowedInlineScript: sessionHintScript };
  const drawn = recordPage(Buffer.from(headOf('index.html') + page), sessionHintScript);
  writeFileSync(join(dir, 'index.html'), '');
  const { problems, records } = checkSite(dir, expected, recordsOf({ 'index.html': drawn }));
  expect(problems.map(tellProblem)).toEqual([
    'index.html: nothing answers /gone',
    'index.html: has an inline style',
  ]);
  const file = join(folder, 'records');
  const keys = new Map([['profile/ada.html', 'what it shows']]);
  writePages(file, 'this site', { records, keys });
  const known = readPages(file, 'this site');
  expect(known.keys).toEqual(keys);
  expect([...known.records.pages()]).toEqual(['index.html']);
  expect(known.records.get('index.html')).toEqual(drawn);
});

test('what is another in a site is added to what was written down of it, and known as a whole or not at all', () => {
  const file = join(folder, 'added');
  const recordOf = (text: string) => recordPage(Buffer.from(text), sessionHintScript);
  const others = Array.from(
    { length: 50 },
    (_none, at) => [`a${at}.html`, recordOf('<a href="/b">')] as const,
  );
  const before = Object.fromEntries([...others, ['b.html', recordOf('<a href="/gone">')]]);
  const keys = new Map([
    ['a1.html', 'one'],
    ['b.html', 'old'],
  ]);
  writePages(file, 'a site', { records: recordsOf(before), keys });
  const whole = readFileSync(file).length;
  const changed = recordOf('<a href="/a1">');
  const changes = {
    records: recordsOf({ 'b.html': changed }),
    keys: new Map([['b.html', 'new']]),
  };
  expect(addToPages(`${file}-gone`, 'the next', changes)).toBe(false);
  expect(addToPages(file, 'the next', changes)).toBe(true);
  const read = readPages(file, 'the next');
  expect(Object.fromEntries(read.keys)).toEqual({ 'a1.html': 'one', 'b.html': 'new' });
  expect(read.records.get('b.html')).toEqual(changed);
  expect(read.records.get('a1.html')).toEqual(before['a1.html']);
  expect(readPages(file, 'a site').keys.size).toBe(0);
  const bytes = readFileSync(file);
  for (let length = whole + 1; length < bytes.length; length += 1) {
    writeFileSync(file, bytes.subarray(0, length));
    expect(readPages(file, 'the next').keys.size).toBe(0);
  }
});

test('of another site, or from a file that cannot be read, nothing is known', () => {
  const file = join(folder, 'other');
  const nothingIsKnown = () => {
    const { records, keys } = readPages(file, 'a site');
    return records.size === 0 && keys.size === 0;
  };
  const records = recordsOf({ 'a.html': recordPage(Buffer.from('<p>'), sessionHintScript) });
  const keys = new Map([['a.html', 'a key']]);
  expect(nothingIsKnown()).toBe(true);
  writePages(file, 'another site', { records, keys });
  expect(nothingIsKnown()).toBe(true);
  writePages(file, 'a site', { records, keys });
  expect(nothingIsKnown()).toBe(false);
  const bytes = readFileSync(file);
  const withOtherByte = (at: number) =>
    bytes.map((byte, place) => (place === at ? byte ^ 1 : byte));
  const others = Array.from(bytes, (_byte, at) => withOtherByte(at));
  const shorter = Array.from(bytes, (_byte, at) => bytes.subarray(0, at));
  for (const damaged of [...others, ...shorter, 'null', '{"of":"a site","pages":[[']) {
    writeFileSync(file, damaged);
    expect(nothingIsKnown()).toBe(true);
  }
});

test("the content security policy of the hosting names the ledger's one inline script", () => {
  const config = readFileSync(new URL('../firebase.json', import.meta.url), 'utf8');
  expect(config).toContain(scriptHash(sessionHintScript));
});

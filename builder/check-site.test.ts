import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { sessionHintScript } from '@datchain/shared/ui/session-hint.ts';
import { afterAll, expect, test } from 'vitest';
import { checkSite, type SiteExpectations, scriptHash } from './check-site.ts';
import { listFiles } from './fingerprint.ts';
import { recordPage, tellProblem } from './page-record.ts';
import { SiteState } from './site-state.ts';

const folder = mkdtempSync(join(tmpdir(), 'check-test-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const headOf = (file: string): string =>
  [
    '<html lang="en"><title>A page</title><h1>A page</h1>',
    '<meta name="description" content="A page"><meta name="viewport" content="width=device-width">',
    '<meta property="og:title" content="A page"><meta property="og:description" content="A page">',
    '<meta property="og:image" content="https://datchain.example/site.jpg">',
    `<link rel="canonical" href="https://datchain.example/${file}">`,
  ].join('');

const check = (dir: string, expected: SiteExpectations) =>
  checkSite(dir, new Set(listFiles(dir)), expected, new SiteState(':memory:'));

function problemsOf(name: string, files: Record<string, string>, datIds: string[] = []): string[] {
  const dir = join(folder, name);
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(dir, file)), { recursive: true });
    writeFileSync(join(dir, file), file.endsWith('.html') ? headOf(file) + text : text);
  }
  writeFileSync(join(dir, 'site.jpg'), '');
  return check(dir, { datIds, allowedInlineScript: sessionHintScript }).map(tellProblem);
}

const noise = (bytes: number): string => randomBytes(bytes).toString('base64');

test('a DAT that lacks a page or its data file is a problem', () => {
  const landing = '<a href="/viewdat/a">a</a>';
  expect(problemsOf('missing', { 'index.html': landing, 'viewdat/a.html': '' }, ['a'])).toEqual([
    'analytics/a.html: is missing',
    'certificate/a.html: is missing',
    'data/v1/dats/a.json: is missing',
  ]);
});

test('a link must lead to a page, a rewrite or a path served elsewhere', () => {
  const links = ['/about', '/', '/wallet', '/tdc/block/36', '/profile/x', '/gone'];
  const html = links.map((href) => `<a href="${href}">x</a>`).join('');
  expect(problemsOf('links', { 'index.html': html, 'about.html': '' })).toEqual([
    'index.html: nothing answers /gone',
  ]);
});

test('[N-INP-01] a left-out page is not missing, and links to it stay', () => {
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
  expect(check(dir, expected)).toEqual([{ page: 'index.html', problem: 'nothing answers /gone' }]);
});

test('a page over its weight is a problem, and so is a script with all that it imports', () => {
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

test('every page is reachable from the landing', () => {
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

test('a page needs its metadata, an existing picture and its own address', () => {
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

test('the check uses the record of a known page without reading the page', () => {
  const page = '<a href="/gone">x</a><p style="color:red"></p>';
  expect(problemsOf('known', { 'index.html': page })).toHaveLength(2);
  const drawn = recordPage(headOf('index.html') + page, sessionHintScript);
  const dir = join(folder, 'known');
  writeFileSync(join(dir, 'index.html'), '');
  const state = new SiteState(':memory:');
  state.putPage('index.html', drawn);
  state.putPage('gone.html', drawn);
  const expected = { datIds: [], allowedInlineScript: sessionHintScript };
  const files = new Set(listFiles(dir));
  expect(checkSite(dir, files, expected, state).map(tellProblem)).toEqual([
    'index.html: nothing answers /gone',
    'index.html: has an inline style',
  ]);
  expect(state.pages().map(({ file }) => file)).toEqual(['index.html']);
});

test("the content security policy of the hosting names the ledger's one inline script", () => {
  const config = readFileSync(new URL('../firebase.json', import.meta.url), 'utf8');
  expect(config).toContain(scriptHash(sessionHintScript));
});

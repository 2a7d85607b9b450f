import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sessionHintScript } from '@datchain/shared/ui/session-hint.ts';
import { afterAll, expect, test } from 'vitest';
import { isFineByChanges, type PageBefore, pageBefore } from './check-changes.ts';
import { checkSite } from './check-site.ts';
import { listFiles } from './fingerprint.ts';
import { recordPage } from './page-record.ts';
import { SiteState } from './site-state.ts';
import {
  type Content,
  ids,
  makeFileText,
  others,
  pages,
  paths,
  renderHtml,
  writerIn,
} from './testing/small-sites.ts';

const folder = mkdtempSync(join(tmpdir(), 'check-changes-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const expected = { datIds: ids, takenDownIds: ['c'], allowedInlineScript: sessionHintScript };
const pathsOfPages = paths.filter((path) => path !== '/gone' && path !== '/%zz');

const sound = (page: string): Content => ({
  links: page === 'index.html' ? pathsOfPages : ['/', '/home', '/share/a.jpg'],
  loads: ['b.js', 'a.css'],
  picture: 'share/a.jpg',
  address: pages.indexOf(page),
  extra: '',
  noise: 0,
});

const filesIn = (dir: string) => new Set(listFiles(dir));

let sites = 0;

function checkAfter(how: { drawn: Readonly<Record<string, Content>>; removed: readonly string[] }) {
  sites += 1;
  const dir = join(folder, `site-${sites}`);
  const write = writerIn(dir);
  for (const file of others) write(file, makeFileText(file));
  for (const page of pages) write(page, renderHtml(sound(page)));
  const state = new SiteState(':memory:');
  expect(checkSite(dir, filesIn(dir), expected, state)).toEqual([]);
  for (const file of how.removed) rmSync(join(dir, file));
  const drawn = new Map<string, PageBefore | undefined>();
  for (const [page, each] of Object.entries(how.drawn)) {
    write(page, renderHtml(each));
    drawn.set(page, pageBefore(state, page));
    state.putPage(page, recordPage(renderHtml(each), sessionHintScript));
  }
  const files = filesIn(dir);
  const different = [...how.removed, ...drawn.keys()];
  const isFine = isFineByChanges({ dir, files }, { state, drawn, different });
  const problems = checkSite(dir, files, expected, new SiteState(':memory:'));
  rmSync(dir, { recursive: true });
  return { isFine, problems };
}

const about = sound('about.html');
const withLink = (link: string) => ({ ...about, links: [...about.links, link] });

test.each([
  ['only new words', { ...about, noise: 100 }],
  ['a new link to a page', withLink('/viewdat/a')],
  ['another existing picture', { ...about, picture: 'share/b.jpg' as const }],
])('a changed page with %s passes without a check of the whole site', (_what, page) => {
  expect(checkAfter({ drawn: { 'about.html': page }, removed: [] })).toEqual({
    isFine: true,
    problems: [],
  });
});

test.each([
  ['a dead link', { drawn: { 'about.html': withLink('/gone') } }],
  ['a link to a folder', { drawn: { 'about.html': withLink('/share') } }],
  ['an inline style', { drawn: { 'about.html': { ...about, extra: '<p style="a">' } } }],
  ['the address of another page', { drawn: { 'about.html': { ...about, address: 0 } } }],
  ['too much weight', { drawn: { 'about.html': { ...about, noise: 120_000 } } }],
  ['the loss of the only link to a page', { drawn: { 'index.html': { ...about, address: 0 } } }],
  ['a new page', { drawn: { 'dats/3.html': { ...about, address: 99 } } }],
  [
    'a missing picture of the changed page',
    {
      drawn: { 'about.html': { ...about, picture: 'share/b.jpg' } },
      removed: ['share/b.jpg'],
    },
  ],
  ['a removed page', { removed: ['viewdat/b.html'] }],
  ['a removed picture of unchanged pages', { removed: ['share/a.jpg'] }],
])('%s needs the check of the whole site, which finds the problem', (_what, how) => {
  const { isFine, problems } = checkAfter({ drawn: {}, removed: [], ...how });
  expect(isFine).toBe(false);
  expect(problems).not.toEqual([]);
});

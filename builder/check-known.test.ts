import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { tries } from '@datchain/shared/testing/tries.ts';
import { sessionHintScript } from '@datchain/shared/ui/session-hint.ts';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { checkSite } from './check-site.ts';
import { listFiles } from './fingerprint.ts';
import { PageRecords } from './packed-records.ts';
import { recordPage } from './page-record.ts';
import { readPages, writePages } from './page-records.ts';

const folder = mkdtempSync(join(tmpdir(), 'check-known-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const ids = ['a', 'b', 'c'];
const pages = [
  ...['index.html', 'about.html', 'home.html', 'embed.html', '404.html', 'dats/2.html'],
  ...ids.flatMap((id) => [`viewdat/${id}.html`, `analytics/${id}.html`, `certificate/${id}.html`]),
];
const others = [
  ...['_astro/a.js', '_astro/b.js', '_astro/a.css', 'share/a.jpg', 'share/b.jpg'],
  ...ids.map((id) => `data/v1/dats/${id}.json`),
];
const paths = [
  ...['/', '/gone', '/login', '/profile/x', '/%zz', '/share/a.jpg', '/data/v1/dats/a.json'],
  ...pages.map((page) => `/${page.replace(/\.html$/, '')}`),
];

/** Text that no compression makes much smaller: with it a page can be too heavy, or nearly so. */
const noise = Array.from({ length: 30_000 }, (_none, at) =>
  Math.sin(at).toString(36).slice(4),
).join('');

const content = fc.record({
  links: fc.subarray(paths),
  loads: fc.subarray(['a.js', 'b.js', 'a.css', 'gone.js']),
  picture: fc.constantFrom('share/a.jpg', 'share/b.jpg'),
  address: fc.nat(15),
  extra: fc.constantFrom('', '', '', '<p style="a">', '<h1>b</h1>', '<script>x</script>'),
  noise: fc.constantFrom(0, 0, 100, 5_000, 70_000, 80_000, 120_000),
});
type Content = typeof content extends fc.Arbitrary<infer Value> ? Value : never;

const htmlOf = (page: Content): string =>
  [
    `<html lang="en"><title>A</title><link rel="canonical" href="https://x.example/${page.address}">`,
    `<meta property="og:image" content="https://x.example/${page.picture}">`,
    ...page.loads.map((file) =>
      file.endsWith('.js')
        ? `<script src="/_astro/${file}"></script>`
        : `<link rel="stylesheet" href="/_astro/${file}">`,
    ),
    '<body><h1>A</h1>',
    ...page.links.map((path) => `<a href="${path}">`),
    page.extra,
    noise.slice(0, page.noise),
  ].join('');

/** What happens to a site between two checks: pages are drawn, and files go or come. */
const change = fc.record({
  drawn: fc.dictionary(fc.constantFrom(...pages), content, { maxKeys: 4 }),
  removed: fc.subarray([...pages, ...others], { maxLength: 3 }),
  added: fc.subarray(others, { maxLength: 3 }),
});

const site = fc.record({
  first: fc.tuple(...pages.map((page) => content.map((each) => [page, each] as const))),
  changes: fc.array(change, { minLength: 1, maxLength: 4 }),
});

const textOf = (file: string): string =>
  file === '_astro/a.js' ? `import"./b.js";"${noise.slice(0, 3_500)}"` : file;

let sites = 0;

test('a check with what is known of the pages says what one says that reads all of them', () => {
  fc.assert(
    fc.property(site, ({ first, changes }) => {
      sites += 1;
      const dir = join(folder, `site-${sites}`);
      const file = `${dir}.pages`;
      const expected = {
        datIds: ids,
        takenDownIds: ['c'],
        allowedInlineScript: sessionHintScript,
      };
      const write = (path: string, text: string) => {
        mkdirSync(dirname(join(dir, path)), { recursive: true });
        writeFileSync(join(dir, path), text);
      };
      for (const each of others) write(each, textOf(each));
      for (const [page, each] of first) write(page, htmlOf(each));
      writePages(file, '0', { records: checkSite(dir, expected).records, keys: new Map() });
      for (const [number, { drawn, removed, added }] of changes.entries()) {
        for (const each of removed) rmSync(join(dir, each), { force: true });
        for (const each of added) write(each, textOf(each));
        const records = PageRecords.none();
        for (const [page, each] of Object.entries(drawn)) {
          write(page, htmlOf(each));
          records.set(page, recordPage(readFileSync(join(dir, page)), sessionHintScript));
        }
        const { records: known } = readPages(file, `${number}`);
        expect(known.size).toBeGreaterThan(0);
        known.add(records);
        const checked = checkSite(dir, expected, known, new Set(listFiles(dir).reverse()));
        const afresh = checkSite(dir, expected);
        expect(checked.problems).toEqual(afresh.problems);
        const all = listFiles(dir).filter((each) => each.endsWith('.html'));
        expect([...checked.records.pages()].sort()).toEqual(all);
        for (const page of all) {
          expect(checked.records.get(page)).toEqual(afresh.records.get(page));
        }
        writePages(file, `${number + 1}`, { records: checked.records, keys: new Map() });
      }
      rmSync(dir, { recursive: true });
    }),
    tries(20, 400),
  );
});

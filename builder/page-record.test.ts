import { sessionHintScript } from '@datchain/shared/ui/session-hint.ts';
import { expect, test } from 'vitest';
import { type PageRecord, recordPage } from './page-record.ts';

const recordOf = (html: string): PageRecord => recordPage(html, sessionHintScript);
const linksOf = (html: string): readonly string[] => recordOf(html).links;

const policyProblemsOf = (html: string): string[] =>
  recordOf(html).problems.filter((problem) => problem.startsWith('has an inline'));

const head = [
  '<!DOCTYPE html><html lang="en" data-previews class="a"><head><meta charset="utf-8">',
  '<title>A &lt;page&gt;</title><meta name="description" content="A > page">',
  '<meta name="viewport" content="width=device-width">',
  '<meta property="og:title" content="A"><meta property="og:description" content="A">',
  '<meta property="og:image" content="https://datchain.example/share/a.jpg">',
  '<link rel="canonical" href="https://datchain.example/a?x=1&amp;y=2"></head>',
].join('');

test('a page with each kind of metadata once is sound', () => {
  const body = '<body><h1>A</h1><svg><title>A drawing</title></svg></body></html>';
  expect(recordOf(head + body)).toEqual({
    links: [],
    scripts: [],
    styles: [],
    fonts: [],
    pictures: ['share/a.jpg'],
    address: ['https://datchain.example/a?x=1&y=2'],
    length: (head + body).length,
    problems: [],
  });
});

test('missing, repeated or empty metadata is a problem', () => {
  expect(recordOf('<html lang=""><title></title><h1></h1><H1></H1><body>').problems).toEqual([
    'has no language',
    'has no title',
    'has no description',
    'has no viewport',
    'has no title for sharing',
    'has no description for sharing',
    'has no picture for sharing',
    'has 2 main heading',
    'has 0 canonical addresses',
  ]);
  expect(recordOf(`${head}<title>B</title><body><h1>A</h1><h1 class="b">B</h1>`).problems).toEqual([
    'has 2 title',
    'has 2 main heading',
  ]);
});

test('a page that is not indexed needs no canonical address', () => {
  const page = `<meta name="robots" content="noindex">${head}<body><h1>A</h1>`;
  expect(recordOf(page)).toMatchObject({ address: [], problems: [], pictures: ['share/a.jpg'] });
  // A meta tag in the body is text.
  const late = `${head}<body><h1>A</h1><meta name="robots" content="noindex">`;
  expect(recordOf(late).address).toHaveLength(1);
});

test("links are distinct paths of this site without queries, except the portal's", () => {
  const html = [
    '<a href="/about?a=b#c">',
    '<a class="x" href="/about"><img alt="" src="/artwork/a&amp;b.webp">',
    "<a href='/single'><a href=/bare><a href=/bare/>",
    '<a href="//elsewhere.example/x"><a href="https://elsewhere.example/y"><a href="z"><a href="">',
    '<a href="/login"><a href="/wallet/?x"><a href="/tdc/block/36#x"><a href="/tdc/block/36/x">',
    '<a hreflang="/no" data-href="/data"><use href="/sprite.svg#name"/>',
    '<a href="/profile/%C3%A5se">',
  ].join('');
  expect(linksOf(html)).toEqual([
    '/about',
    '/artwork/a&b.webp',
    '/single',
    '/bare',
    '/bare/',
    '/tdc/block/36/x',
    '/sprite.svg',
    '/profile/%C3%A5se',
  ]);
});

test('text that looks like a tag is not a tag', () => {
  const text = '<a href="/inside" style="" onclick="x">';
  const html = [
    `<p title="${text.replaceAll('"', "'")}" data-a='${text}'>`,
    `<!-- ${text} --><script type="application/json">"${text}"</script>`,
    `<textarea>${text}</textarea><style>a > b {}${text}</style><title>${text}</title>`,
    '1 < 2 <3 </a href="/end"><a title="1 > 0" href="/outside">',
  ].join('');
  expect(linksOf(html)).toEqual(['/outside']);
  expect(policyProblemsOf(html)).toEqual([]);
});

test('links before the end of a truncated page are read', () => {
  for (const end of ['<', '<a', '<a ', '<a href', '<a href=', '<a href="/b', '<!-- ', '<script>']) {
    expect(linksOf(`<a href="/a">${end}`).slice(0, 1)).toEqual(['/a']);
  }
});

test('styles, event handlers and scripts in the page break the policy', () => {
  expect(policyProblemsOf('<p class="a" style="color:red">')).toEqual(['has an inline style']);
  expect(policyProblemsOf('<p onclick="x()"><p onload=x>')).toEqual([
    'has an inline event handler',
  ]);
  expect(policyProblemsOf('<p data-style="x" data-onclick="y" once="" on="">')).toEqual([
    'has an inline event handler',
  ]);
  const script = 'has an inline script that the policy does not name';
  expect(policyProblemsOf('<script>a("<p>")</script><script defer>b</script>')).toEqual([
    script,
    script,
  ]);
  const fine = `<script>${sessionHintScript}</script><script src="/a.js"></script>`;
  const data = ['json', 'ld+json'].map((type) => `<script type="application/${type}">{}</script>`);
  expect(policyProblemsOf(fine + data.join(''))).toEqual([]);
});

test('a lone end tag is ignored', () => {
  expect(policyProblemsOf('<title>A</title></script></title>')).toEqual([]);
});

test('a record separates scripts, styles and fonts', () => {
  const html = [
    '<script type="module" src="/_astro/a.js"></script><script src="https://b.example/b.js"></script>',
    '<link rel="stylesheet" href="/_astro/a.css"><link rel="icon" href="/favicon.svg">',
    '<link rel="preload" href="/_astro/a.woff2" as="font" crossorigin>',
  ].join('');
  expect(recordOf(html)).toMatchObject({
    scripts: ['_astro/a.js'],
    styles: ['_astro/a.css'],
    fonts: ['_astro/a.woff2'],
    links: ['/_astro/a.js', '/_astro/a.css', '/favicon.svg', '/_astro/a.woff2'],
  });
});

test('[N-INP-01] a picture that a page preloads counts as a link, not as a font of the page', () => {
  const html = [
    '<link rel="preload" as="image" href="/sleeves/a.webp" imagesrcset="/sleeves/a-450.webp 450w" fetchpriority="high">',
    '<link rel="preload" href="/_astro/a.woff2" as="font">',
  ].join('');
  expect(recordOf(html).fonts).toEqual(['_astro/a.woff2']);
  expect(recordOf(html).links).toContain('/sleeves/a.webp');
});

import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

// Small sites with every kind of fault that the check finds.

export const ids = ['a', 'b', 'c'];
export const pages = [
  'index.html',
  'about.html',
  'home.html',
  'embed.html',
  '404.html',
  'dats/2.html',
  ...ids.flatMap((id) => [`viewdat/${id}.html`, `analytics/${id}.html`, `certificate/${id}.html`]),
];
export const others = [
  '_astro/a.js',
  '_astro/b.js',
  '_astro/a.css',
  'share/a.jpg',
  'share/b.jpg',
  ...ids.map((id) => `data/v1/dats/${id}.json`),
];
/** Link targets; some have no answer. */
export const paths = [
  '/',
  '/gone',
  '/login',
  '/profile/x',
  '/%zz',
  '/share/a.jpg',
  '/data/v1/dats/a.json',
  ...pages.map((page) => `/${page.replace(/\.html$/, '')}`),
];

/** Incompressible text, to make pages heavy. */
const noise = Array.from({ length: 30_000 }, (_none, at) =>
  Math.sin(at).toString(36).slice(4),
).join('');

export interface Content {
  readonly links: readonly string[];
  readonly loads: readonly string[];
  readonly picture: string;
  /** Pages with the same number have the same address. */
  readonly address: number;
  readonly extra: string;
  readonly noise: number;
}

export const renderHtml = (page: Content): string =>
  [
    `<html lang="en"><title>A</title><link rel="canonical" href="https://x.example/${page.address}">`,
    '<meta name="description" content="A"><meta name="viewport" content="width=device-width">',
    '<meta property="og:title" content="A"><meta property="og:description" content="A">',
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

export const makeFileText = (file: string): string =>
  file === '_astro/a.js' ? `import"./b.js";"${noise.slice(0, 3_500)}"` : file;

export const writerIn =
  (dir: string) =>
  (path: string, text: string): void => {
    mkdirSync(dirname(join(dir, path)), { recursive: true });
    writeFileSync(join(dir, path), text);
  };

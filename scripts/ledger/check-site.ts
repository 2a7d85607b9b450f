import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { listFiles } from './fingerprint.ts';

/** Weights in bytes, compressed as they travel (architecture note, Budgets). */
export const budgets = {
  /** Script of a page without a live island. */
  plainScript: 3 * 1024,
  /** Script of a page with one, loaded after first paint. */
  islandScript: 75 * 1024,
  /** Markup, style, font and first script of any page, before artwork. */
  page: 60 * 1024,
} as const;

/** Pages that draw themselves in the browser or go on doing so. */
const islandPages = /^(home|viewdat-fallback|analytics-fallback|profile-fallback)\.html$/;

/** Pages that grow with what is released: a growing catalogue must not stop the publishing. */
const listPages = /^(dats|profile\/.+)\.html$/;

/** Addresses that are answered by a rewrite and have no file of their own. */
const rewritten =
  /^\/((login|logout|signup|wallet|cashout|release|view-dat-submission)$|wallet\/|tdc\/block\/|orders\/|profile\/)/;

/** Files that the launcher or the storage serves beside the built site. */
const servedElsewhere = /^\/(artwork|avatars|portal)\//;

export interface SiteExpectations {
  readonly datIds: readonly string[];
  /** The one inline script that the content security policy names. */
  readonly allowedInlineScript: string;
}

interface Site {
  readonly dir: string;
  readonly files: ReadonlySet<string>;
  readonly weigh: (file: string) => number;
}

const decoded = (text: string): string =>
  text.replaceAll('&amp;', '&').replaceAll('&#x27;', "'").replaceAll('&quot;', '"');

/** Angle brackets inside of attribute values are text: written so that no pattern takes them for tags. */
const withoutBracketsInValues = (html: string): string =>
  html.replace(/="[^"]*"/g, (value) => value.replaceAll('<', '&lt;').replaceAll('>', '&gt;'));

const attributes = (html: string, pattern: RegExp): string[] =>
  [...html.matchAll(pattern)].map((match) => decoded(match[1] ?? ''));

function weigher(dir: string): (file: string) => number {
  const known = new Map<string, number>();
  return (file) => {
    const seen = known.get(file);
    if (seen !== undefined) return seen;
    const bytes = readFileSync(join(dir, file));
    const weight = extname(file) === '.woff2' ? bytes.length : gzipSync(bytes, { level: 9 }).length;
    known.set(file, weight);
    return weight;
  };
}

/** The scripts that a script names, itself included, at once (`from`) or later (`import()`). */
function scriptsFrom(site: Site, file: string, later: boolean, found = new Set<string>()) {
  if (found.has(file) || !site.files.has(file)) return found;
  found.add(file);
  const text = readFileSync(join(site.dir, file), 'utf8');
  const pattern = later
    ? /(?:from|import)\s*\(?\s*["'`]\.\/([\w.-]+\.js)["'`]/g
    : /(?:from|import)\s*["'`]\.\/([\w.-]+\.js)["'`]/g;
  for (const name of attributes(text, pattern)) scriptsFrom(site, `_astro/${name}`, later, found);
  return found;
}

const sum = (site: Site, files: Iterable<string>): number =>
  [...files].reduce((total, file) => total + site.weigh(file), 0);

function weightProblems(site: Site, page: string, html: string): string[] {
  const scripts = attributes(html, /<script[^>]* src="\/([^"]+)"/g);
  const atOnce = new Set(scripts.flatMap((file) => [...scriptsFrom(site, file, false)]));
  const styles = attributes(html, /<link rel="stylesheet" href="\/([^"]+)"/g);
  const fonts = attributes(html, /<link rel="preload" href="\/([^"]+)"/g);
  const isIsland = islandPages.test(page);
  const markup = listPages.test(page) ? 0 : gzipSync(html, { level: 9 }).length;
  const problems: string[] = [];
  const check = (what: string, weight: number, budget: number) => {
    if (weight > budget) problems.push(`${page}: ${what} weighs ${weight} bytes, budget ${budget}`);
  };
  if (isIsland) {
    const all = new Set(scripts.flatMap((file) => [...mountedScripts(site, file)]));
    check('its script', sum(site, all), budgets.islandScript);
    if (page === 'home.html') check('its first script', sum(site, atOnce), budgets.plainScript);
  } else {
    check('its script', sum(site, atOnce), budgets.plainScript);
    check('the page', markup + sum(site, [...atOnce, ...styles, ...fonts]), budgets.page);
  }
  return problems;
}

/** What an island loads to come alive; what it loads when something is pressed is not counted. */
function mountedScripts(site: Site, file: string): Set<string> {
  const found = scriptsFrom(site, file, false);
  const text = readFileSync(join(site.dir, file), 'utf8');
  for (const name of attributes(text, /import\(["'`]\.\/([\w.-]+\.js)["'`]/g)) {
    scriptsFrom(site, `_astro/${name}`, false, found);
  }
  return found;
}

/** The file that answers an address, as Hosting's cleanUrls finds it. */
function isAnswered(site: Site, address: string): boolean {
  const [path = ''] = address.split(/[?#]/);
  if (path === '' || rewritten.test(path) || servedElsewhere.test(path)) return true;
  let file = path.slice(1);
  try {
    file = decodeURIComponent(file);
  } catch {
    return false;
  }
  return site.files.has(file || 'index.html') || site.files.has(`${file}.html`);
}

function linkProblems(site: Site, page: string, html: string): string[] {
  return attributes(html, /(?:href|src)="(\/(?!\/)[^"]*)"/g)
    .filter((address) => !isAnswered(site, address))
    .map((address) => `${page}: nothing answers ${address}`);
}

function policyProblems(page: string, html: string, allowedInlineScript: string): string[] {
  const problems: string[] = [];
  const names = html.replace(/="[^"]*"/g, '=""');
  if (/<[^>]+ style=""/.test(names)) problems.push(`${page}: has an inline style`);
  if (/<[^>]+ on[a-z]+=""/.test(names)) problems.push(`${page}: has an inline event handler`);
  for (const [, attrs = '', body = ''] of html.matchAll(/<script([^>]*)>([\s\S]*?)<\/script>/g)) {
    const isData = /application\/(ld\+)?json/.test(attrs);
    if (body !== '' && !isData && body !== allowedInlineScript) {
      problems.push(`${page}: has an inline script that the policy does not name`);
    }
  }
  return problems;
}

/** How the content security policy names an inline script. */
export const scriptHash = (script: string): string =>
  `'sha256-${createHash('sha256').update(script).digest('base64')}'`;

/**
 * Crawls a built ledger: every DAT has its pages, every link of the site leads somewhere, nothing
 * breaks the content security policy, every page keeps its weight. Returns what is wrong.
 */
export function checkSite(dir: string, expected: SiteExpectations): string[] {
  const site: Site = { dir, files: new Set(listFiles(dir)), weigh: weigher(dir) };
  const missing = expected.datIds
    .flatMap((id) => [`viewdat/${id}.html`, `analytics/${id}.html`])
    .filter((file) => !site.files.has(file))
    .map((file) => `${file} is missing`);
  const pages = [...site.files].filter((file) => file.endsWith('.html') && !/^portal\//.test(file));
  return [
    ...missing,
    ...pages.flatMap((page) => {
      const html = withoutBracketsInValues(readFileSync(join(dir, page), 'utf8'));
      return [
        ...linkProblems(site, page, html),
        ...policyProblems(page, html, expected.allowedInlineScript),
        ...weightProblems(site, page, html),
      ];
    }),
  ];
}

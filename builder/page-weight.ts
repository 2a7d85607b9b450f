import { readFileSync } from 'node:fs';
import { dirname, extname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { PageRecord } from './page-record.ts';
import { attributes, type Site } from './site-files.ts';

/** Weights in bytes, compressed as they travel (docs/bench/page-weights.md). */
export const budgets = {
  /** Script of a page without a live island. */
  plainScript: 3 * 1024,
  /** Script of a page with one, loaded after first paint. */
  islandScript: 75 * 1024,
  /** Markup, style, font and first script of any page, before artwork. */
  page: 60 * 1024,
  /** The player for other sites, which are not to wait for it: markup, style and script. */
  embed: 12 * 1024,
} as const;

/** The part of the room for markup that a page may take without its equals being weighed. */
const EASILY = 0.75;

/** Pages that draw themselves in the browser or go on doing so. */
const islandPages = /^(home|verify|[a-z]+-fallback)\.html$/;

/** What the first press of a play button loads (press-to-play.ts). */
const loadedByPress = /^player\./;

/** Says what of a page is too heavy; `read` gives its markup, which is rarely needed. */
type Weigher = (page: string, record: PageRecord, read: () => string) => string[];

/** Weighs the pages of a site; what several pages share is read and weighed once. */
export function pageWeigher(site: Site): Weigher {
  const texts = new Map<string, string>();
  const weights = new Map<string, number>();
  const markupWeight = markupWeigher();
  const textOf = (file: string): string => remember(texts, file, () => readFile(site, file));
  const weigh = (file: string): number =>
    remember(weights, file, () => {
      // Its link is a problem of its own.
      if (!site.files.has(file)) return 0;
      const bytes = readFileSync(join(site.dir, file));
      return extname(file) === '.woff2' ? bytes.length : gzipSync(bytes, { level: 9 }).length;
    });
  const sum = (files: Iterable<string>): number =>
    [...files].reduce((total, file) => total + weigh(file), 0);

  /** The scripts that a script imports before it runs, itself included. */
  const scriptsFrom = (file: string, found = new Set<string>()): Set<string> => {
    if (found.has(file) || !site.files.has(file)) return found;
    found.add(file);
    for (const name of attributes(textOf(file), /(?:from|import)\s*["'`]\.\/([\w.-]+\.js)["'`]/g)) {
      scriptsFrom(`_astro/${name}`, found);
    }
    return found;
  };
  /** And what it loads to come alive; what is loaded when something is pressed does not count. */
  const mountedScripts = (file: string): Set<string> => {
    const found = scriptsFrom(file);
    for (const name of attributes(textOf(file), /import\(["'`]\.\/([\w.-]+\.js)["'`]/g)) {
      if (!loadedByPress.test(name)) scriptsFrom(`_astro/${name}`, found);
    }
    return found;
  };

  return (page, { scripts, styles, fonts, length }, read) => {
    const atOnce = new Set(scripts.flatMap((file) => [...scriptsFrom(file)]));
    const problems: string[] = [];
    const check = (what: string, weight: number, budget: number) => {
      if (weight > budget) {
        problems.push(`${what} weighs ${weight} bytes, budget ${budget}`);
      }
    };
    if (islandPages.test(page)) {
      const all = new Set(scripts.flatMap((file) => [...mountedScripts(file)]));
      check('its script', sum(all), budgets.islandScript);
      if (page === 'home.html') check('its first script', sum(atOnce), budgets.plainScript);
      return problems;
    }
    if (page === 'embed.html') {
      check('the page', sum([...atOnce, ...styles]) + gzipSync(read()).length, budgets.embed);
      return problems;
    }
    const around = sum([...atOnce, ...styles, ...fonts]);
    check('its script', sum(atOnce), budgets.plainScript);
    check(
      'the page',
      around + markupWeight(page, { length, read }, budgets.page - around),
      budgets.page,
    );
    return problems;
  };
}

/** Pages of one folder are alike: one that is no longer than another which fits easily fits too. */
function markupWeigher() {
  const longestThatFits = new Map<string, number>();
  return (
    page: string,
    { length, read }: { readonly length: number; readonly read: () => string },
    room: number,
  ): number => {
    const folder = dirname(page);
    if (length <= (longestThatFits.get(folder) ?? 0)) return 0;
    const weight = gzipSync(read(), { level: 9 }).length;
    if (weight <= room * EASILY) longestThatFits.set(folder, length);
    return weight;
  };
}

const readFile = (site: Site, file: string): string => readFileSync(join(site.dir, file), 'utf8');

function remember<T>(known: Map<string, T>, key: string, make: () => T): T {
  const seen = known.get(key);
  if (seen !== undefined) return seen;
  const made = make();
  known.set(key, made);
  return made;
}

import { readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Loads } from './page-record.ts';
import { attributes, type Site } from './site-files.ts';
import type { SiteState, StoredPage } from './site-state.ts';

/** Budgets in gzipped bytes (docs/bench/page-weights.md). */
export const budgets = {
  /** Script of a page without an island. */
  plainScript: 3 * 1024,
  /** Script of a page with an island, loaded after first paint; React takes 67.5 KB. */
  islandScript: 77.25 * 1024,
  /** Markup, style, font and first script, before artwork. */
  page: 60 * 1024,
  /** Markup, style and script of the embedded player. */
  embed: 12 * 1024,
} as const;

/** Shorter pages of a folder are not weighed once a page took at most this share of its budget. */
const SAFE_SHARE = 0.75;

/** Pages that render in the browser. */
const islandPages = /^(home|verify|[a-z]+-fallback)\.html$/;

/** Tells whether the name contains a content hash, so that the weight is cached. */
const isNamedByContent = (file: string): boolean => file.startsWith('_astro/');

/** Scripts loaded on the first play (press-to-play.ts) and on outdated pages (page-age.ts). */
const loadedLater = /^(player|old-pages)\./;

type Weigher = (page: StoredPage) => readonly string[];

/** Returns a function that weighs pages. Shared files are weighed once. @param state caches weights */
export function pageWeigher(site: Site, state: SiteState): Weigher {
  const texts = new Map<string, string>();
  const weights = new Map<string, number>();
  const markupWeight = markupWeigher(site, state);
  // A missing file is reported as a dead link.
  const textOf = (file: string): string =>
    site.files.has(file) ? remember(texts, file, () => readFile(site, file)) : '';
  const weigh = (file: string): number => {
    if (!site.files.has(file)) return 0;
    return remember(weights, file, () => {
      const isKnown = isNamedByContent(file);
      const known = isKnown ? state.weightOf(file) : undefined;
      if (known !== undefined) return known;
      const bytes = readFileSync(join(site.dir, file));
      const weight =
        extname(file) === '.woff2' ? bytes.length : gzipSync(bytes, { level: 9 }).length;
      if (isKnown) state.setWeight(file, weight);
      return weight;
    });
  };
  const sum = (files: Iterable<string>): number =>
    [...files].reduce((total, file) => total + weigh(file), 0);

  const scriptsFrom = (file: string, found = new Set<string>()): Set<string> => {
    if (found.has(file) || !site.files.has(file)) return found;
    found.add(file);
    for (const name of attributes(textOf(file), /(?:from|import)\s*["'`]\.\/([\w.-]+\.js)["'`]/g)) {
      scriptsFrom(`_astro/${name}`, found);
    }
    return found;
  };
  /** Collects also the dynamic imports that mount islands, without those loaded on a press. */
  const mountedScripts = (file: string): Set<string> => {
    const found = scriptsFrom(file);
    for (const name of attributes(textOf(file), /import\(["'`]\.\/([\w.-]+\.js)["'`]/g)) {
      if (!loadedLater.test(name)) scriptsFrom(`_astro/${name}`, found);
    }
    return found;
  };

  const weighLoads = (json: string) => {
    const { scripts, styles, fonts }: Loads = JSON.parse(json);
    const atOnce = new Set(scripts.flatMap((file) => [...scriptsFrom(file)]));
    return { scripts, fonts, script: sum(atOnce), all: sum([...atOnce, ...styles, ...fonts]) };
  };
  const ofLoads = new Map<string, ReturnType<typeof weighLoads>>();

  return (page) => {
    const { file, loads } = page;
    const { scripts, fonts, script, all } = remember(ofLoads, loads, () => weighLoads(loads));
    if (islandPages.test(file)) {
      const mounted = new Set(scripts.flatMap((file) => [...mountedScripts(file)]));
      const first = file === 'home.html' ? script : 0;
      return [
        ...tooMuch('its script', sum(mounted), budgets.islandScript),
        ...tooMuch('its first script', first, budgets.plainScript),
      ];
    }
    if (file === 'embed.html') {
      const markup = gzipSync(readFileSync(join(site.dir, file))).length;
      return tooMuch('the page', all - sum(fonts) + markup, budgets.embed);
    }
    const weight = all + markupWeight(page, budgets.page - all);
    if (script <= budgets.plainScript && weight <= budgets.page) return nothing;
    return [
      ...tooMuch('its script', script, budgets.plainScript),
      ...tooMuch('the page', weight, budgets.page),
    ];
  };
}

const nothing: readonly string[] = [];

const tooMuch = (what: string, weight: number, budget: number): string[] =>
  weight > budget ? [`${what} weighs ${weight} bytes, budget ${budget}`] : [];

const folderOf = (page: string): string => page.slice(0, Math.max(0, page.lastIndexOf('/')));

/** Pages of a folder are alike: a page no longer than another that fits easily fits too. */
function markupWeigher({ dir }: Site, state: SiteState) {
  const longestThatFits = new Map<string, number>();
  return (page: StoredPage, budget: number): number => {
    const { file, length } = page;
    const folder = folderOf(file);
    if (length <= (longestThatFits.get(folder) ?? 0)) return 0;
    const weight = page.weight || gzipSync(readFileSync(join(dir, file)), { level: 9 }).length;
    if (weight !== page.weight) state.noteWeight(page, weight);
    if (weight <= budget * SAFE_SHARE) longestThatFits.set(folder, length);
    return weight;
  };
}

const readFile = (site: Site, file: string): string => readFileSync(join(site.dir, file), 'utf8');

function remember<Key, T>(known: Map<Key, T>, key: Key, make: () => T): T {
  const seen = known.get(key);
  if (seen !== undefined) return seen;
  const made = make();
  known.set(key, made);
  return made;
}

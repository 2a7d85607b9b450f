import { readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Loads } from './page-record.ts';
import { attributes, type Site } from './site-files.ts';
import type { SiteState, StoredPage } from './site-state.ts';

/** Weights in bytes, compressed as they travel (docs/bench/page-weights.md). */
export const budgets = {
  /** Script of a page without a live island. */
  plainScript: 3 * 1024,
  /** Script of a page with one, loaded after first paint; React and its drawing are 67.5 KB of it. */
  islandScript: 77.25 * 1024,
  /** Markup, style, font and first script of any page, before artwork. */
  page: 60 * 1024,
  /** The player for other sites, which are not to wait for it: markup, style and script. */
  embed: 12 * 1024,
} as const;

/** The part of the room for markup that a page may take without its equals being weighed. */
const EASILY = 0.75;

/** Pages that draw themselves in the browser or go on doing so. */
const islandPages = /^(home|verify|[a-z]+-fallback)\.html$/;

/** Whether the name is of the content: it need not be weighed again. */
const isNamedByContent = (file: string): boolean => file.startsWith('_astro/');

/** What the first press of a play button loads (press-to-play.ts), and a page that is old (page-age.ts). */
const loadedLater = /^(player|old-pages)\./;

/** Says what of a page is too heavy. */
type Weigher = (page: StoredPage) => readonly string[];

/** Weighs the pages of a site; what several share is weighed once. @param state where weights are noted */
export function pageWeigher(site: Site, state: SiteState): Weigher {
  const texts = new Map<string, string>();
  const weights = new Map<string, number>();
  const markupWeight = markupWeigher(site, state);
  // The link of one that is missing is a problem of its own.
  const textOf = (file: string): string =>
    site.files.has(file) ? remember(texts, file, () => readFile(site, file)) : '';
  const weigh = (file: string): number => {
    // Its link is a problem of its own.
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
      if (!loadedLater.test(name)) scriptsFrom(`_astro/${name}`, found);
    }
    return found;
  };

  /** What is loaded at once, and what of that is script. */
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
    // Of nearly all pages nothing is to be said.
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

/** Pages of one folder are alike: one that is no longer than another which fits easily fits too. */
function markupWeigher({ dir }: Site, state: SiteState) {
  const longestThatFits = new Map<string, number>();
  return (page: StoredPage, room: number): number => {
    const { file, length } = page;
    const folder = folderOf(file);
    if (length <= (longestThatFits.get(folder) ?? 0)) return 0;
    const weight = page.weight || gzipSync(readFileSync(join(dir, file)), { level: 9 }).length;
    if (weight !== page.weight) state.noteWeight(page, weight);
    if (weight <= room * EASILY) longestThatFits.set(folder, length);
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

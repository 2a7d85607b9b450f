import { readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { PageRecords } from './packed-records.ts';
import type { Loads } from './page-record.ts';
import { attributes, type Site } from './site-files.ts';

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

/** Says what of a page is too heavy, which has its record at this place. */
type Weigher = (page: string, place: number) => readonly string[];

/** Weighs the pages of a site; what several share is weighed once. @param records where weights are noted */
export function pageWeigher(site: Site, records: PageRecords): Weigher {
  const texts = new Map<string, string>();
  const weights = new Map<string, number>();
  const markupWeight = markupWeigher(site, records);
  // The link of one that is missing is a problem of its own.
  const textOf = (file: string): string =>
    site.files.has(file) ? remember(texts, file, () => readFile(site, file)) : '';
  const weigh = (file: string): number => {
    // Its link is a problem of its own.
    if (!site.files.has(file)) return 0;
    return remember(isNamedByContent(file) ? records.fileWeights : weights, file, () => {
      const bytes = readFileSync(join(site.dir, file));
      return extname(file) === '.woff2' ? bytes.length : gzipSync(bytes, { level: 9 }).length;
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
  const weighLoads = ({ scripts, styles, fonts }: Loads) => {
    const atOnce = new Set(scripts.flatMap((file) => [...scriptsFrom(file)]));
    return { script: sum(atOnce), all: sum([...atOnce, ...styles, ...fonts]) };
  };
  const ofLoads = new Map<number, ReturnType<typeof weighLoads>>();

  return (page, place) => {
    const loads = records.loadsAt(place);
    const { script, all } = remember(ofLoads, loads, () => weighLoads(records.loads(loads)));
    if (islandPages.test(page)) {
      const { scripts } = records.loads(loads);
      const mounted = new Set(scripts.flatMap((file) => [...mountedScripts(file)]));
      const first = page === 'home.html' ? script : 0;
      return [
        ...tooMuch('its script', sum(mounted), budgets.islandScript),
        ...tooMuch('its first script', first, budgets.plainScript),
      ];
    }
    if (page === 'embed.html') {
      const fonts = sum(records.loads(loads).fonts);
      const markup = gzipSync(readFileSync(join(site.dir, page))).length;
      return tooMuch('the page', all - fonts + markup, budgets.embed);
    }
    const weight = all + markupWeight(page, place, budgets.page - all);
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
function markupWeigher({ dir }: Site, records: PageRecords) {
  const longestThatFits = new Map<string, number>();
  return (page: string, place: number, room: number): number => {
    const folder = folderOf(page);
    const length = records.lengthAt(place);
    if (length <= (longestThatFits.get(folder) ?? 0)) return 0;
    const weight =
      records.weightAt(place) || gzipSync(readFileSync(join(dir, page)), { level: 9 }).length;
    records.noteWeight(place, weight);
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

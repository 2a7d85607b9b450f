import { hash } from 'node:crypto';
import { dumpPath } from './exports/dump.ts';
import type { PlannedDat } from './rows/dat-brief.ts';
import { type PlannedList, type PlannedOutline, withoutBriefs } from './rows/outline.ts';
import { booksRow, marketRow } from './snapshot.ts';
import { profilePageCount } from './views/dats/profile-view.ts';

/** A page or another file of a route whose path has parameters. */
export interface PlannedPage {
  /** As Astro names it: '/viewdat/[id]'; or datFileRoute. */
  readonly route: string;
  readonly params: Readonly<Record<string, string>>;
  /** Relative to the folder of the site. */
  readonly file: string;
  /** What the page is given; all else it reads are rows that these name. */
  readonly props: Readonly<Record<string, unknown>>;
}

/** Pages that show the same, and are drawn together or not at all. */
export interface PlannedPages {
  /** The first of their files stands for all of them. */
  readonly name: string;
  /** Names all that they show. While it stays the same, a rebuild takes them over from the live site. */
  readonly key: string;
  readonly files: () => string[];
  readonly pages: () => PlannedPage[];
}

/** Folders in which there is nothing but planned pages. */
export const plannedFolders = [
  ...['viewdat', 'analytics', 'certificate', 'data/v1/dats', 'dats', 'profile', 'books'],
] as const;

/** A short name of what a page shows. */
function keyOf(...shown: readonly unknown[]): string {
  return hash('sha256', JSON.stringify(shown), 'base64url').slice(0, 22);
}

const keysOf = (briefs: readonly PlannedDat[]): string => briefs.map(({ key }) => key).join();

function page(
  route: string,
  params: Readonly<Record<string, string>>,
  props: PlannedPage['props'] = {},
): PlannedPage {
  const path = route.replaceAll(/\[(\w+)\]/g, (_all, name: string) => params[name] ?? '').slice(1);
  return { route, params, props, file: /\.\w+$/.test(route) ? path : `${path}.html` };
}

/** The file that stands for all of a DAT's own pages. */
const datName = (id: string): string => `viewdat/${id}.html`;

/** The files of a DAT's own pages, which depend on nothing but the DAT's rows. */
export const datFiles = (id: string): string[] => [
  datName(id),
  `analytics/${id}.html`,
  `certificate/${id}.html`,
  `data/v1/dats/${id}.json`,
];

/** The file of a DAT for programs: it is no page of Astro's. */
export const datFileRoute = '/data/v1/dats/[id].json';

/** The first page of a DAT. */
export const datRoute = '/viewdat/[id]';

const datRoutes = [datRoute, '/analytics/[id]', '/certificate/[id]', datFileRoute] as const;

/**
 * The folder in which the other files of a group are, by its name. Those of a DAT are elsewhere, and each of
 * them has one.
 */
export const furtherFolder = (name: string): string => name.replace(/\.html$/, '');

/** Pages that are made of the same. */
function together(key: string, pages: readonly PlannedPage[]): PlannedPages {
  const files = pages.map(({ file }) => file);
  return { name: files[0] ?? '', key, files: () => files, pages: () => [...pages] };
}

function* planDats({ briefs }: PlannedOutline): Generator<PlannedPages> {
  for (const { id, key } of briefs) {
    const pages = () => datRoutes.map((route) => page(route, { id }, { id }));
    yield { name: datName(id), key, files: () => datFiles(id), pages };
  }
}

/** Names all that a page of /dats shows. */
const listKey = (list: PlannedList): string => keyOf(withoutBriefs(list), keysOf(list.briefs));

/** The pages of /dats but the first, which has no number in its address. */
function* planLists({ lists }: PlannedOutline): Generator<PlannedPages> {
  for (const list of lists.slice(1)) {
    yield together(listKey(list), [
      page('/dats/[page]', { page: `${list.number}` }, { list: withoutBriefs(list) }),
    ]);
  }
}

/** Of everyone who has an address of their own: the pages of their works, and the feed of an artist. */
function* planProfiles({ profiles }: PlannedOutline): Generator<PlannedPages> {
  for (const { username, isArtist, briefs, changedAt, row } of profiles) {
    const datIds = briefs.map(({ id }) => id);
    const props = { username, datIds, changedAt, image: briefs[0]?.image };
    const others = Array.from({ length: profilePageCount(datIds.length) - 1 }, (_, at) => at + 2);
    yield together(keyOf(isArtist, row && [row.print, row.at], keysOf(briefs)), [
      page('/profile/[username]', { username }, props),
      ...others.map((number) =>
        page(
          '/profile/[username]/[page]',
          { username, page: `${number}` },
          { ...props, page: number },
        ),
      ),
      ...(isArtist ? [page('/profile/[username]/feed.xml', { username }, props)] : []),
    ]);
  }
}

function* planBooks({ bookDays }: PlannedOutline): Generator<PlannedPages> {
  for (const day of bookDays) {
    yield together(keyOf(day), [page('/books/[date]', { date: day.date }, { day })]);
  }
}

/** Every page of a route with parameters, by what it shows. */
export function* planPages(outline: PlannedOutline): Generator<PlannedPages> {
  yield* planDats(outline);
  yield* planLists(outline);
  yield* planProfiles(outline);
  yield* planBooks(outline);
}

/** Files that show nothing of the data. */
const constantFiles = [
  ...['index', '404', 'help', 'risks', 'terms', 'log-format', 'verify', 'embed'],
  ...['viewdat', 'analytics', 'mydat-profile', 'viewdat-fallback', 'analytics-fallback'],
  ...['profile-fallback', 'certificate-fallback'],
].map((name) => `${name}.html`);

/**
 * The keys of files without parameters in their path, as far as it can be told what they show: all others
 * are drawn each time.
 */
export function fixedFiles(outline: PlannedOutline): ReadonlyMap<string, string> {
  const { bookDays, rows, changedAt, lists } = outline;
  const [list] = lists;
  const market = keyOf(rows[marketRow]);
  const books = keyOf(rows[booksRow], bookDays);
  return new Map([
    ...[...constantFiles, 'robots.txt', 'data/v1/schema.json'].map((file) => [file, '-'] as const),
    ...['about.html', 'data/v1/market.json'].map((file) => [file, market] as const),
    ...['books.html', 'data/v1/books.json'].map((file) => [file, books] as const),
    ['dats.html', list ? listKey(list) : ''],
    // It names a file that carries a day.
    ['data.html', keyOf(dumpPath(changedAt))],
  ]);
}

import { hash } from 'node:crypto';
import { type DatBrief, givenDat } from './rows/dat-brief.ts';
import { givenList, idsOf, type PlannedList, type PlannedOutline } from './rows/outline.ts';
import { booksRow, marketRow } from './snapshot.ts';
import { inFeed } from './views/dats/in-feed.ts';
import { profilePageCount } from './views/dats/profile-view.ts';

/** What pages are given; all else they read are rows that these name. */
type Props = Readonly<Record<string, unknown>>;

export interface PlannedPage {
  /** As Astro names it: '/viewdat/[id]'; or datFileRoute. */
  readonly route: string;
  readonly params: Readonly<Record<string, string>>;
  readonly file: string;
  readonly props: Props;
}

export interface PageGroup {
  readonly props: Props;
  readonly pages: readonly (Omit<PlannedPage, 'props'> & Partial<Pick<PlannedPage, 'props'>>)[];
}

/** Pages that show the same, and are drawn together or not at all. */
export interface PlannedPages {
  /** The first of their files stands for all of them. */
  readonly name: string;
  /** Names all that they show. While it stays the same, a rebuild takes them over from the live site. */
  readonly key: string;
  readonly files: () => string[];
  readonly group: () => PageGroup;
}

/** Folders in which there is nothing but planned pages. */
export const plannedFolders = [
  ...['viewdat', 'analytics', 'certificate', 'data/v1/dats', 'dats', 'profile', 'books'],
] as const;

function keyOf(...shown: readonly unknown[]): string {
  return hash('sha256', JSON.stringify(shown), 'base64url').slice(0, 22);
}

const keysOf = (briefs: readonly DatBrief[]): string => briefs.map(({ key }) => key).join();

function page(
  route: string,
  params: PlannedPage['params'],
  props?: Props,
): PageGroup['pages'][number] {
  const path = route.replaceAll(/\[(\w+)\]/g, (_all, name: string) => params[name] ?? '').slice(1);
  const file = /\.\w+$/.test(route) ? path : `${path}.html`;
  return { route, params, file, ...(props && { props }) };
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

export const datRoute = '/viewdat/[id]';

const datRoutes = [datRoute, '/analytics/[id]', '/certificate/[id]', datFileRoute] as const;

/** The folder in which the other files of a group are. Those of a DAT are elsewhere, and each of them has one. */
export const furtherFolder = (name: string): string => name.replace(/\.html$/, '');

/** Pages that are made of the same. @param props made when they are drawn */
function together(key: string, pages: PageGroup['pages'], props: () => Props): PlannedPages {
  const files = pages.map(({ file }) => file);
  return {
    name: files[0] ?? '',
    key,
    files: () => files,
    group: () => ({ props: props(), pages }),
  };
}

function planDat(brief: DatBrief): PlannedPages {
  const { id, key } = brief;
  const pages = () => datRoutes.map((route) => page(route, { id }));
  const group = () => ({ props: { ...givenDat(brief) }, pages: pages() });
  return { name: datName(id), key, files: () => datFiles(id), group };
}

const listKey = ({ briefs, ...list }: PlannedList): string => keyOf(list, keysOf(briefs));

const planList = (list: PlannedList): PlannedPages =>
  together(listKey(list), [page('/dats/[page]', { page: `${list.number}` })], () => ({
    list: givenList(list),
  }));

/** The DATS' own pages, and those of /dats but the first, each behind the works it shows: their rows were just read. */
function* planWorks({ briefs, lists }: PlannedOutline): Generator<PlannedPages> {
  const behind = new Map(lists.slice(1).map((list) => [list.briefs.at(-1), list]));
  for (const brief of briefs) {
    yield planDat(brief);
    const list = behind.get(brief);
    if (list) yield planList(list);
  }
}

/** Of everyone who has an address of their own: the pages of their works, and the feed of an artist. */
function* planProfiles({ profiles }: PlannedOutline): Generator<PlannedPages> {
  for (const { username, isArtist, briefs, changedAt, row } of profiles) {
    const others = Array.from({ length: profilePageCount(briefs) - 1 }, (_, at) => at + 2);
    const pages = [
      page('/profile/[username]', { username }),
      ...others.map((number) =>
        page('/profile/[username]/[page]', { username, page: `${number}` }, { page: number }),
      ),
      ...(isArtist
        ? [page('/profile/[username]/feed.xml', { username }, { feed: idsOf(inFeed(briefs)) })]
        : []),
    ];
    yield together(keyOf(isArtist, row && [row.print, row.at], keysOf(briefs)), pages, () => ({
      ...{ username, works: briefs.map(givenDat), changedAt, image: briefs[0]?.image },
    }));
  }
}

function* planBooks({ bookDays }: PlannedOutline): Generator<PlannedPages> {
  for (const day of bookDays) {
    yield together(keyOf(day), [page('/books/[date]', { date: day.date })], () => ({ day }));
  }
}

/** Every page of a route with parameters, by what it shows. */
export function* planPages(outline: PlannedOutline): Generator<PlannedPages> {
  yield* planWorks(outline);
  yield* planProfiles(outline);
  yield* planBooks(outline);
}

/** Files that show nothing of the data. */
const constantFiles = [
  ...['index', '404', 'data', 'help', 'risks', 'terms', 'log-format', 'verify', 'embed'],
  ...['viewdat', 'analytics', 'mydat-profile', 'viewdat-fallback', 'analytics-fallback'],
  ...['profile-fallback', 'certificate-fallback'],
].map((name) => `${name}.html`);

/** The keys of files without parameters in their path, where it can be told what they show. */
export function fixedFiles(outline: PlannedOutline): ReadonlyMap<string, string> {
  const { bookDays, rows, lists } = outline;
  const [list] = lists;
  const market = keyOf(rows[marketRow]);
  const books = keyOf(rows[booksRow], bookDays);
  return new Map([
    ...[...constantFiles, 'robots.txt', 'data/v1/schema.json'].map((file) => [file, '-'] as const),
    ...['about.html', 'data/v1/market.json'].map((file) => [file, market] as const),
    ...['books.html', 'data/v1/books.json'].map((file) => [file, books] as const),
    ['dats.html', list ? listKey(list) : ''],
  ]);
}

import { hash } from 'node:crypto';
import { type DatBrief, givenDat } from './rows/dat-brief.ts';
import { givenList, idsOf, type PlannedList, type PlannedOutline } from './rows/outline.ts';
import { booksRow, marketRow } from './snapshot.ts';
import { inFeed } from './views/dats/in-feed.ts';
import { profilePageCount } from './views/dats/profile-view.ts';

type Props = Readonly<Record<string, unknown>>;

export interface PlannedPage {
  /** Astro's name of the route, '/viewdat/[id]', or datFileRoute. */
  readonly route: string;
  readonly params: Readonly<Record<string, string>>;
  readonly file: string;
  readonly props: Props;
}

export interface PageGroup {
  readonly props: Props;
  readonly pages: readonly (Omit<PlannedPage, 'props'> & Partial<Pick<PlannedPage, 'props'>>)[];
}

/** Pages with the same content, drawn together or not at all. */
export interface PlannedPages {
  /** The first file, which identifies the group. */
  readonly name: string;
  /** A key of everything that the pages show. While it stays, a rebuild reuses the pages. */
  readonly key: string;
  readonly files: () => string[];
  readonly group: () => PageGroup;
}

export const plannedFolders = [
  'viewdat',
  'analytics',
  'certificate',
  'data/v1/dats',
  'dats',
  'profile',
  'books',
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

const datName = (id: string): string => `viewdat/${id}.html`;

/** Lists the files of a DAT's own pages, which depend on the DAT's rows alone. */
export const datFiles = (id: string): string[] => [
  datName(id),
  `analytics/${id}.html`,
  `certificate/${id}.html`,
  `data/v1/dats/${id}.json`,
];

/** The route of a DAT's export file, which is no page of Astro's. */
export const datFileRoute = '/data/v1/dats/[id].json';

export const datRoute = '/viewdat/[id]';

const datRoutes = [datRoute, '/analytics/[id]', '/certificate/[id]', datFileRoute] as const;

/** The folder of the group's other files. A DAT's other files are elsewhere, and always exist. */
export const furtherFolder = (name: string): string => name.replace(/\.html$/, '');

/** Makes a group of pages. @param props called when the pages are drawn */
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

/** Plans the DATS' own pages, and each page of /dats after the works it shows, whose rows are then cached. */
function* planWorks({ briefs, lists }: PlannedOutline): Generator<PlannedPages> {
  const behind = new Map(lists.slice(1).map((list) => [list.briefs.at(-1), list]));
  for (const brief of briefs) {
    yield planDat(brief);
    const list = behind.get(brief);
    if (list) yield planList(list);
  }
}

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
      username,
      works: briefs.map(givenDat),
      changedAt,
      image: briefs[0]?.image,
    }));
  }
}

function* planBooks({ bookDays }: PlannedOutline): Generator<PlannedPages> {
  for (const day of bookDays) {
    yield together(keyOf(day), [page('/books/[date]', { date: day.date })], () => ({ day }));
  }
}

export function* planPages(outline: PlannedOutline): Generator<PlannedPages> {
  yield* planWorks(outline);
  yield* planProfiles(outline);
  yield* planBooks(outline);
}

const constantFiles = [
  'index',
  '404',
  'data',
  'help',
  'risks',
  'terms',
  'log-format',
  'verify',
  'embed',
  'viewdat',
  'analytics',
  'mydat-profile',
  'viewdat-fallback',
  'analytics-fallback',
  'profile-fallback',
  'certificate-fallback',
].map((name) => `${name}.html`);

/** Returns the keys of files that are in no plan, as far as it is known on which data they depend. */
export function fixedFiles(outline: PlannedOutline): ReadonlyMap<string, string> {
  const { bookDays, rows, lists } = outline;
  const [list] = lists;
  const market = keyOf(rows[marketRow]);
  const books = keyOf(rows[booksRow], bookDays);
  return new Map([
    ...[...constantFiles, 'robots.txt', 'data/v1/schema.json'].map((file) => [file, '-'] as const),
    ['about.html', market],
    ['data/v1/market.json', market],
    ['books.html', books],
    ['data/v1/books.json', books],
    ['dats.html', list ? listKey(list) : ''],
  ]);
}

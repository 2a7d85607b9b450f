import {
  type PublicPage,
  type PublicPath,
  publicPages,
} from '@datchain/shared/contracts/public-pages.ts';
import type { Millis } from '@datchain/shared/domain/units.ts';
import { booksRow, lastChange, type Snapshot } from '../snapshot.ts';
import { analyticsHref, datHref } from '../views/page/addresses.ts';

interface SitemapEntry {
  readonly path: string;
  readonly changedAt: Millis | undefined;
}

/** A sitemap may name 50,000 addresses; each creator, DAT and analytics page is one. */
const ENTRIES_PER_FILE = 45_000;

const fixedPages: readonly PublicPage[] = publicPages;

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll("'", '&apos;');

const namespace = 'http://www.sitemaps.org/schemas/sitemap/0.9';

/**
 * Every page that search engines should know, in files of at most 45,000 addresses.
 *
 * @param profiles the pages of people
 */
export function sitemapFiles(
  snapshot: Snapshot,
  profiles: readonly SitemapEntry[],
): SitemapEntry[][] {
  const [all, activity] = [Object.keys(snapshot.changedAt), Object.keys(snapshot.histories)];
  const rowsOf: Readonly<Record<string, readonly string[]>> = {
    '/home': all,
    '/dats': all,
    '/activity': activity,
    '/activity/sales': activity,
    '/books': [booksRow],
  } satisfies { readonly [path in PublicPath]?: readonly string[] };
  const entries: SitemapEntry[] = [
    ...fixedPages
      .filter(({ noindex }) => !noindex)
      .map(({ path }) => ({ path, changedAt: lastChange(snapshot, rowsOf[path] ?? []) })),
    ...profiles,
    ...snapshot.dats.flatMap(({ id }) => [
      { path: datHref(id), changedAt: snapshot.changedAt[id] },
      { path: analyticsHref(id), changedAt: snapshot.changedAt[id] },
    ]),
  ];
  const files: SitemapEntry[][] = [];
  for (let start = 0; start < entries.length; start += ENTRIES_PER_FILE) {
    files.push(entries.slice(start, start + ENTRIES_PER_FILE));
  }
  return files;
}

export function sitemapXml(entries: readonly SitemapEntry[], site: URL): string {
  const urls = entries.map(({ path, changedAt }) => {
    const changed =
      changedAt === undefined ? '' : `<lastmod>${new Date(changedAt).toISOString()}</lastmod>`;
    return `<url><loc>${escaped(new URL(path, site).href)}</loc>${changed}</url>`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="${namespace}">\n${urls.join('\n')}\n</urlset>\n`;
}

/** /sitemap.xml, which names the files with the addresses. */
export function sitemapIndexXml(count: number, site: URL): string {
  const files = Array.from(
    { length: count },
    (_, at) => `<sitemap><loc>${new URL(`/sitemap/${at + 1}.xml`, site).href}</loc></sitemap>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>\n<sitemapindex xmlns="${namespace}">\n${files.join('\n')}\n</sitemapindex>\n`;
}

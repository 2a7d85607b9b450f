import {
  type ChangedBy,
  changedBy,
  type PublicPage,
  type PublicPath,
  publicPages,
} from '@datchain/shared/domain/public-pages.ts';
import type { Millis } from '@datchain/shared/domain/units.ts';
import { type PlannedOutline, rowChangedAt } from '../rows/outline.ts';
import { booksRow } from '../snapshot.ts';
import { activityChangedAt } from '../views/market/activity-view.ts';
import { analyticsHref, datHref, profileHref } from '../views/page/addresses.ts';

interface SitemapEntry {
  readonly path: string;
  readonly changedAt?: Millis | undefined;
}

/** The protocol allows 50,000 addresses per file. */
const ENTRIES_PER_FILE = 45_000;

const fixedPages: readonly (PublicPage & { readonly path: PublicPath })[] = publicPages;

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll("'", '&apos;');

const namespace = 'http://www.sitemaps.org/schemas/sitemap/0.9';

export function sitemapFiles(outline: PlannedOutline): SitemapEntry[][] {
  const changes: Readonly<Record<ChangedBy, Millis | undefined>> = {
    design: undefined,
    works: outline.changedAt || undefined,
    activity: activityChangedAt(outline.briefs),
    books: rowChangedAt(outline, booksRow),
  };
  const entries: SitemapEntry[] = [
    ...fixedPages
      .filter(({ noindex }) => !noindex)
      .map(({ path }) => ({ path, changedAt: changes[changedBy[path]] })),
    ...outline.profiles.map(({ username, changedAt }) => ({
      path: profileHref(username),
      changedAt,
    })),
  ];
  for (const { id, changedAt } of outline.shown) {
    entries.push({ path: datHref(id), changedAt }, { path: analyticsHref(id), changedAt });
  }
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

export function sitemapIndexXml(count: number, site: URL): string {
  const files = Array.from(
    { length: count },
    (_, at) => `<sitemap><loc>${new URL(`/sitemap/${at + 1}.xml`, site).href}</loc></sitemap>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>\n<sitemapindex xmlns="${namespace}">\n${files.join('\n')}\n</sitemapindex>\n`;
}
